# A counter in a few lines of shell. $1: how it behaves.
read -r header
case $1 in
late) exec sleep 60 ;;
ends) exit 3 ;;
none) echo '{"ready":true,"ops":["add"]}' ;;
other) echo '{"ready":true,"ops":["subtract"],"constructors":["zero"]}' ;;
*) echo '{"ready":true,"ops":["add"],"constructors":["zero"]}' ;;
esac
while read -r line; do
    id=${line#*'"id":'}
    id=${id%%,*}
    n=0
    case $line in
    *'"op":"add"'*)
        n=${line#*'"n":'}
        n=${n%%\}*}
        by=${line#*'"by":'}
        n=$((n + ${by%%[,\}]*}))
        if [ "$1" = wraps ] && [ $n -gt 3 ]; then n=0; fi
        if [ "$1" = throws ] && [ $n -gt 3 ]; then
            echo "{\"id\":$id,\"throw\":{\"type\":\"Overflow\",\"message\":\"$n\"}}"
            continue
        fi
        ;;
    esac
    if [ "$1" = hangs ]; then exec sleep 60; fi
    # What nobody reads is kept by tail.
    if [ "$1" = eats ]; then head -c 200000000 /dev/zero | tail -c 200000000 | sleep 60; fi
    if [ "$1" = nothing ]; then echo "{\"id\":$id}"; continue; fi
    cov=""
    if [ "$1" = covers ]; then cov=",\"cov\":[$n]"; fi
    echo "{\"id\":$id,\"post\":{\"objects\":{\"Counter\$0\":{\"\$type\":\"Counter\",\"n\":$n}}},\"result\":\"Counter\$0\"$cov}"
done
