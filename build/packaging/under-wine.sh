#!/bin/bash
# Runs a Windows program under the Wine of a Debian 13 in a folder ("/" is this system), for
# RUNNER="/bin/bash $PWD/build/packaging/under-wine.sh FOLDER". The folder shows /tmp and /proc of this system. It needs root.
PATH=/usr/sbin:/usr/bin:/sbin:/bin
root=$1
shift
# Node gives its children sockets, and under Wine it can open neither those nor pipes. So it reads and writes files: one
# line comes in, and what goes out is passed on.
work=$(mktemp -d)
for name in in out err; do : >"$work/$name"; done
IFS= read -r -t 0.3 line && echo "$line" >"$work/in"
# Opened here, since what runs beside may be late for it.
exec 4<"$work/out" 5<"$work/err"
tail -s 0.1 -n +1 -f --pid=$$ - <&4 &
tail -s 0.1 -n +1 -f --pid=$$ - <&5 >&2 &
exec <"$work/in" >>"$work/out" 2>>"$work/err" 4<&- 5<&-
rm -r "$work"
# A Windows path without a letter is one of the current drive, so paths of the tests are good as they are.
exec chroot "$root" env HOME=/root PATH="$PATH" WINEDEBUG=-all sh -c 'cd "$0" && exec wine "$@"' "$PWD" "$@"
