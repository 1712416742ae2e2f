# Puts the tools of pcptools before those of PCP in this shell, with their
# completions. Man finds the pages by itself, from PATH.
#
#	. /usr/lib/pcptools/env.sh

PATH=/usr/lib/pcptools/bin:$PATH
if [ -n "${BASH_VERSION-}" ]; then
	. /usr/lib/pcptools/share/bash-completion/completions/pminfo
elif [ -n "${ZSH_VERSION-}" ]; then
	eval 'fpath=(/usr/lib/pcptools/share/zsh/site-functions $fpath)'
	if type compdef >/dev/null 2>&1; then
		autoload -Uz _pcptools && compdef _pcptools pmerr pmgenmap pminfo pmprobe pmstore pmval
	fi
fi
