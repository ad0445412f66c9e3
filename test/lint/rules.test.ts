// Runs the real linter with the project's real configuration over small files, so that no ban can stop working unseen.

import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const project = resolve(import.meta.dirname, '../..')

/** Code by the path of its file. */
type Snippets = Readonly<Record<string, string>>

const violations: Record<string, Snippets> = {
  'reqsim(no-ambient)': {
    'src/world/now.ts': 'export const now = Date.now()',
    'src/world/now-by-name.ts': "export const now = Date['now']()",
    'src/world/now-taken-out.ts': 'export const { now } = Date',
    'src/model/letters.ts': 'export const key = /^[\\p{L}_-]+$/u',
    'src/model/scripts.ts': 'export const greek = /\\P{Script=Greek}/u',
    'src/model/today.ts': 'export const today = new Date()',
    'src/model/local.ts': 'export const local = new Date(2026, 0, 5)',
    'src/model/date-call.ts': 'export const text = Date()',
    'src/model/local-hour.ts': 'export const hour = (date: Date): number => date.getHours()',
    'src/api/performance.ts': 'export const now = performance.now()',
    'src/api/random.ts': 'export const value = Math.random()',
    'src/api/random-taken-out.ts': 'export const { random } = Math',
    'src/api/uuid.ts': 'export const id = crypto.randomUUID()',
    'src/gateway/bytes.ts': 'export const bytes = crypto.getRandomValues(new Uint8Array(4))',
    'src/gateway/timer.ts': 'setTimeout(() => {}, 1)\nexport const held = true',
    'src/gateway/repeated.ts': 'setInterval(() => {}, 1)\nexport const held = true',
    'src/scenario/intl.ts': "export const collator = new Intl.Collator('en')",
    'src/scenario/locale.ts': 'export const order = (a: string, b: string): number => a.localeCompare(b)',
    'src/scenario/locale-text.ts': 'export const text = (value: number): string => value.toLocaleString()',
    'src/scenario/lower.ts': 'export const text = (value: string): string => value.toLocaleLowerCase()',
    'src/control/environment.ts': 'export const home = process.env.HOME',
    'src/control/global.ts': 'export const now = globalThis.Date.now()',
    'src/control/network.ts': "export const response = fetch('http://a.test')",
    'src/control/meta.ts': 'export const here = import.meta.url',
    'src/simulator/simulator.ts': 'export const passed = { process }',
    'src/simulator/page.ts': 'export const title = document.title',
    'src/world/idle.ts': 'requestIdleCallback(() => {})\nexport const held = true',
    'src/world/channel.ts': 'export const channel = new MessageChannel()',
    'src/world/signal.ts': 'export const signal = AbortSignal.timeout(5)',
    'src/language/written.ts': "export const letter = new RegExp('\\\\p{L}', 'u')",
    'src/replay/outcome.ts': 'export const now = Date.now()',
  },
  'reqsim(error-catalogue)': {
    'src/gateway/missing.ts': "throw new Refusal('NOT_FOUND', 'no such page')",
    'src/api/tracker/missing.ts': "export const error = new Refusal('INVALID', 'id')",
  },
  'reqsim(import-direction)': {
    'src/world/upward.ts': "export { a } from '../model/a.ts'",
    'src/language/upward.ts': "import { a } from '../api/a.ts'\nexport const b = a",
    'src/model/upward.ts': "import type { A } from '../gateway/a.ts'\nexport type B = A",
    'src/model/records/wiki/shelf.ts': "export type { A } from '../../finding/a.ts'",
    'src/model/finding/shelf.ts': "export { a } from '../pages/a.ts'",
    'src/model/pages/shelf.ts': "export { a } from '../integration/a.ts'",
    'src/model/integration/shelf.ts': "export { a } from '../schema.ts'",
    'src/api/lazy.ts': "export const a = import('../scenario/a.ts')",
    'src/api/template.ts': 'export const a = import(`../scenario/a.ts`)',
    'src/api/typed.ts': "export type A = import('../scenario/a.ts').A",
    'src/gateway/root.ts': "import { a } from '../simulator/simulator.ts'\nexport const b = a",
    'src/simulator/upward.ts': "import { a } from '../control/a.ts'\nexport const b = a",
    'src/control/tool.ts': "import { a } from '../replay/a.ts'\nexport const b = a",
    'src/record/beside.ts': "import { a } from '../adapters/node.ts'\nexport const b = a",
    'src/replay/upward.ts': "import { a } from '../record/a.ts'\nexport const b = a",
    'src/replay/beside.ts': "import { a } from '../openapi-import/a.ts'\nexport const b = a",
    'src/cli/page.ts': "import { a } from '../console/a.ts'\nexport const b = a",
    'src/console/tool.ts': "import { a } from '../control/a.ts'\nexport const b = a",
    'src/mcp/door.ts': "import { serve } from '../adapters/node.ts'\nexport const b = serve",
    'src/bundle/backend.ts': "import { serve } from '../adapters/node.ts'\nexport const b = serve",
    'src/bundle/html.ts': "import { a } from '../index.ts'\nexport const b = a",
    'src/mcp/front.ts': "import { a } from '../index.ts'\nexport const b = a",
    'src/control/agents.ts': "import { tools } from '../mcp/tools.ts'\nexport const b = tools",
    'src/control/platform.ts': "import { a } from '../platform/fetch.ts'\nexport const b = a",
    'src/control/door.ts': "import { a } from '../adapters/node.ts'\nexport const b = a",
    'src/adapters/front.ts': "import { a } from '../index.ts'\nexport const b = a",
    'src/model/strange.ts': "import { a } from '../helpers/a.ts'\nexport const b = a",
    'src/model/tested.ts': "import { a } from '../../test/a.ts'\nexport const b = a",
    'src/model/json.ts':
      "import facts from '../../package.json' with { type: 'json' }\nexport const b = facts",
    'src/index.ts': "export { a } from './adapters/node.ts'",
  },
  'reqsim(no-module-state)': {
    'src/model/counter.ts':
      'let count = 0\nexport const next = (): number => {\n  count += 1\n  return count\n}',
    'src/model/cached.ts':
      'const known = new Map<string, number>()\nexport const keep = (key: string) => known.set(key, 1)',
    'src/gateway/latest.ts':
      "const latest = { key: '' }\nexport function note(key: string): void {\n  latest.key = key\n}",
    'src/api/weak.ts': 'export const cache = new WeakMap<object, number>()',
    'src/model/imported.ts':
      "import { latest } from './latest.ts'\nexport const next = (): number => ++latest.count",
    'src/model/assigned.ts':
      "const latest = { key: '' }\nexport const note = (key: string): unknown => Object.assign(latest, { key })",
    'src/model/field.ts': 'export class Counter {\n  static count = 0\n  readonly name = 1\n}',
    'src/model/called-once.ts':
      'export const next = (() => {\n  let count = 0\n  return (): number => ++count\n})()',
    'src/language/matched.ts':
      'const word = /a/g\nexport const has = (text: string): boolean => word.test(text)',
    'src/world/instance.ts': "import { Cache } from './cache.ts'\nexport const cache = new Cache()",
  },
  'reqsim(no-private-field)': {
    'src/world/root.ts': 'export const root = (tree: { _root: unknown }): unknown => tree._root',
    'src/world/root-by-name.ts':
      "export const root = (tree: { _root: unknown }): unknown => tree['_root' as never]",
  },
  'import(no-cycle)': {
    'src/model/one.ts': "import type { Two } from './two.ts'\nexport type One = { readonly two: Two }",
    'src/model/two.ts': "import type { One } from './one.ts'\nexport type Two = { readonly one: One }",
  },
  'reqsim(import-packages)': {
    'src/world/file.ts': "import { readFileSync } from 'node:fs'\nexport const read = readFileSync",
    'src/bundle/page.ts': "import { readFileSync } from 'node:fs'\nexport const read = readFileSync",
    'src/platform/fetch.ts': "import { createServer } from 'node:http'\nexport const create = createServer",
    'src/gateway/mock.ts': "import { http } from 'msw'\nexport const handler = http",
    'src/model/certificate.ts':
      "import { Certificate } from '@peculiar/asn1-x509'\nexport const made = Certificate",
    'src/model/data.ts': "import { Collection } from '@msw/data'\nexport const made = Collection",
    'src/model/factory.ts': "import { factory } from '@mswjs/data'\nexport const made = factory",
    'src/scenario/flags.ts': "import { Command } from 'commander'\nexport const made = Command",
    'src/cli/server.ts':
      "import { McpServer } from '@modelcontextprotocol/server'\nexport const made = McpServer",
    'src/model/template.ts': 'export const read = import(`node:fs`)',
    'src/model/computed.ts': 'export const load = (name: string): unknown => import(name)',
    'src/model/unknown.ts': "import { chunk } from 'lodash'\nexport const made = chunk",
  },
  'reqsim(banned-words)': {
    'src/world/limit.ts': 'export const MOST_ROWS = 3',
    'src/gateway/reply.ts': 'export function errorAnswer(status: number): number {\n  return status\n}',
    'src/gateway/named.ts': 'export const of = (answer: string): string => answer',
    'src/gateway/renamed.ts': 'export const of = ({ body: answer }: { body: string }): string => answer',
    'src/model/read-field.ts': 'export interface Read {\n  readonly complaint: string\n}',
    'src/model/made.ts': "export const read = { mend: 'leave it out' }",
    'src/model/signed.ts': 'export interface Server {\n  answer(url: string): string\n}',
    'src/world/kept.ts':
      'export class Kept {\n  #fate = 1\n  read(): number {\n    return this.#fate\n  }\n}',
    'src/world/called.ts': 'export class Called {\n  complain(): number {\n    return 1\n  }\n}',
    'src/world/most.ts': 'export const cut = (text: string, most: number): string => text.slice(0, most)',
  },
  'reqsim(counted-noun)': {
    'src/model/removed.ts': 'export const text = (links: string[]) => `${links.length} links removed`',
    'src/model/more.ts': 'export const text = (left: number) => `and ${left} more links`',
    'src/model/less-one.ts': 'export const text = (total: number) => `${total - 1} rows`',
    'src/console/shown.tsx': 'export const Shown = (p: { left: number }) => <p>{p.left} messages</p>',
  },
  'reqsim(import-extension)': {
    'src/world/bare.ts': "import { a } from './a'\nexport const b = a",
    'test/bare.ts': "import { a } from '../src/a'\nexport const b = a",
  },
  'reqsim(zod-namespace)': {
    'src/api/named.ts': "import { z } from 'zod'\nexport const schema = z.string()",
    'src/api/default.ts': "import z from 'zod'\nexport const schema = z.string()",
  },
  'reqsim(no-export-all)': { 'src/world/barrel.ts': "export * from './clock.ts'" },
  'import(no-default-export)': { 'src/world/default.ts': 'export default 1' },
  'typescript(no-explicit-any)': {
    'src/world/any.ts': 'export const value = (it: any): unknown => it',
  },
  'typescript(ban-ts-comment)': {
    'test/escape.ts': '// @ts-expect-error because\nexport const value: string = 1',
  },
  'vitest(no-disabled-tests)': {
    'test/skipped.test.ts': "import { it } from 'vitest'\nit.skip('waits', () => {})",
  },
  'vitest(no-focused-tests)': {
    'test/only.test.ts': "import { it } from 'vitest'\nit.only('runs', () => {})",
  },
}

