/**
 * Everything that reads text or data of others: what it takes, what it is made of, how it refuses, and families of inputs
 * that double, for whoever wants to know whether it reads them in time that grows with their length alone.
 */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { ExchangeAnswer } from '../../src/api/exchange.ts'
import { readForm } from '../../src/api/multipart.ts'
import { parseJson } from '../../src/api/json-text.ts'
import { operations } from '../../src/api/operations.ts'
import { openApiDocument } from '../../src/api/openapi/document.ts'
import { CommandFailure } from '../../src/cli/failure.ts'
import { readArchive } from '../../src/cli/replay-archive.ts'
import { placeExchanges } from '../../src/cli/replay-bases.ts'
import { importCheckedWorld } from '../../src/control/world-import.ts'
import { createSimulator, OpenApiError, ScenarioError, type Simulator } from '../../src/index.ts'
import { parseFormula } from '../../src/language/formula/parse.ts'
import { compileLike } from '../../src/language/like.ts'
import { parseOrderBy } from '../../src/language/order-by/parse.ts'
import { explainQuery } from '../../src/language/query/explain.ts'
import { parseQuery } from '../../src/language/query/parse.ts'
import { LanguageSyntaxError } from '../../src/language/syntax-error.ts'
import { foldCase } from '../../src/language/values.ts'
import { readCsv } from '../../src/model/external-properties/spreadsheets/csv.ts'
import { isPath } from '../../src/model/faults/matching.ts'
import { Refusal } from '../../src/model/refusal.ts'
import { htmlToText } from '../../src/model/requirements/excerpt.ts'
import { inertHtml } from '../../src/model/rich-text/inert.ts'
import { worldSchema } from '../../src/model/schema.ts'
import { parseTemplate } from '../../src/model/templates/placeholders.ts'
import { evaluateJsonPath, parseJsonPath } from '../../src/scenario/json-path.ts'
import { importDescriptions } from '../../src/scenario/openapi/import.ts'
import { hasPattern, readPattern } from '../../src/scenario/openapi/pattern.ts'
import { compilePattern, namesInPattern } from '../../src/scenario/patterns.ts'
import { readScenarioText } from '../../src/scenario/text.ts'
import { fillText, PlaceholderError, placeholdersOf } from '../../src/scenario/timeline-values.ts'
import { formatInstant, parseDuration, parseInstant } from '../../src/world/duration.ts'
import { exportWorld, WorldDocumentError } from '../../src/world/transfer.ts'
import { randomFields } from '../../src/world/random.ts'
import { browserArchive } from '../cli/replaying.ts'
import { worldComplaints } from './world-invariants.ts'
import { FORMULAS, HOSTILE_TEXTS, QUERIES } from './hostile-words.ts'

interface Common {
  readonly name: string
  /** Whether an error is one that the reader documents. */
  readonly refuses: (error: unknown) => boolean
  /** Inputs by size; each should take twice the time for twice the size, at most. */
  readonly families: Readonly<Record<string, (size: number) => string>>
  /** YAML, of which a hundred thousand lines take seconds. */
  readonly isYaml?: boolean
}

/** Reads text. */
export interface TextParser extends Common {
  readonly kind: 'text'
  readonly corpus: readonly string[]
  /** Fragments that its texts are made of. */
  readonly words: readonly string[]
  /** Reads; throws what `refuses` knows, or an Error that says what came out wrong. */
  readonly read: (text: string) => void | Promise<void>
}

/** Reads data, which is changed field by field: nearly all changes of its text would be no JSON. */
export interface DataParser extends Common {
  readonly kind: 'data'
  readonly corpus: readonly unknown[]
  readonly read: (value: unknown) => void | Promise<void>
  /** Reads what stands in a file. */
  readonly readText: (text: string) => void | Promise<void>
}

export type FuzzedParser = TextParser | DataParser

const never = (): boolean => false
const isA =
  (kind: abstract new (...given: never[]) => Error) =>
  (error: unknown): boolean =>
    error instanceof kind

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}

const repeat =
  (before: string, part: string, after = '') =>
  (size: number) =>
    before + part.repeat(size) + after

