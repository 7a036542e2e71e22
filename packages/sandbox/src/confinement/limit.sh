# limit.sh KIBIBYTES COMMAND...
# Runs a command with a limit on its data (RLIMIT_DATA), few open files, nothing written to files, and no core dumps,
# which would hold the document. When the machine runs out of memory, it is ended before the service is.
set -e
ulimit -d "$1" && ulimit -n 256 && ulimit -f 0 && ulimit -c 0
if [ -w /proc/self/oom_score_adj ]; then echo 1000 >/proc/self/oom_score_adj; fi
shift
unset PWD OLDPWD SHLVL
exec "$@"