const fine: Snippets = {
  'src/world/dates.ts': 'export const at = (moment: number): Date => new Date(moment)',
  'src/world/utc.ts':
    'export const start = Date.UTC(2026, 0, 5)\nexport const is = (it: unknown): boolean => it instanceof Date',
  'src/world/whole.ts': 'export const whole = (value: number): number => Math.floor(value)',
  'src/world/property.ts':
    'export const sim = { fetch: 1, performance: 2 }\nexport const both = sim.fetch + sim.performance',
  'src/world/named.ts': 'export const run = (process: () => number): number => process()',
  'src/world/typed.ts': 'export type Fetch = typeof fetch\nexport interface Held { location: string }',
  'src/model/downward.ts': "import { at } from '../world/dates.ts'\nexport const start = at(0)",
  'src/model/pages/shelves.ts':
    "export { a } from '../records/wiki/a.ts'\nexport { b } from '../requirements/b.ts'",
  'src/model/whole.ts': "export { a } from './integration/a.ts'",
  'src/control/root.ts':
    "import type { Simulator } from '../simulator/simulator.ts'\nexport type Held = Simulator[]",
  'src/adapters/node.ts': "import { createServer } from 'node:http'\nexport const create = createServer",
  'src/adapters/node/timer.ts': 'export const start = (): number => Date.now()',
  'src/adapters/msw.ts': "import { http } from 'msw'\nexport const handler = http",
  'src/adapters/data.ts': "import { Collection } from '@msw/data'\nexport const made = Collection",
  'src/cli/main.ts': "import { argv } from 'node:process'\nconsole.log(argv, process.pid)",
  'src/console/response.ts': "import type { A } from '../control/a.ts'\nexport type B = A",
  'src/api/schema.ts': "import * as z from 'zod'\nexport const schema = z.string()",
  'vitest.config.ts': 'export default {}',
  'src/model/table.ts':
    "const words = new Map([['a', 1]])\nwords.set('b', 2)\nexport const read = (key: string) => words.get(key)",
  'src/model/computed-once.ts':
    'export const words = (() => {\n  const found: string[] = []\n  found.push(String())\n  return found\n})()',
  'src/language/split.ts':
    'const COMMA = /,/g\nexport const split = (text: string): string => text.replaceAll(COMMA, String())',
  'src/api/zod.ts': 'export const kind = (schema: { _zod: { def: unknown } }): unknown => schema._zod.def',
  'src/model/verb.ts':
    'const MAXIMUM = 3\nexport const text = (key: string) => `${key} links at most ${MAXIMUM} rows and is ${key.length} long`',
}

