# view.sh VIEW PATH... -- COMMAND...
# Runs a command after the folder VIEW has become a file system in which there is nothing but these paths, all of them
# read-only. It runs in a mount namespace; the command enters the view with `chroot`.
set -e
PATH=/usr/sbin:/usr/bin:/sbin:/bin
view=$1
shift
mount -t tmpfs -o mode=755,size=1m polyparse "$view"
while [ "$1" != -- ]; do
  if [ ! -e "$view$1" ]; then
    if [ -d "$1" ]; then mkdir -p "$view$1"; else mkdir -p "$view${1%/*}" && : >"$view$1"; fi
    mount --rbind -o ro,nosuid,nodev "$1" "$view$1"
  fi
  shift
done
shift
mount -o remount,bind,ro,nosuid,nodev "$view"
unset PWD OLDPWD SHLVL
exec "$@"
