/** A world that is saved as a scenario, checked and loaded again: equal in every table that the format holds. */
import { describe, expect, test } from 'vitest'
import { createSimulator, type SavedScenario, type Simulator } from '../../../src/index.ts'
import { hashSecret } from '../../../src/model/users/secrets.ts'
import { namedTables, type TableName } from '../../../src/model/schema.ts'
import type { ScenarioObject } from '../../../src/scenario/input.ts'
import { readScenarioText } from '../../../src/scenario/format/text.ts'
import { saveScenario } from '../../../src/scenario/saving/save.ts'
import { keyField } from '../../../src/world/store/fields.ts'
import { drawSteps, leaveSteps } from '../../walks/walk.ts'
import { startBases } from '../../walks/scenario.ts'

const READY = [
  'demo',
  'empty',
  'migration',
  'outage',
  'permissions',
  'rate-limited',
  'release-freeze',
] as const

async function load({ text }: SavedScenario): Promise<Simulator> {
  return createSimulator({ scenario: readScenarioText(text, 'saved.yaml').value as ScenarioObject })
}

/** `SAVED_WALKS=100` for more. */
const WALKS = Number(process.env['SAVED_WALKS'] ?? 3)

type Stored = Readonly<Record<string, unknown>>
type Count = { absent: number; additional: number; fields: Set<string> }

/** The differences of two exports, found without the code that lists them; secrets do not count. */
async function differences(before: Simulator, after: Simulator): Promise<Map<string, Count>> {
  const [left, right] = [(await before.exportWorld()).stores, (await after.exportWorld()).stores]
  const found = new Map<string, Count>()
  for (const [store, tables] of Object.entries(left)) {
    for (const name of new Set([...Object.keys(tables), ...Object.keys(right[store] ?? {})])) {
      const ours = recordsByKey(name, tables[name] ?? [])
      const theirs = recordsByKey(name, right[store]?.[name] ?? [])
      const count: Count = { absent: 0, additional: 0, fields: new Set() }
      for (const [key, record] of ours) {
        const other = theirs.get(key)
        if (other === undefined) count.absent++
        else for (const field of fieldsThatDiffer(record, other)) count.fields.add(field)
      }
      for (const key of theirs.keys()) if (!ours.has(key)) count.additional++
      if (count.absent + count.additional + count.fields.size > 0) found.set(`${name} (${store})`, count)
    }
  }
  return found
}

function recordsByKey(table: string, records: readonly object[]): Map<string, Stored> {
  const { fields, key } = namedTables[table as TableName]
  const name = table === 'session' ? 'id' : keyField(fields)
  return new Map(
    records.map((record) => {
      const stored = record as Stored
      const shown = Object.entries(stored).filter(([field]) => fields[field]?.isSecret !== true)
      const own = name === undefined ? key(stored as never) : stored[name]
      return [String(own), Object.fromEntries(shown)]
    }),
  )
}

function fieldsThatDiffer(a: Stored, b: Stored): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (field) => sorted(a[field]) !== sorted(b[field]),
  )
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted())
      : inner,
  )
}

describe.each(READY)('the ready scenario %s', (scenario) => {
  test('is equal in every record after it was saved and loaded', async () => {
    const simulator = await createSimulator({ scenario })
    const saved = await simulator.saveScenario()
    expect(saved.unsaved).toEqual([])
    const before = await differences(simulator, await load(saved))
    // Frozen copies are read from their sources, and are compared as they read where the list is made.
    expect([...before.keys()].filter((name) => !name.startsWith('frozenSet'))).toEqual([])
  })
})

test.each(['migration', 'outage', 'permissions', 'rate-limited', 'release-freeze'] as const)(
  'the ready scenario %s is equal after its timeline, except for what the file lists',
  async (scenario) => {
    const simulator = await createSimulator({ scenario })
    await simulator.run()
    expect(lostOf(await expectListed(simulator))).toEqual([])
  },
  30_000,
)

/** What the format does not hold: history, work that is under way, and fields that only operations write. */
const NOT_HELD: Readonly<Record<string, 'all' | readonly string[]>> = {
  bulkJob: 'all',
  downtime: 'all',
  featureUse: 'all',
  formerKey: 'all',
  historyEntry: 'all',
  importJob: 'all',
  inboundAnswer: 'all',
  issueHistory: 'all',
  job: 'all',
  keyHold: 'all',
  linkIdentity: 'all',
  notification: 'all',
  pageVersion: 'all',
  rateWindow: 'all',
  remoteUser: 'all',
  sequence: 'all',
  task: 'all',
  timeline: 'all',
  baseline: [
    'expectedCount',
    'expectedPageCount',
    'fromPages',
    'fromVersions',
    'message',
    'refreezeProperties',
  ],
  dashboard: ['updatedAt'],
  fault: ['matched', 'struck'],
  fileContent: ['updatedAt'],
  integration: ['detached', 'trackerVersion', 'userKey'],
  invitation: ['clockJobId'],
  issue: ['fields', 'templateId'],
  matrix: ['json', 'updatedAt'],
  page: ['definitions', 'savedAt', 'savedBy'],
  requirement: ['endedBy'],
  rule: ['updatedAt'],
  template: ['updatedAt'],
  trackerText: ['refreshedAt'],
  variant: ['createdAt'],
}

/** Records that may be absent: messages and texts that name what the world no longer has, and copies under way. */
const MAY_BE_ABSENT: readonly string[] = ['frozenSet', 'outboundMessage', 'trackerMessage', 'trackerText']