const languageWords = [
  'key',
  '@Name',
  'ext@Main\\ Category',
  'from@refines',
  'to',
  '->',
  '→',
  '=',
  '!=',
  '<>',
  '<=',
  '~',
  'LIKE',
  'IS',
  'NULL',
  'NOT',
  'IN',
  'AND',
  'OR',
  '(',
  ')',
  ',',
  "'REQ-%'",
  '"x"',
  '3',
  '-',
  '1.5',
  '1e9',
  'true',
  'user',
  'baseline',
  'was',
  'space',
  '$currentBaseline',
  'isModified',
  "'",
  '"',
  '\\',
  '@',
  '%',
  '+',
  '*',
  '/',
  'COUNT',
  'SUM',
  'IF',
  'PERCENT',
  'ASC',
  'DESC',
  'KEY',
  ';',
  '\u0000',
  '\ud800',
  '𝒳',
  '__proto__',
  'constructor',
]
const nesting = {
  'nested parentheses': (size: number) => '('.repeat(size) + 'key' + ')'.repeat(size),
  'open parentheses': repeat('', '('),
  'one long name': repeat('', 'a'),
  'one long text': repeat("'", 'a', "'"),
  'an unclosed quote': repeat("'", 'a'),
  'quotes alone': repeat('', "'"),
  escapes: repeat('@', '\\ '),
  'a long number': repeat('', '9'),
  blanks: repeat('', ' '),
}

const query: TextParser = {
  kind: 'text',
  name: 'query',
  corpus: QUERIES,
  words: languageWords,
  refuses: isA(LanguageSyntaxError),
  read(text) {
    check(explainQuery(parseQuery(text)).length > 0, 'is not explained')
  },
  families: {
    ...nesting,
    NOT: repeat('', 'NOT ', "key = 'x'"),
    chains: repeat('', 'from -> ', "key = 'x'"),
    alternatives: repeat("key = 'x'", " OR key = 'x'"),
    values: repeat("key IN ('x'", ", 'x'", ')'),
  },
}

const formula: TextParser = {
  kind: 'text',
  name: 'formula',
  corpus: FORMULAS,
  words: languageWords,
  refuses: never,
  read(text) {
    for (const language of ['calculation', 'aggregation'] as const) {
      const parsed = parseFormula(text, language)
      check(parsed.ok || parsed.errors.length > 0, 'is refused without an error')
      if (!parsed.ok)
        check(
          parsed.errors.every(({ position }) => position >= 0 && position <= text.length),
          'is refused elsewhere',
        )
    }
  },
  families: {
    ...nesting,
    signs: repeat('', '-', '1'),
    sums: repeat('1', ' + 1'),
    calls: (size) => 'IF('.repeat(size) + '1' + ')'.repeat(size),
    arguments: repeat('IF(1', ', 1', ')'),
    'unknown names': repeat('', 'x + '),
  },
}

const orderBy: TextParser = {
  kind: 'text',
  name: 'order-by',
  corpus: ['KEY ASC, BASELINE DESC', 'reqkey', 'TITLE DESC, ID, STATUS asc, SPACEKEY'],
  words: languageWords,
  refuses: isA(LanguageSyntaxError),
  read: (text) => void parseOrderBy(text),
  families: { ...nesting, columns: repeat('KEY', ', KEY'), commas: repeat('', ',') },
}

