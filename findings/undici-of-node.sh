#!/bin/sh
# Guess: the package undici sends through its own Agent, whatever the program does beside it.
# Seen with undici 8.13.1 and Node 24.21: once fetch was used, or node:http imported as a whole, the global dispatcher is
# that of the undici inside Node, another major version. request() of the package then sends through it, and interceptors,
# limits and classes of the package do not fit. setGlobalDispatcher(new Agent()) of the package mends it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund undici@8.13.1 node@24.21.0
cat > seen.mjs <<'JS'
const [, , before] = process.argv
if (before === 'fetch') await fetch('data:,x')
if (before === 'node:http') await import('node:http')
const { Agent, getGlobalDispatcher, setGlobalDispatcher } = await import('undici')
const own = () => (getGlobalDispatcher() instanceof Agent ? 'its own' : "Node's")
console.log(`after ${before}: ${own()}`)
setGlobalDispatcher(new Agent())
console.log(`then set: ${own()}`)
JS
for before in nothing fetch node:http; do node_modules/.bin/node seen.mjs "$before"; done | tee seen.txt
cat > expected.txt <<'TEXT'
after nothing: its own
then set: its own
after fetch: Node's
then set: its own
after node:http: Node's
then set: its own
TEXT
cmp expected.txt seen.txt
