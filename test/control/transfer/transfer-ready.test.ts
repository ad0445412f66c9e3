import { describe, expect, test } from 'vitest'
import { importCheckedWorld } from '../../../src/simulator/world-import.ts'
import { createSimulator } from '../../../src/index.ts'
import { baselineSequence } from '../../../src/model/finding/baselines.ts'
import { worldSchema } from '../../../src/model/schema.ts'
import { exportWorld, WorldDocumentError } from '../../../src/world/transfer.ts'

test.each(['demo', 'empty', 'migration', 'outage', 'permissions', 'rate-limited', 'release-freeze'] as const)(
  'an export of the scenario %s is imported without a change',
  async (scenario) => {
    const { world } = await createSimulator({ scenario })
    const text = JSON.stringify(exportWorld(world))
    expect(JSON.stringify(exportWorld(importCheckedWorld(world.schema, JSON.parse(text))))).toBe(text)
  },
)

type Records = Record<string, Record<string, unknown>[]>
interface Document {
  readonly stores: { readonly eu: Records }
}

const START = Date.UTC(2026, 0, 5, 9)
const first = (eu: Records, table: string) => eu[table]![0]!
const columns = (eu: Records) => first(eu, 'matrix')['columns'] as Record<string, unknown>[]

/** The demo as a document, with what only operations write. */
async function demoDocument(): Promise<{ document: Document; eu: Records }> {
  const { world } = await createSimulator({ scenario: 'demo' })
  const document = JSON.parse(JSON.stringify(exportWorld(world))) as Document
  const eu = document.stores.eu
  eu['setting'] = [{ id: '101/0/isolateSpaces', applicationId: 101, name: 'isolateSpaces', value: false }]
  eu['keyHold'] = [{ id: '1001/REQ-013', projectContainerId: 1001, key: 'REQ-013', heldAt: START }]
  const emptyPage = { title: 'Old', definitions: [], links: [] }
  eu['pageVersion'] = [{ id: '4001/1', pageId: 4001, version: 1, ...emptyPage, savedAt: START }]
  eu['historyEntry'] = [{ id: 1, requirementId: 6001, at: START, by: 2, event: 'DEFINED', changes: [] }]
  first(eu, 'matrix')['variables'] = { ownerId: 'a name of the user, not a reference' }
  return { document, eu }
}

describe('records of a wiki beside pages and requirements', () => {
  test('is imported as it is', async () => {
    const { document, eu } = await demoDocument()
    const imported = importCheckedWorld(worldSchema, document)
    const after = JSON.parse(JSON.stringify(exportWorld(imported))) as Document
    expect({ ...after.stores.eu, sequence: [] }).toEqual({ ...eu, sequence: [] })
  })

  test('has numbers of baselines that are never given again', async () => {
    const { document, eu } = await demoDocument()
    eu['sequence'] = []
    expect(importCheckedWorld(worldSchema, document).region('eu').last(baselineSequence(1001))).toBe(3)
  })

  test('has numbers above the highest of each table, and above those of copies that are to be made', async () => {
    const { document, eu } = await demoDocument()
    const set = first(eu, 'frozenSet')
    // The highest comes first.
    set['ids'] = (set['ids'] as number[]).map((_id, at) => 7900 - at)
    eu['sequence'] = []
    const store = importCheckedWorld(worldSchema, document).region('eu')
    const numbers = ['user', 'container', 'requirement', 'issueLink', 'dashboard'].map((name) =>
      store.last(name),
    )
    expect(numbers).toEqual([5, 3101, 7900, 40004, 2])
  })

  test.each<[name: string, spoil: (eu: Records) => unknown, message: RegExp]>([
    ['a setting under another name', (eu) => (first(eu, 'setting')['id'] = 'x'), /must be '101.0.isolateSp/],
    ['a hold under another key', (eu) => (first(eu, 'keyHold')['id'] = 'x'), /must be '1001.REQ-013'/],
    ['a version of another page', (eu) => (first(eu, 'pageVersion')['id'] = 'x'), /must be '4001.1'/],
    ['a matrix of nobody', (eu) => (first(eu, 'matrix')['ownerId'] = 77), /ownerId '77' names no user/],
    ['a matrix without columns', (eu) => (first(eu, 'matrix')['columns'] = []), /matrix: record '1'/],
    ['a column of another place', (eu) => (columns(eu)[1]!['columnIndex'] = 2), /its position as index/],
    ['a column of itself', (eu) => (columns(eu)[1]!['parentColumnIndex'] = 1), /starts from the first/],
    ['a column of none', (eu) => (columns(eu)[1]!['parentColumnIndex'] = 9), /starts from the first/],
    ['history of nothing', (eu) => (first(eu, 'historyEntry')['requirementId'] = 1), /requirementId '1'/],
    ['history by nobody', (eu) => (first(eu, 'historyEntry')['by'] = 77), /by '77' names no user/],
    [
      'a requirement of no attachment',
      (eu) => (first(eu, 'requirement')['excelAttachmentId'] = 5),
      /excelAttachmentId '5' names no excelAttachment/,
    ],
    [
      'a message of no integration',
      (eu) => (first(eu, 'outboundMessage')['serviceId'] = 'svc-9'),
      /serviceId 'svc-9' names no integration/,
    ],
    ['a baseline of no space', (eu) => (first(eu, 'baseline')['projectContainerId'] = 9), /ContainerId '9'/],
    ['a number twice', (eu) => (eu['baseline']![1]!['number'] = 1), /baseline/],
  ])('with %s is refused', async (_name, spoil, message) => {
    const { document, eu } = await demoDocument()
    spoil(eu)
    expect(() => importCheckedWorld(worldSchema, document)).toThrow(WorldDocumentError)
    expect(() => importCheckedWorld(worldSchema, document)).toThrow(message)
  })
})

test('loads scenarios by name and as objects, and reports each problem of one', async () => {
  const simulator = await createSimulator({ scenario: 'empty' })
  const load = async (body: unknown) => {
    const headers = { 'content-type': 'application/json', 'x-sim-control': '1' }
    const answer = await simulator.exchange({
      method: 'POST',
      url: '/_sim/scenario',
      headers,
      body: JSON.stringify(body),
    })
    return {
      status: answer.status,
      body: JSON.parse(answer.body as string) as { message: string; errors: string[]; scenario: string },
    }
  }
  expect(await load({ name: 'demo' })).toMatchObject({ status: 200, body: { scenario: 'demo' } })
  expect(await load({ name: 'own', world: { organizations: [{ id: 1, name: 'Mine' }] } })).toMatchObject({
    status: 200,
    body: { scenario: 'own' },
  })
  const unknown = await load({ name: 'dmo' })
  expect(unknown).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/did you mean 'demo'/) },
  })
  const wrong = await load({ name: 'own', wrld: {}, clock: { mode: 'fast' } })
  expect(wrong.status).toBe(400)
  expect(wrong.body.errors.length).toBeGreaterThan(1)
  const reading = await load({
    name: 'own',
    extends: ['../../../etc/passwd', '/etc/passwd', 'file:///etc/passwd', 'http://127.0.0.1:1/x'],
  })
  expect(reading.status).toBe(400)
})
