# Completion in fish for pmerr, pmgenmap, pminfo, pmprobe, pmstore, pmval.
#
# Fish finds this file below one of its folders under the name of each tool.
#
# The tool itself answers, see cmd/internal/complete; the words are in
# variables, so that a tool that does not know them does no more than show its
# version.

function __pcptools_complete
    set -l before (commandline -opc)
    set -l all (commandline -op)
    set -l word (commandline -ct)
    set -l tool $before[1]
    set -l behind (math (count $before) + 1)
    if test -n "$word"
        set behind (math $behind + 1)
    end
    set -l before (string join \n -- $before[2..-1] | string collect)
    set -l after (string join \n -- $all[$behind..-1] | string collect)
    set -l answer (PCPTOOLS_COMPLETE=fish PCPTOOLS_WORD="$word" \
        PCPTOOLS_BEFORE="$before" PCPTOOLS_AFTER="$after" \
        $tool --version </dev/null 2>/dev/null)
    switch "$answer[1]"
        case list
            string join \n -- $answer[2..-1]
        case 'files *'
            set -l stem (string replace 'files ' '' -- $answer[1])
            set -l rest (string sub -s (math (string length -- "$stem") + 1) -- "$word")
            for path in (__fish_complete_path "$rest")
                echo -- "$stem$path"
            end
    end
end

for tool in pmerr pmgenmap pminfo pmprobe pmstore pmval
    complete -c $tool -f -a '(__pcptools_complete)'
end
