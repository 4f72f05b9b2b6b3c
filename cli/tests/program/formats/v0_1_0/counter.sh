# Adds, and wraps around above 3, which `add_post` does not allow.
read -r header
echo '{"ready":true,"ops":["add"],"constructors":["zero"]}'
while read -r line; do
    id=${line#*'"id":'}
    n=0
    case $line in
    *'"op":"add"'*)
        n=${line#*'"n":'}
        by=${line#*'"by":'}
        n=$((${n%%\}*} + ${by%%[,\}]*}))
        if [ $n -gt 3 ]; then n=0; fi
        ;;
    esac
    echo "{\"id\":${id%%,*},\"post\":{\"objects\":{\"Counter\$0\":{\"\$type\":\"Counter\",\"n\":$n}}},\"result\":\"Counter\$0\"}"
done
