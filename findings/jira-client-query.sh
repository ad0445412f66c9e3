#!/bin/sh
# Guess: a client encodes the values of a query that it is given as an object.
# Seen with jira-client 8.2.2: it encodes them and then decodes the whole address, so a value with '&' becomes two parameters
# and one with '%' is invalid. And intermediatePath is joined to base without a slash.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts jira-client@8.2.2
cat > seen.cjs <<'JS'
const JiraApi = require('jira-client')
const client = new JiraApi({ protocol: 'http', host: 'tracker.test', base: 'jira', intermediatePath: 'rest/own/1' })
console.log(client.makeUri({ pathname: '/search', query: { name: 'R&D' } }))
JS
node --no-deprecation seen.cjs | tee seen.txt
echo 'http://tracker.test/jirarest/own/1/search?name=R&D' | cmp - seen.txt