async function expectListed(simulator: Simulator): Promise<SavedScenario> {
  const untouched = JSON.stringify(await simulator.exportWorld())
  const saved = await simulator.saveScenario()
  expect(JSON.stringify(await simulator.exportWorld())).toBe(untouched)
  expect((await simulator.saveScenario()).text).toBe(saved.text)
  const loaded = await load(saved)
  const listed = new Map(saved.unsaved.map((each) => [`${each.table} (${each.store})`, each]))
  for (const [name, { absent, additional, fields }] of await differences(simulator, loaded)) {
    if (name.startsWith('frozenSet')) continue
    const entry = listed.get(name)
    expect({ name, absent: entry?.absent, additional: entry?.additional, fields: entry?.fields }).toEqual({
      name,
      absent,
      additional,
      fields: [...fields].toSorted(),
    })
    expect(saved.text).toContain(`# - ${name}: `)
  }
  return saved
}

function lostOf({ unsaved }: SavedScenario): string[] {
  return unsaved.flatMap(({ table, absent, additional, fields }) => {
    const held = NOT_HELD[table]
    if (held === 'all') return []
    const lost = fields.filter((field) => held?.includes(field) !== true)
    return [
      ...lost.map((field) => `${table}.${field}`),
      ...(absent > 0 && !MAY_BE_ABSENT.includes(table) ? [`${absent} absent × ${table}`] : []),
      ...(additional > 0 ? [`${additional} additional × ${table}`] : []),
    ]
  })
}

test('worlds of random walks are equal in what the format holds, and the file lists the rest', async () => {
  const baseOf = await startBases()
  const lost = new Map<string, number[]>()
  for (let seed = 1; seed <= WALKS; seed++) {
    const simulator = await leaveSteps(baseOf(seed), drawSteps(seed, 30))
    const saved = await expectListed(simulator)
    for (const name of lostOf(saved)) lost.set(name, [...(lost.get(name) ?? []), seed])
  }
  expect([...lost]).toEqual([])
}, 120_000)

describe('credentials', () => {
  test('have new values, which the file marks', async () => {
    const simulator = await createSimulator({ scenario: 'demo' })
    const { text, renewed } = await simulator.saveScenario()
    expect(renewed).toEqual({ passwords: 0, tokens: 8, sessions: 5 })
    expect(text.match(/# new value$/gm)).toHaveLength(13)
    for (const former of ['tok-alice\n', 'value: tok-alice,', 'sess-alice }', 'tok-old'])
      expect(text).not.toContain(former)
    const loaded = await load({ text } as SavedScenario)
    const send = (token: string) =>
      loaded.fetch('http://api.sim/api/applications/101', { headers: { Authorization: `Bearer ${token}` } })
    expect((await send('tok-alice')).status).toBe(401)
    expect((await send('tok-alice-2')).status).toBe(200)
  })

  test('differ from the ones of a world that was loaded from a saved file', async () => {
    const first = await (await createSimulator({ scenario: 'demo' })).saveScenario()
    const second = await (await load(first)).saveScenario()
    const valuesOf = ({ text }: SavedScenario) => new Set(text.match(/value: (?:tok|sess)-[\w-]+/g))
    expect([...valuesOf(first)].filter((value) => valuesOf(second).has(value))).toEqual([])
  })

  test('include a password that is not the name, and never its hash', async () => {
    const simulator = await createSimulator({
      scenario: { extends: ['demo'], world: { users: [{ name: 'bob', password: 'a secret' }] } },
    })
    const { text, renewed } = await simulator.saveScenario()
    expect(renewed.passwords).toBe(1)
    expect(text).toContain('password: password-of-bob')
    expect(text).not.toContain('a secret')
    expect(text).not.toContain(hashSecret('a secret'))
  })
})

test('a scenario keeps texts that YAML could read otherwise', async () => {
  const texts = [
    'yes',
    '1.0',
    '~',
    ' # no comment',
    'a: b',
    'line\nbreak',
    '\u0085\u2028\ufeff',
    '{',
    '- a',
    '',
  ]
  const world = {
    requirements: texts.map((text, index) => ({
      space: 'ENG',
      key: `ODD-${index + 1}`,
      text,
      properties: { 'a: b': text, yes: [text, 'x'] },
    })),
  }
  const simulator = await createSimulator({ scenario: { extends: ['demo'], world } })
  const saved = await simulator.saveScenario()
  expect(saved.unsaved).toEqual([])
  expect(await differences(simulator, await load(saved))).toEqual(new Map())
})

test('more than 250 links of one issue are saved', async () => {
  const keys = Array.from({ length: 300 }, (_, index) => `MANY-${index + 1}`)
  const world = {
    requirements: keys.map((key) => ({ space: 'ENG', key })),
    links: keys.map((key, index) => ({ id: 50_000 + index, issue: 'DRN-1', requirement: `ENG/${key}` })),
  }
  const simulator = await createSimulator({ scenario: { extends: ['demo'], world } })
  expect((await simulator.saveScenario()).unsaved).toEqual([])
})

test('a world that makes a longer file than a scenario may be is refused', async () => {
  const { world } = await createSimulator({
    scenario: {
      extends: ['demo'],
      generate: [{ requirements: 200, space: 'ENG', prefix: 'LONG-', text: 'word '.repeat(19_000) }],
    },
  })
  await expect(saveScenario(world, 'long')).rejects.toThrow(
    /scenario 'long' makes a file of 19\d+ characters, but a scenario has at most 16777216: export the world/,
  )
}, 60_000)
