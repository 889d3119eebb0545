#!/bin/sh
# Makes the secrets that nobody has to know, and empty files for those that others give out, in the folder named (or
# deploy/secrets). What exists already is left alone: run it as often as you like.
set -eu
folder=${1:-$(dirname "$0")/secrets}
host=${2:-database}
mkdir -p "$folder"
# Nobody else may enter the folder. Its files can be read by those who are handed one: Compose mounts each of them into
# a container, where the shop is another user.
chmod 700 "$folder"
umask 022

make() { [ -s "$folder/$1" ] || openssl rand -base64 32 >"$folder/$1"; }
make secret_key
make backup_key
make metrics_token
# In an address, so without the signs that have a meaning there.
[ -s "$folder/database_password" ] || openssl rand -hex 24 >"$folder/database_password"
[ -s "$folder/database_url" ] ||
	printf 'postgres://bloomera:%s@%s/bloomera\n' "$(cat "$folder/database_password")" "$host" >"$folder/database_url"

for name in smtp_url square_access_token square_webhook_signature_key; do
	[ -e "$folder/$name" ] || : >"$folder/$name"
	[ -s "$folder/$name" ] || echo "Fill in $folder/$name"
done