const scenarios = resolve(import.meta.dirname, '../../scenarios')
const scenarioTexts = [
  ...readdirSync(scenarios)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => readFileSync(join(scenarios, name), 'utf8')),
  readFileSync(resolve(import.meta.dirname, '../compat/features.yaml'), 'utf8'),
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
const yamlWords = [
  ':',
  ': ',
  '\n',
  '\n  ',
  '- ',
  '[',
  ']',
  '{',
  '}',
  ', ',
  '&a ',
  '*a',
  '!!str ',
  '"',
  "'",
  '#',
  ' #',
  '|\n',
  '>-\n',
  '? ',
  '%YAML 1.2\n',
  '---\n',
  '...\n',
  '\t',
  '<<: ',
  '~',
  'null',
  '.nan',
  '.inf',
  '0x1F',
  '1_000',
  '2026-01-05',
  'world:',
  'users:',
  'spaces:',
  'requirements:',
  'remove: true',
  'extends:',
  '__proto__: 1',
  '\u0000',
  '\ufeff',
  '\u2028',
]
const yamlFamilies = {
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

const scenarioText: TextParser = {
  kind: 'text',
  name: 'scenario-text',
  isYaml: true,
  corpus: [SMALL_SCENARIO, ...scenarioTexts],
  words: yamlWords,
  refuses: isA(ScenarioError),
  read: (text) => void readScenarioText(text, 'test.yaml'),
  families: yamlFamilies,
}

const scenario: DataParser = {
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

const folder = mkdtempSync(join(tmpdir(), 'reqsim-fuzz-'))
const archive = browserArchive([
  {
    url: 'https://x.example/wiki/rest/reqs/1/requirement2/ENG/REQ-001',
    headers: { authorization: 'Bearer x' },
    answer: { key: 'REQ-001' },
  },
  {
    method: 'POST',
    url: 'https://x.example/wiki/rest/reqs/1/baseline/ENG',
    body: { baseline: { name: 'x' } },
    status: 400,
    answer: { message: 'no' },
  },
  {
    method: 'PUT',
    url: 'https://x.example/a',
    body: { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a', value: 'b' }] },
  },
])

const har: DataParser = {
  kind: 'data',
  name: 'har',
  corpus: [archive, simulatorArchive()],
  refuses: isA(CommandFailure),
  read: (value) => readArchiveText(JSON.stringify(value) ?? ''),
  readText: readArchiveText,
  families: {
    lists: (size) => '['.repeat(size) + ']'.repeat(size),
    objects: (size) => '{"log":'.repeat(size) + '1' + '}'.repeat(size),
    entries: (size) =>
      `{"log":{"entries":[${Array.from({ length: size }, () => '{"request":{"method":"GET","url":"http://x/a"}}').join(',')}]}}`,
    'a long url': (size) =>
      `{"log":{"entries":[{"request":{"method":"GET","url":"http://x/${'a/'.repeat(size)}"}}]}}`,
    headers: (size) =>
      `{"log":{"entries":[{"request":{"method":"GET","url":"http://x/","headers":[${'{"name":"a","value":"b"},'.repeat(size)}{}]}}]}}`,
    'an unclosed text': repeat('{"log":"', 'a'),
  },
}

function readArchiveText(text: string): void {
  const file = join(folder, 'any.har')
  writeFileSync(file, text)
  placeExchanges(readArchive(file), { bases: [], keepsPaths: false })
}

function simulatorArchive(): unknown {
  const request = {
    method: 'GET',
    url: 'http://api.sim/api/applications/101',
    headers: [{ name: 'x', value: 'y' }],
  }
  const response = {
    status: 200,
    headers: [],
    content: { text: 'e30=', encoding: 'base64', mimeType: 'application/json' },
  }
  const entry = { startedDateTime: '2026-01-05T09:00:00.000Z', _user: 'alice', _fault: 1, request, response }
  return {
    log: {
      version: '1.2',
      creator: { name: 'reqsim', version: '1' },
      entries: [entry, { ...entry, _fault: undefined }],
    },
  }
}

const demo = await createSimulator({ scenario: 'demo' })

const world: DataParser = {
  kind: 'data',
  name: 'world',
  corpus: [exportWorld(demo.world)],
  refuses: isA(WorldDocumentError),
  async read(value) {
    const plain: unknown = JSON.parse(JSON.stringify(value))
    const complaints = worldComplaints(importCheckedWorld(worldSchema, plain))
    check(complaints.length === 0, complaints.join('\n'))
    await answersFrom(plain)
  },
  async readText(text) {
    const { status } = await importText(demo.fork(), text)
    check(status < 500, `import answers ${status}`)
  },
  families: {
    records: (size) =>
      JSON.stringify({
        format: 'reqsim.world',
        version: 1,
        seed: '1',
        clock: exportWorld(demo.world).clock,
        stores: {
          eu: {
            featureUse: Array.from({ length: size }, (_, at) => ({
              id: `1/x${at}`,
              userId: 1,
              feature: `x${at}`,
            })),
          },
        },
      }),
    depth: (size) =>
      `{"format":"reqsim.world","version":1,"seed":"1","clock":${JSON.stringify(exportWorld(demo.world).clock)},"stores":{"eu":{"user":[${'{"a":'.repeat(size)}1${'}'.repeat(size)}]}}}`,
  },
}

const WRITE_HEADERS = { 'content-type': 'application/json', 'x-sim-control': '1' }

function importText(simulator: Simulator, body: string): Promise<ExchangeAnswer> {
  return simulator.exchange({ method: 'POST', url: '/_sim/import', headers: WRITE_HEADERS, body })
}

const reading = operations.filter(({ method }) => method === 'GET')
let turn = 0

/** Whatever was taken, nothing stumbles over it: some reads, and time that goes on. */
async function answersFrom(document: unknown): Promise<void> {
  const { exampleRequest } = await import('../support/examples.ts')
  const simulator = demo.fork()
  const imported = await importText(simulator, JSON.stringify(document))
  // A world without a fault of its own may still hold numbers that bodies may not.
  if (imported.status !== 200) return check(imported.status < 500, `import answers ${imported.status}`)
  for (let count = 0; count < 12; count++) {
    const operation = reading[turn++ % reading.length]!
    const { method, path, headers: own, body } = exampleRequest(operation)
    await simulator.exchange({ method, url: path, headers: own, body })
  }
  await simulator.exchange({
    method: 'POST',
    url: '/_sim/clock/advance',
    headers: WRITE_HEADERS,
    body: '{"by":"3m"}',
  })
  const defects = simulator.journal
    .entries()
    .flatMap(({ defect, fault, request }) =>
      defect === undefined || fault !== undefined ? [] : [`${request.url}: ${defect}`],
    )
  check(defects.length === 0, `an imported world is stumbled over: ${defects[0]}`)
}

const described = openApiDocument('hosted-wiki', operations, {
  baseUrls: ['/'],
  version: '1',
  assumptions: [],
})
const smallDescription = {
  openapi: '3.0.3',
  info: { title: 'Mine', version: '1' },
  paths: {
    '/widgets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        operationId: 'w',
        parameters: [{ $ref: '#/components/parameters/q' }],
        responses: { 200: { $ref: '#/components/responses/W' } },
      },
      put: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } } },
        responses: {
          201: {
            description: 'x',
            content: {
              'application/json': {
                schema: {
                  allOf: [
                    { $ref: '#/components/schemas/Node' },
                    { type: 'object', required: ['b'], properties: { b: { enum: ['x', 'y'] } } },
                  ],
                },
              },
            },
          },
        },
      },
    },
  },
  components: {
    parameters: {
      q: {
        name: 'q',
        in: 'query',
        schema: { type: 'array', items: { type: 'string', pattern: '^[a-c]{2,4}$' } },
      },
    },
    responses: {
      W: {
        description: 'x',
        content: {
          'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Node' } } },
        },
      },
    },
    schemas: {
      Node: {
        type: 'object',
        required: ['kind'],
        discriminator: { propertyName: 'kind', mapping: { leaf: '#/components/schemas/Leaf' } },
        properties: {
          kind: { type: 'string' },
          next: { $ref: '#/components/schemas/Node' },
          size: { type: 'number', multipleOf: 0.5, minimum: 1 },
        },
      },
      Leaf: {
        oneOf: [
          { $ref: '#/components/schemas/Node' },
          { type: 'string', format: 'date-time', nullable: true },
        ],
      },
    },
  },
}

