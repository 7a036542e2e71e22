# limit.sh KIBIBYTES COMMAND...
# Runs a command with a limit on its data (RLIMIT_DATA), few open files and no core dumps, which would hold the document.
set -e
ulimit -d "$1" && ulimit -n 256 && ulimit -c 0
shift
unset PWD OLDPWD SHLVL
exec "$@"
