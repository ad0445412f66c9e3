/** Scenarios: as text, and as what the text holds. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createSimulator, ScenarioError } from '../../../src/index.ts'
import { readScenarioText } from '../../../src/scenario/format/text.ts'
import { worldComplaints } from '../world-invariants.ts'
import { check, type DataParser, isA, repeat, type TextParser } from './parser.ts'

const scenarios = resolve(import.meta.dirname, '../../../scenarios')
const scenarioTexts = [
  ...readdirSync(scenarios)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => readFileSync(join(scenarios, name), 'utf8')),
  readFileSync(resolve(import.meta.dirname, '../../compat/kept/0.1.0/features.yaml'), 'utf8'),
  // Others extend files, or are long.
].filter((text) => !text.includes('../') && text.length < 6000)
const SMALL_SCENARIO = `name: small
extends: [demo]
seed: 7
clock: { start: 2026-01-05T09:00:00Z, mode: auto }
config: { rateLimit: off, assumptions: { A07: plain-text } }
world:
  spaces: [{ site: wiki, key: NEW, name: "New" }]
  pages: [{ id: 4900, space: NEW, title: 'A page', version: 2 }]
  requirements: [{ id: 6900, space: NEW, key: NEW-1, text: It shall., properties: { Priority: High } }]
generate:
  - { requirements: 20, space: NEW, prefix: GEN-, properties: { Priority: [High, Low] }, dependencies: { refines: 0.3 } }
faults:
  - { operation: wiki.requirement.search, after: 1, times: 2, status: 503, latency: 2s }
timeline:
  - { as: alice, call: GET /api/applications/101, expect: { status: 200 }, save: { id: $.id } }
  - { advance: 3m }
`
/** What YAML can be written with besides. */
const ODD_YAML = `%YAML 1.2
---
? name
: &a 'odd' # a comment
description: |
  text
seed: 0x1F
clock: >-
  *a
config: ~
"<<": { extends: .nan, remove: true }
...
`
export const yamlFamilies = {
  'flow lists': repeat('a: ', '['),
  'flow maps': repeat('', '{a: ', '1'),
  'block maps': (size: number) =>
    Array.from({ length: Math.min(size, 3000) }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
  'sequences in sequences': repeat('', '- ', '1'),
  items: repeat('a:\n', '  - x\n'),
  anchors: (size: number) => Array.from({ length: size }, (_, at) => `k${at}: &a${at} x`).join('\n'),
  aliases: (size: number) => `a: &a x\nb: [${'*a, '.repeat(size)}]`,
  'an unclosed quote': repeat('a: "', 'x'),
  'an unclosed list': repeat('a: [', 'x, '),
  keys: (size: number) => Array.from({ length: size }, (_, at) => `k${at}: 1`).join('\n'),
  'one long text': repeat('a: ', 'x'),
  'folded lines': repeat('a: >\n', '  x\n'),
  comments: repeat('', '# x\n'),
  'question marks': repeat('', '? '),
  documents: repeat('', '---\n'),
}

export const scenarioText: TextParser = {
  kind: 'text',
  name: 'scenario-text',
  isYaml: true,
  corpus: [SMALL_SCENARIO, ODD_YAML, ...scenarioTexts],
  words: ['!!str ', '.inf', '1_000', '\t', '__proto__: 1'],
  refuses: isA(ScenarioError),
  read: (text) => void readScenarioText(text, 'test.yaml'),
  families: yamlFamilies,
}

export const scenario: DataParser = {
  kind: 'data',
  name: 'scenario',
  isYaml: true,
  corpus: [SMALL_SCENARIO, ...scenarioTexts].map((text) => readScenarioText(text, 'test.yaml').value),
  refuses: isA(ScenarioError),
  async read(value) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || isCostly(value)) return
    const simulator = await createSimulator({ scenario: value as never })
    const complaints = worldComplaints(simulator.world)
    check(complaints.length === 0, complaints.join('\n'))
  },
  async readText(text) {
    await createSimulator({ scenario: readScenarioText(text, 'test.yaml').value as never })
  },
  families: yamlFamilies,
}

/** Nobody waits for a hundred thousand records. */
function isCostly(value: object): boolean {
  const { generate } = value as { generate?: unknown }
  if (!Array.isArray(generate)) return false
  return generate.some((one) =>
    Object.values((one ?? {}) as object).some((count) => typeof count === 'number' && count > 500),
  )
}