const openapi: DataParser = {
  kind: 'data',
  name: 'openapi',
  isYaml: true,
  corpus: [smallDescription, smallDescription, described],
  refuses: isA(OpenApiError),
  async read(document) {
    // Nothing else is taken for a description, whatever it holds.
    if (typeof document !== 'object' || document === null) return
    const given = [{ surface: 'standalone' as const, document, file: 'mine.json' }]
    await importDescriptions(given)
    const simulator = await createSimulator({ openapi: given })
    const headers = { authorization: 'Bearer tok-alice', 'content-type': 'application/json' }
    for (const [method, url, body] of [
      ['GET', '/api/widgets/1?q=ab', undefined],
      ['PUT', '/api/widgets/1', '{"kind":"leaf","next":{"kind":"x"}}'],
      ['GET', '/api/widgets/x', undefined],
    ] as const) {
      const { status, body: text } = await simulator.exchange({ method, url, headers, body })
      check(
        status < 500 || simulator.journal.entries().at(-1)?.defect === undefined,
        `${method} ${url} answers ${status}: ${simulator.journal.entries().at(-1)?.defect}`,
      )
      check(text.length < 1_000_000, `${method} ${url} answers ${text.length} characters`)
    }
  },
  async readText(text) {
    await importDescriptions([{ surface: 'standalone', document: text, file: 'mine.json' }])
  },
  families: {
    lists: (size) => `{"openapi":"3.0.0","paths":{},"x":${'['.repeat(size)}${']'.repeat(size)}}`,
    paths: (size) =>
      JSON.stringify({
        openapi: '3.0.0',
        paths: Object.fromEntries(
          Array.from({ length: size }, (_, at) => [`/w${at}`, { get: { responses: {} } }]),
        ),
      }),
    'references in a row': (size) => {
      const schemas = Object.fromEntries(
        Array.from({ length: size }, (_, at) => [`S${at}`, { $ref: `#/components/schemas/S${at + 1}` }]),
      )
      const content = { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } }
      return JSON.stringify({
        openapi: '3.0.0',
        paths: { '/w': { get: { responses: { 200: { description: 'x', content } } } } },
        components: { schemas: { ...schemas, [`S${size}`]: {} } },
      })
    },
    'a circle of references': (size) => {
      const schemas = Object.fromEntries(
        Array.from({ length: size }, (_, at) => [
          `S${at}`,
          { $ref: `#/components/schemas/S${(at + 1) % size}` },
        ]),
      )
      const content = { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } }
      return JSON.stringify({
        openapi: '3.0.0',
        paths: { '/w': { get: { responses: { 200: { description: 'x', content } } } } },
        components: { schemas },
      })
    },
    ...Object.fromEntries(
      Object.entries(yamlFamilies).map(([name, make]) => [
        `YAML: ${name}`,
        (size: number) => `openapi: 3.0.0\npaths: {}\n${make(size)}`,
      ]),
    ),
  },
}

