# view.sh USER PATH... -- COMMAND...
# Runs a command in a file system of its own, in which there is nothing but these paths, all of them read-only, and takes
# from it whatever a superuser can do. It runs in a mount namespace; USER is who the command runs as, or `same`.
set -e
PATH=/usr/sbin:/usr/bin:/sbin:/bin
user=$1
shift

# Any folder serves: what it holds is hidden in this namespace alone, and nothing of the paths is in this one.
view=/sys
mount -t tmpfs -o mode=755,size=1m polyparse "$view"
while [ "$1" != -- ]; do
  if [ ! -e "$view$1" ]; then
    if [ -d "$1" ]; then mkdir -p "$view$1"; else mkdir -p "$view${1%/*}" && : >"$view$1"; fi
    mount --rbind "$1" "$view$1"
    mount -o remount,bind,ro,nosuid,nodev "$view$1"
  fi
  shift
done
shift
mount -o remount,bind,ro,nosuid,nodev "$view"

unset PWD OLDPWD SHLVL
setpriv=$(command -v setpriv)
if [ "$user" != same ]; then set -- --reuid="$user" --regid="$user" --clear-groups -- "$@"; else set -- -- "$@"; fi
exec chroot "$view" "$setpriv" --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
