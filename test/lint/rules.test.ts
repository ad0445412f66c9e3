// Runs the real linter with the project's real configuration over small files, so that no ban can stop working unseen.

import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const project = resolve(import.meta.dirname, '../..')

interface Snippet {
  path: string
  code: string
}

const violations: Record<string, Snippet[]> = {
  'reqsim(no-ambient)': [
    { path: 'src/world/now.ts', code: 'export const now = Date.now()' },
    { path: 'src/world/now-by-name.ts', code: "export const now = Date['now']()" },
    { path: 'src/world/now-taken-out.ts', code: 'export const { now } = Date' },
    { path: 'src/model/letters.ts', code: 'export const key = /^[\\p{L}_-]+$/u' },
    { path: 'src/model/scripts.ts', code: 'export const greek = /\\P{Script=Greek}/u' },
    { path: 'src/model/today.ts', code: 'export const today = new Date()' },
    { path: 'src/model/local.ts', code: 'export const local = new Date(2026, 0, 5)' },
    { path: 'src/model/date-call.ts', code: 'export const text = Date()' },
    { path: 'src/model/local-hour.ts', code: 'export const hour = (date: Date): number => date.getHours()' },
    { path: 'src/api/performance.ts', code: 'export const now = performance.now()' },
    { path: 'src/api/random.ts', code: 'export const value = Math.random()' },
    { path: 'src/api/random-taken-out.ts', code: 'export const { random } = Math' },
    { path: 'src/api/uuid.ts', code: 'export const id = crypto.randomUUID()' },
    { path: 'src/gateway/bytes.ts', code: 'export const bytes = crypto.getRandomValues(new Uint8Array(4))' },
    { path: 'src/gateway/timer.ts', code: 'setTimeout(() => {}, 1)\nexport const held = true' },
    { path: 'src/gateway/repeated.ts', code: 'setInterval(() => {}, 1)\nexport const held = true' },
    { path: 'src/scenario/intl.ts', code: "export const collator = new Intl.Collator('en')" },
    {
      path: 'src/scenario/locale.ts',
      code: 'export const order = (a: string, b: string): number => a.localeCompare(b)',
    },
    {
      path: 'src/scenario/locale-text.ts',
      code: 'export const text = (value: number): string => value.toLocaleString()',
    },
    {
      path: 'src/scenario/lower.ts',
      code: 'export const text = (value: string): string => value.toLocaleLowerCase()',
    },
    { path: 'src/control/environment.ts', code: 'export const home = process.env.HOME' },
    { path: 'src/control/global.ts', code: 'export const now = globalThis.Date.now()' },
    { path: 'src/control/network.ts', code: "export const answer = fetch('http://a.test')" },
    { path: 'src/control/meta.ts', code: 'export const here = import.meta.url' },
    { path: 'src/simulator/simulator.ts', code: 'export const passed = { process }' },
  ],
  'reqsim(error-catalogue)': [
    { path: 'src/gateway/missing.ts', code: "throw new Refusal('NOT_FOUND', 'no such page')" },
    { path: 'src/api/tracker/missing.ts', code: "export const error = new Refusal('INVALID', 'id')" },
  ],
  'reqsim(import-direction)': [
    { path: 'src/world/upward.ts', code: "export { a } from '../model/a.ts'" },
    { path: 'src/language/upward.ts', code: "import { a } from '../api/a.ts'\nexport const b = a" },
    { path: 'src/model/upward.ts', code: "import type { A } from '../gateway/a.ts'\nexport type B = A" },
    { path: 'src/api/lazy.ts', code: "export const a = import('../scenario/a.ts')" },
    { path: 'src/api/typed.ts', code: "export type A = import('../scenario/a.ts').A" },
    {
      path: 'src/gateway/root.ts',
      code: "import { a } from '../simulator/simulator.ts'\nexport const b = a",
    },
    { path: 'src/simulator/upward.ts', code: "import { a } from '../control/a.ts'\nexport const b = a" },
    { path: 'src/control/tool.ts', code: "import { a } from '../replay/a.ts'\nexport const b = a" },
    { path: 'src/replay/beside.ts', code: "import { a } from '../openapi-import/a.ts'\nexport const b = a" },
    { path: 'src/cli/page.ts', code: "import { a } from '../console/a.ts'\nexport const b = a" },
    { path: 'src/console/tool.ts', code: "import { a } from '../control/a.ts'\nexport const b = a" },
    { path: 'src/control/door.ts', code: "import { a } from '../adapters/node.ts'\nexport const b = a" },
    { path: 'src/adapters/front.ts', code: "import { a } from '../index.ts'\nexport const b = a" },
    { path: 'src/model/strange.ts', code: "import { a } from '../helpers/a.ts'\nexport const b = a" },
    { path: 'src/model/tested.ts', code: "import { a } from '../../test/a.ts'\nexport const b = a" },
    {
      path: 'src/model/json.ts',
      code: "import facts from '../../package.json' with { type: 'json' }\nexport const b = facts",
    },
    { path: 'src/index.ts', code: "export { a } from './cli/main.ts'" },
  ],
  'reqsim(no-module-state)': [
    {
      path: 'src/model/counter.ts',
      code: 'let count = 0\nexport const next = (): number => {\n  count += 1\n  return count\n}',
    },
    {
      path: 'src/model/cached.ts',
      code: 'const known = new Map<string, number>()\nexport const keep = (key: string) => known.set(key, 1)',
    },
    {
      path: 'src/gateway/latest.ts',
      code: "const latest = { key: '' }\nexport function note(key: string): void {\n  latest.key = key\n}",
    },
    { path: 'src/api/weak.ts', code: 'export const cache = new WeakMap<object, number>()' },
    {
      path: 'src/world/instance.ts',
      code: "import { Cache } from './cache.ts'\nexport const cache = new Cache()",
    },
  ],
  'import(no-cycle)': [
    {
      path: 'src/model/one.ts',
      code: "import type { Two } from './two.ts'\nexport type One = { readonly two: Two }",
    },
    {
      path: 'src/model/two.ts',
      code: "import type { One } from './one.ts'\nexport type Two = { readonly one: One }",
    },
  ],
  'reqsim(import-packages)': [
    {
      path: 'src/world/file.ts',
      code: "import { readFileSync } from 'node:fs'\nexport const read = readFileSync",
    },
    {
      path: 'src/adapters/web/fetch.ts',
      code: "import { createServer } from 'node:http'\nexport const create = createServer",
    },
    { path: 'src/gateway/mock.ts', code: "import { http } from 'msw'\nexport const handler = http" },
    {
      path: 'src/model/data.ts',
      code: "import { Collection } from '@msw/data'\nexport const made = Collection",
    },
    {
      path: 'src/model/factory.ts',
      code: "import { factory } from '@mswjs/data'\nexport const made = factory",
    },
    {
      path: 'src/scenario/flags.ts',
      code: "import { Command } from 'commander'\nexport const made = Command",
    },
    { path: 'src/model/unknown.ts', code: "import { chunk } from 'lodash'\nexport const made = chunk" },
  ],
  'reqsim(counted-noun)': [
    {
      path: 'src/model/removed.ts',
      code: 'export const text = (links: string[]) => `${links.length} links removed`',
    },
    { path: 'src/model/more.ts', code: 'export const text = (left: number) => `and ${left} more links`' },
    { path: 'src/model/less-one.ts', code: 'export const text = (total: number) => `${total - 1} rows`' },
    {
      path: 'src/console/shown.tsx',
      code: 'export const Shown = (p: { left: number }) => <p>{p.left} messages</p>',
    },
  ],
  'reqsim(import-extension)': [
    { path: 'src/world/bare.ts', code: "import { a } from './a'\nexport const b = a" },
    { path: 'test/bare.ts', code: "import { a } from '../src/a'\nexport const b = a" },
  ],
  'reqsim(zod-namespace)': [
    { path: 'src/api/named.ts', code: "import { z } from 'zod'\nexport const schema = z.string()" },
    { path: 'src/api/default.ts', code: "import z from 'zod'\nexport const schema = z.string()" },
  ],
  'reqsim(no-export-all)': [{ path: 'src/world/barrel.ts', code: "export * from './clock.ts'" }],
  'import(no-default-export)': [{ path: 'src/world/default.ts', code: 'export default 1' }],
  'typescript(no-explicit-any)': [
    { path: 'src/world/any.ts', code: 'export const value = (it: any): unknown => it' },
  ],
  'typescript(ban-ts-comment)': [
    { path: 'test/escape.ts', code: '// @ts-expect-error because\nexport const value: string = 1' },
  ],
  'vitest(no-disabled-tests)': [
    { path: 'test/skipped.test.ts', code: "import { it } from 'vitest'\nit.skip('waits', () => {})" },
  ],
  'vitest(no-focused-tests)': [
    { path: 'test/only.test.ts', code: "import { it } from 'vitest'\nit.only('runs', () => {})" },
  ],
}