const durations: TextParser = {
  kind: 'text',
  name: 'duration',
  corpus: [
    '250ms',
    '10s',
    '3m',
    '2h',
    '1d',
    '1.5h',
    'PT3M',
    'P1DT2H',
    'P2W',
    'PT0.001S',
    '2026-01-05T09:00:00Z',
    '2026-01-05',
    '2026-02-29T23:59:60+14:00',
  ],
  words: ['P', 'T', 'D', 'H', 'M', 'S', 'W', 'ms', 'd', '.', '0', '9', '-', '+', ':', 'Z', '1e9', ' ', '２'],
  refuses: never,
  read(text) {
    const duration = parseDuration(text)
    check(duration === undefined || (Number.isInteger(duration) && duration >= 0), `is ${duration} ms`)
    const instant = parseInstant(text)
    check(
      instant === undefined || parseInstant(formatInstant(instant)) === instant,
      `is the instant ${instant}`,
    )
  },
  families: {
    digits: repeat('', '9', 's'),
    decimals: repeat('1.', '9', 's'),
    units: repeat('P', '1D'),
    letters: repeat('P', 'T'),
  },
}

const LISTS = { a: ['x', 'y'], constructor: ['z'] }
const VALUES = { key: 'K', number: 1, page: 2, prefix: 'P' }

