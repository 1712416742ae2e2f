# Puts the tools of pcptools before those of PCP in this shell, with their
# completions.
#
#	source /usr/lib/pcptools/env.fish

set -gx PATH /usr/lib/pcptools/bin $PATH
for tool in pmerr pmgenmap pminfo pmprobe pmstore pmval
	source /usr/lib/pcptools/share/fish/vendor_completions.d/$tool.fish
end
