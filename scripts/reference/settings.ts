// The page of settings: what a wiki can be set to, read from the definitions that the operations use.

import type { WorldConfig } from '../../src/model/records/world/config.ts'
import type { SettingDefinition, SettingKind } from '../../src/model/settings/definitions.ts'
import { code, page, table } from '../../src/docs/markdown.ts'
import { GENERATED } from './page-group.ts'

/** The text of the page; `config` is what a scenario begins with that says nothing of it. */
export function settingsPage(settings: readonly SettingDefinition[], config: WorldConfig): string {
  return page(
    GENERATED,
    '# Settings of a wiki',
    `A wiki has ${settings.length} settings. They are records of the world: an administrator changes them through the service, a [scenario](scenario-format/wiki.md#settings) can set other initial values, and forks, snapshots and resets include them.`,
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

const CHANGING = `The description of the service ([§4.6](service/wiki-operations.md#section-4-6)) names the operations and not the settings, so names and defaults are [assumptions](reference.md).

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

\`null\` restores the default. In a scenario:

\`\`\`yaml
extends: [demo]
world:
  settings:
    - { site: wiki, name: limitForPages, value: 50 }
\`\`\`

## What is not a setting of the wiki

Rate limits, the refusal of unknown fields, the maximum size of a body, and switched assumptions are part of the [configuration of the simulator](scenario-format/file.md#config), not of the service. Ports, hosts, tokens and the request log of a server are [flags and variables](command-line.md#variables).`

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
