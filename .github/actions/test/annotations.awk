# Reads a report of `korrel test` as text, and writes GitHub's workflow commands: an annotation for each group of
# failures, and one for a run that does not pass for another reason. `spec` is the spec, `code` the exit code.
#
#   an operation      remove: 70 inputs, 50 pass, 20 fail
#   a group             1. not a tree  tree.py:12  (20 inputs)
#   its body               smallest: …, a drawing, the command that sends it again
#   the end           COMPLETE: … or INCOMPLETE: …

function data(text) {
    gsub(/%/, "%25", text)
    gsub(/\r/, "%0D", text)
    gsub(/\n/, "%0A", text)
    return text
}

function property(text) {
    text = data(text)
    gsub(/:/, "%3A", text)
    gsub(/,/, "%2C", text)
    return text
}

function annotate(level, place, title, body) {
    sub(/\n+$/, "", body)
    print "::" level " " place ",title=" property(title) "::" data(body)
}

# The place in the program under test, if the report names one that is there; else the spec.
function place(heading, at, line) {
    sub(/  \([^()]*\)$/, "", heading)
    if (match(heading, /  [^ ]+:[0-9]+$/)) {
        at = substr(heading, RSTART + 2)
        line = at
        sub(/.*:/, "", line)
        sub(/:[0-9]+$/, "", at)
        if ((getline unused < at) >= 0) {
            close(at)
            return "file=" property(at) ",line=" line
        }
    }
    return "file=" property(spec)
}

function tell() {
    if (heading != "") {
        title = operation ": " heading
        gsub(/  +/, " ", title)
        annotate(heading ~ /, known\)$/ ? "notice" : "error", place(heading), title, body)
    }
    heading = body = ""
}

/^  [0-9]+\. / {
    tell()
    heading = substr($0, index($0, ". ") + 2)
    next
}
heading != "" && (/^     / || /^$/) {
    body = body substr($0, 6) "\n"
    next
}
{ tell() }
/^[^ ].*: [0-9]+ inputs?, / {
    operation = $0
    sub(/: [0-9]+ inputs?, .*/, "", operation)
}
/^error: / { problems = problems substr($0, 8) "\n" }
{ last = $0 }

END {
    tell()
    if (code == 2) {
        annotate("error", "file=" property(spec), "korrel test", "Spec, flags or driver are wrong; the log says where.")
    } else if (problems != "" || code > 2) {
        annotate("error", "file=" property(spec), "korrel test", problems last "\nexit code " code)
    }
}
