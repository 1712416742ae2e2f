# Completion in bash for pmerr, pmgenmap, pminfo, pmprobe, pmstore, pmval.
#
# Bash-completion finds this file below one of its folders under the name of
# each tool. Without it:
#
#	. pcptools.bash
#
# The tool itself answers, see cmd/internal/complete; the line is in variables,
# so that a tool that does not know them does no more than show its version.

_pcptools() {
	local line kind=
	COMPREPLY=()
	while IFS= read -r line; do
		if [[ -z $kind ]]; then
			kind=$line
		else
			COMPREPLY+=("$line")
		fi
	done < <(
		PCPTOOLS_COMPLETE=bash PCPTOOLS_COMMAND=$1 PCPTOOLS_WORD=$2 \
			PCPTOOLS_LINE=${COMP_LINE:0:COMP_POINT} PCPTOOLS_REST=${COMP_LINE:COMP_POINT} \
			command "${1/#\~\//$HOME/}" --version </dev/null 2>/dev/null
	)
	case $kind in
	open) compopt -o nospace ;;
	files*) compopt -o default ;;
	esac 2>/dev/null
}

complete -F _pcptools pmerr pmgenmap pminfo pmprobe pmstore pmval
