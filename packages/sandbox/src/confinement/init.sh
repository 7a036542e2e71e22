# init.sh PROCESSES COMMAND...
# The first process of a PID namespace, which the kernel empties when it ends. It waits for the command, which has other
# rights or another user, and so cannot touch it. PROCESSES is how many the user of the command may have, with threads.
set -e
ulimit -u "$1" 2>/dev/null || ulimit -p "$1"
shift
# A session stands back as its processes do, where the kernel shares the processor between sessions (priority.ts).
if [ -w /proc/self/autogroup ]; then echo 5 2>/dev/null >/proc/self/autogroup || :; fi
unset PWD OLDPWD SHLVL
"$@"
exit $?
