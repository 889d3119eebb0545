#!/bin/sh
# Generates the random secrets, and creates empty files for those that other companies issue, in the given
# folder (by default deploy/secrets). Existing files aren't changed: run it as often as you like.
set -eu
folder=${1:-$(dirname "$0")/secrets}
host=${2:-database}
mkdir -p "$folder"
# Only you can enter the folder. The files in it are readable by all users, because Compose mounts them into a
# container, where the shop runs as another user.
chmod 700 "$folder"
umask 022

make() { [ -s "$folder/$1" ] || openssl rand -base64 32 >"$folder/$1"; }
make secret_key
make backup_key
make metrics_token
# It goes into a URL, so it contains no reserved characters.
[ -s "$folder/database_password" ] || openssl rand -hex 24 >"$folder/database_password"
[ -s "$folder/database_url" ] ||
	printf 'postgres://bloomera:%s@%s/bloomera\n' "$(cat "$folder/database_password")" "$host" >"$folder/database_url"

for name in smtp_url square_access_token square_webhook_signature_key; do
	[ -e "$folder/$name" ] || : >"$folder/$name"
	[ -s "$folder/$name" ] || echo "Fill in $folder/$name"
done