/** Words of several small languages, each of which reads the same texts. */
const patterns: TextParser = {
  kind: 'text',
  name: 'patterns',
  corpus: [
    '{a} of {key}',
    '^[a-c]{2,4}\\d+$',
    '$.items[0].key',
    '$..*',
    '${id} and $${x}',
    '/wiki/{a}/*',
    'REQ-{000}',
    '%battery%',
    '{{ key }} {{= COUNT() }}',
    "$['a b'][-1]",
  ],
  words: [
    '{',
    '}',
    '{{',
    '}}',
    '${',
    '$',
    '[',
    ']',
    '.',
    '..',
    '*',
    '+',
    '?',
    '^',
    '\\d',
    '\\',
    '-',
    '{2,4}',
    '(',
    ')',
    '|',
    'a',
    '0',
    "'",
    '"',
    '/',
    '%',
    ',',
    ':',
    '\u0000',
    '𝒳',
    '__proto__',
    'constructor',
  ],
  refuses: isA(PlaceholderError),
  read(text) {
    const names = namesInPattern(text)
    if (names.every((name) => Object.hasOwn(LISTS, name) || Object.hasOwn(VALUES, name)))
      check(
        typeof compilePattern(text, LISTS)(VALUES, () => randomFields('1', 'x', 1)('y')) === 'string',
        'makes no text',
      )
    const safe = readPattern(text)
    if (safe !== undefined) hasPattern(text, safe)
    const path = parseJsonPath(text)
    if (typeof path !== 'string') evaluateJsonPath(path, { items: [{ key: [1, { a: 'b' }] }], a: {} })
    isPath(text, text)
    compileLike(text).matches(foldCase(text))
    for (const type of ['text', 'html'] as const) parseTemplate(text, type as never)
    inertHtml(text)
    htmlToText(text)
    placeholdersOf(text)
    fillText(text, new Map([['id', 1]]))
  },
  families: {
    braces: repeat('', '{'),
    'pairs of braces': repeat('', '{a}'),
    'double braces': repeat('', '{{'),
    placeholders: repeat('', '${id}'),
    'open placeholders': repeat('', '${'),
    brackets: repeat('$', '[0]'),
    'open brackets': repeat('$', '['),
    dots: repeat('$', '..*'),
    segments: repeat('', '/{a}'),
    wildcards: repeat('', '%a'),
    stars: repeat('^', 'a*', '$'),
    tags: repeat('', '<b>'),
    'open tags': repeat('', '<'),
    attributes: repeat('<a ', 'b="c" ', '>'),
    'unclosed attributes': repeat('<a b="', 'c'),
    comments: repeat('', '<!--'),
    entities: repeat('', '&lt;'),
    ampersands: repeat('', '&'),
    semicolons: repeat('', '&#x1F600;'),
    'nested tags': (size) => '<div>'.repeat(size) + '</div>'.repeat(size),
    'closing tags': repeat('', '</div>'),
    scripts: repeat('', '<script>'),
  },
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

const form: TextParser = {
  kind: 'text',
  name: 'form',
  corpus: [
    '--edge\r\nContent-Disposition: form-data; name="file"; filename="costs.csv"\r\nContent-Type: text/csv\r\n\r\nKey,Cost\r\n--edge\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--edge--\r\n',
  ],
  words: [
    '--edge',
    '\r\n',
    '--',
    '"',
    ';',
    'name=',
    'filename=',
    'filename*=',
    'Content-Disposition: form-data; ',
    ': ',
    '\u0000',
  ],
  refuses: isA(Refusal),
  read: (text) => void readForm(encode(text), 'multipart/form-data; boundary=edge'),
  families: {
    boundaries: repeat('', '--edge\r\n'),
    dashes: repeat('', '-'),
    'line ends': repeat('--edge', '\r\n'),
    headers: repeat('--edge\r\n', 'A: b\r\n', '\r\n\r\n--edge--'),
    parts: repeat('', '--edge\r\nA: b\r\n\r\nx\r\n', '--edge--'),
    'nearly boundaries': repeat('--edge\r\nA: b\r\n\r\n', '\r\n--edg', '\r\n--edge--'),
  },
}

const csv: TextParser = {
  kind: 'text',
  name: 'csv',
  corpus: ['Key,Cost\r\nREQ-001,"7, ""8"""\r\n', 'Key;Cost\n"REQ-001";7\n', '\ufeffKey\tCost\nREQ-001\t7'],
  words: ['"', '""', ',', ';', '\t', '|', '\n', '\r\n', '\r', '=1+1', '\ufeff'],
  refuses: isA(Refusal),
  read: (text) => void readCsv(encode(text)),
  families: {
    quotes: repeat('', '"'),
    cells: repeat('', 'a,'),
    rows: repeat('', 'a\n'),
    'an unclosed quote': repeat('a,"', 'b\n'),
    'quoted cells': repeat('', '"a""b",'),
  },
}

const json: TextParser = {
  kind: 'text',
  name: 'json',
  corpus: ['{"rows":[{"key":"REQ-001","cost":7.5e0}],"a":null}', '[true,false,-0,"\\u00e9"]'],
  words: [
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '"',
    '\\u',
    '1e400',
    '-',
    '.',
    'null',
    'NaN',
    '9007199254740993',
    '{"__proto__":1}',
  ],
  refuses: isA(Refusal),
  read: (text) => void parseJson(text),
  families: {
    lists: (size) => '['.repeat(size) + ']'.repeat(size),
    'open lists': repeat('', '['),
    objects: (size) => '{"a":'.repeat(size) + '1' + '}'.repeat(size),
    digits: repeat('', '9'),
    escapes: repeat('"', '\\u0041', '"'),
    items: repeat('[', '{},', '{}]'),
  },
}

/** Texts that any of them may be given. */
export const COMMON_WORDS: readonly string[] = HOSTILE_TEXTS.filter((text) => text.length < 100)

export const PARSERS: readonly FuzzedParser[] = [
  query,
  formula,
  orderBy,
  scenarioText,
  scenario,
  har,
  world,
  openapi,
  durations,
  patterns,
  form,
  csv,
  json,
]