const fine: Snippet[] = [
  { path: 'src/world/dates.ts', code: 'export const at = (moment: number): Date => new Date(moment)' },
  {
    path: 'src/world/utc.ts',
    code: 'export const start = Date.UTC(2026, 0, 5)\nexport const is = (it: unknown): boolean => it instanceof Date',
  },
  { path: 'src/world/whole.ts', code: 'export const whole = (value: number): number => Math.floor(value)' },
  {
    path: 'src/world/property.ts',
    code: 'export const sim = { fetch: 1, performance: 2 }\nexport const both = sim.fetch + sim.performance',
  },
  { path: 'src/world/named.ts', code: 'export const run = (process: () => number): number => process()' },
  {
    path: 'src/world/typed.ts',
    code: 'export type Fetch = typeof fetch\nexport interface Held { location: string }',
  },
  {
    path: 'src/model/downward.ts',
    code: "import { at } from '../world/dates.ts'\nexport const start = at(0)",
  },
  {
    path: 'src/control/root.ts',
    code: "import type { Simulator } from '../simulator/simulator.ts'\nexport type Held = Simulator[]",
  },
  {
    path: 'src/adapters/node.ts',
    code: "import { createServer } from 'node:http'\nexport const create = createServer",
  },
  { path: 'src/adapters/node/timer.ts', code: 'export const start = (): number => Date.now()' },
  { path: 'src/adapters/msw.ts', code: "import { http } from 'msw'\nexport const handler = http" },
  {
    path: 'src/adapters/data.ts',
    code: "import { Collection } from '@msw/data'\nexport const made = Collection",
  },
  { path: 'src/cli/main.ts', code: "import { argv } from 'node:process'\nconsole.log(argv, process.pid)" },
  { path: 'src/api/schema.ts', code: "import * as z from 'zod'\nexport const schema = z.string()" },
  { path: 'vitest.config.ts', code: 'export default {}' },
  {
    path: 'src/model/table.ts',
    code: "const words = new Map([['a', 1]])\nwords.set('b', 2)\nexport const read = (key: string) => words.get(key)",
  },
  {
    path: 'src/model/verb.ts',
    code: 'const MOST = 3\nexport const text = (key: string) => `${key} links at most ${MOST} rows and is ${key.length} long`',
  },
]

let folder: string
let reports: { rule: string; path: string }[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reqsim-lint-'))
  await cp(join(project, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  await cp(join(project, 'lint'), join(folder, 'lint'), { recursive: true })
  for (const { path, code } of [...Object.values(violations).flat(), ...fine]) {
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
  it.each(snippets)('objects to $path', ({ path }) => {
    expect(reports).toContainEqual({ rule, path })
  })
})

describe('code that keeps the rules', () => {
  it.each(fine)('passes: $path', ({ path }) => {
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
