#!/bin/sh
# What a package says when it is installed.
echo "pcptools is in /usr/lib/pcptools. To have it first in PATH, with completions:"
echo "    . /usr/lib/pcptools/env.sh             (bash, zsh, sh)"
echo "    source /usr/lib/pcptools/env.fish      (fish)"