let folder: string
let reports: { rule: string; path: string }[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reqsim-lint-'))
  await cp(join(project, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  await cp(join(project, 'lint'), join(folder, 'lint'), { recursive: true })
  for (const [path, code] of [...Object.values(violations), fine].flatMap(Object.entries<string>)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), `${code}\n`)
  }
  reports = await lint()
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function lint(): Promise<{ rule: string; path: string }[]> {
  const linter = join(project, 'node_modules/oxlint/bin/oxlint')
  const options = { cwd: folder, maxBuffer: 4_000_000 }
  const failure = await promisify(execFile)(process.execPath, [linter, '--format=json'], options).then(
    () => undefined,
    (error: { code: number; stdout: string }) => error,
  )
  expect(failure?.code, 'the linter must fail over the violations').toBe(1)
  const { diagnostics } = JSON.parse(failure?.stdout ?? '') as {
    diagnostics: { code: string; filename: string }[]
  }
  return diagnostics.map(({ code, filename }) => ({ rule: code, path: filename.replace(`${folder}/`, '') }))
}

describe.each(Object.entries(violations))('%s', (rule, snippets) => {
  it.each(Object.keys(snippets))('objects to %s', (path) => {
    expect(reports).toContainEqual({ rule, path })
  })
})

describe('code that keeps the rules', () => {
  it.each(Object.keys(fine))('passes: %s', (path) => {
    expect(reports.filter((report) => report.path === path)).toEqual([])
  })
})

it('covers every rule of our own', async () => {
  const configuration = await readFile(join(project, '.oxlintrc.json'), 'utf8')
  const own = new Set(
    [...configuration.matchAll(/"reqsim\/([a-z-]+)"/g)].map(([, name]) => `reqsim(${name})`),
  )
  expect([...own].toSorted()).toEqual(
    Object.keys(violations)
      .filter((rule) => rule.startsWith('reqsim('))
      .toSorted(),
  )
})
