// The page of settings: what a wiki can be set to, read from the catalogue that the operations go by.

import type { WorldConfig } from '../../src/model/world/config.ts'
import type { SettingDefinition, SettingKind } from '../../src/model/settings/catalogue.ts'
import { code, GENERATED, page, table } from './markdown.ts'

/** The text of the page; `config` is what a scenario begins with that says nothing of it. */
export function settingsPage(settings: readonly SettingDefinition[], config: WorldConfig): string {
  return page(
    GENERATED,
    '# Settings of a wiki',
    `A wiki has ${settings.length} settings. They are records of the world: an administrator changes them through the service, a [scenario](scenario-format/wiki.md#settings) can begin with others, and forks, snapshots and resets carry them along.`,
    table(
      ['Setting', 'Takes', 'Default', 'Meaning'],
      settings.map(({ name, kind, defaultOf, description }) => [
        code(name),
        kindWords(kind),
        code(JSON.stringify(defaultOf(config))),
        description,
      ]),
    ),
    CHANGING,
  )
}

const CHANGING = `The service names the operations and not the settings: the names and defaults are [assumptions](assumptions/README.md).

## Changing them

\`\`\`ts
const settings = 'http://wiki.sim/rest/reqs/1/settings'
const headers = { Authorization: 'Bearer tok-admin', 'Content-Type': 'application/json' }
await sim.fetch(\`\${settings}/limitForPages\`, { method: 'PUT', headers, body: '{"value":50}' })
const all = await (await sim.fetch(settings, { headers })).json()
all.limitForPages // 50
await sim.fetch(settings, { method: 'PUT', headers, body: '{"limitForPages":null}' })
const one = await (await sim.fetch(\`\${settings}/limitForPages\`, { headers })).json()
one.value // 4000
\`\`\`

\`null\` goes back to the default. In a scenario:

\`\`\`yaml
extends: [demo]
world:
  settings:
    - { site: wiki, name: limitForPages, value: 50 }
\`\`\`

## What is no setting of the wiki

How rate limits are treated, whether unknown fields are refused, how large a body may be, and which assumptions are switched is the [configuration of the simulator](scenario-format/file.md#config), not of the service. Ports, hosts and tokens of a server are [flags and variables](command-line.md#variables).`

function kindWords(kind: SettingKind): string {
  switch (kind.type) {
    case 'boolean':
      return '`true` or `false`'
    case 'integer':
      return `a whole number from ${kind.minimum} to ${kind.maximum}`
    case 'text':
      return `a text of 1 to ${kind.maximumLength} characters`
    case 'spaces':
      return 'a list of keys of spaces'
  }
}
