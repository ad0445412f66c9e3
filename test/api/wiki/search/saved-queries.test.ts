import { beforeEach, describe, expect, test } from 'vitest'
import { baselines } from '../../../../src/model/records/wiki/baselines.ts'
import { matrices, type MatrixRecord } from '../../../../src/model/records/wiki/matrices.ts'
import { exportWorld } from '../../../../src/world/transfer.ts'
import { client, startDemo, region, tableOf, refused } from '../../../support/demo.ts'

const migrate = '/wiki/rest/reqs/1/misc/ENG/migrateUsersQueries'

test('saved queries are written in their canonical spelling, and mean the same', async () => {
  await startDemo()
  const store = region()
  const first = store.table(matrices).get(1) as MatrixRecord
  const queries = {
    1: "spacekey=='ENG' and Description ILIKE '%battery%'",
    2: "status = 'active' AND (",
    3: "key = $key AND spacekey == 'ENG'",
    4: "key == 'REQ-001'",
  }
  for (const [id, query] of Object.entries(queries))
    store.table(matrices).put({ ...first, id: Number(id), query })
  store.table(matrices).update(4, { status: 'DELETED' })
  const keyOf = (number: number) => store.table(baselines).find('number', [1001, number])?.id as number
  store.table(baselines).update(keyOf(1), { searchQuery: "key == 'REQ-001'" })
  store.table(baselines).update(keyOf(2), { searchQuery: "@Category <> 'Safety' and document_id = 4001" })

  const search = `/wiki/rest/reqs/1/requirement2/ENG?q=`
  const found = async (query: string) =>
    (await client.get(`${search}${encodeURIComponent(query)}`)).body.results.map(
      ({ key }: { key: string }) => key,
    )
  const before = await found(queries[1])
  expect(before).toHaveLength(3)

  const reply = await client.post(migrate)
  const syntax = expect.stringMatching(/^Syntax error at position \d+: /)
  const failed = [{ kind: 'matrix', id: 2, message: syntax }]
  expect(reply).toMatchObject({ status: 200, body: { migrated: 2, unchanged: 1, failed } })
  const changed = store.table(matrices).get(1)?.query as string
  expect(changed).toBe("space = 'ENG' AND text ~ '%battery%'")
  expect(await found(changed)).toEqual(before)
  expect([2, 3, 4].map((id) => store.table(matrices).get(id)?.query)).toEqual([
    queries[2],
    queries[3],
    queries[4],
  ])
  expect([1, 2].map((number) => store.table(baselines).get(keyOf(number))?.searchQuery)).toEqual([
    "key == 'REQ-001'",
    "@Category != 'Safety' AND page = 4001",
  ])
  const again = await client.post(migrate)
  expect(again.body).toMatchObject({ migrated: 0, unchanged: 3, failed })
})

test('only known spaces are migrated, and by POST', async () => {
  await startDemo()
  expect((await client.post(migrate.replace('ENG', 'NONE'))).status).toBe(404)
  expect((await client.get(migrate)).status).toBe(404)
})

const wiki = '/wiki/rest/reqs/1'
const MAXIMUM_LENGTH = 8192

beforeEach(() => startDemo())

const matrix = () => tableOf(matrices).get(1) as MatrixRecord
const rename = async (name: string) => {
  const body = { name, pattern: 'REQ-{000}', replaces: 1 }
  const reply = await client.post(`${wiki}/types/ENG/createAndReplace`, body)
  expect(reply.status, reply.text).toBe(200)
}

describe('a new name of a type', () => {
  test.each([
    ["type = 'Requirement'", "type = 'Shall'"],
    ["type != 'Requirement' AND type.name = 'Requirement'", "type != 'Shall' AND type.name = 'Shall'"],
    ["type IN ('x', 'Requirement')", "type IN ('x', 'Shall')"],
    ["key = 'Requirement'"],
    ["key = 'Requirement' AND type = 'Other'"],
    ["@Category = 'Requirement'"],
    ["key IN ('Requirement')"],
    ["hasTest('Requirement')"],
    ["type ~ 'Requirement'"],
    ['type IS NULL'],
    ['type.id = 1'],
    ["type = 'Requirement' AND ("],
    ["type = 'Requirement"],
    [''],
  ])('%s', async (query, changed = query) => {
    tableOf(matrices).update(1, { query })
    await rename('Shall')
    expect(matrix().query).toBe(changed)
  })

  test.each([
    [MAXIMUM_LENGTH - 1, 'Requirement!'],
    [MAXIMUM_LENGTH, 'Requirement'],
  ])('makes a query of %i characters no longer than one may be', async (length, name) => {
    const begin = "type = 'Requirement' AND key = '"
    const query = `${begin}${'x'.repeat(length - begin.length - 1)}'`
    tableOf(matrices).update(1, { query })
    await rename('Requirement!')
    expect(matrix().query.slice(0, begin.length)).toContain(`type = '${name}'`)
  })

  test('is a dollar sign in a baseline, and two in a matrix, in which one begins a variable', async () => {
    const query = "type = 'Requirement' AND text ~ '5 $'"
    tableOf(matrices).update(1, { query })
    tableOf(baselines).update(7102, { searchQuery: query })
    await rename('For $5')
    expect([matrix().query, tableOf(baselines).get(7102)?.searchQuery]).toEqual([
      "type = 'For $$5' AND text ~ '5 $'",
      "type = 'For $5' AND text ~ '5 $'",
    ])
  })

  test('leaves the baselines of other spaces', async () => {
    const searchQuery = "type = 'Requirement'"
    const own = tableOf(baselines).update(7102, { searchQuery })!
    tableOf(baselines).insert({ ...own, id: 7900, projectContainerId: 1002, spaceKey: 'OPS' })
    await rename('Shall')
    expect([7102, 7900].map((id) => tableOf(baselines).get(id)?.searchQuery)).toEqual([
      "type = 'Shall'",
      searchQuery,
    ])
  })
})

test('matrices that cannot be read are reported by id, whatever their status', async () => {
  const first = tableOf(matrices).update(1, { query: '(', status: 'ARCHIVED' })!
  tableOf(matrices).put({ ...first, id: 2, status: 'ACTIVE' })
  tableOf(matrices).put({ ...first, id: 3 })
  const { body } = await client.post(`${wiki}/misc/ENG/migrateUsersQueries`)
  expect(body.failed.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3])
})

test('a world in which a space has two types of one name is not imported', async () => {
  const document = JSON.parse(JSON.stringify(exportWorld(client.simulator.world)))
  const [first] = document.stores.eu.requirementType
  document.stores.eu.requirementType.push({ ...first, id: 77, pattern: 'Q-{0}' })
  const headers = { 'x-sim-control': '1' }
  expect(await client.post('/_sim/import', document, { headers })).toMatchObject(
    refused(400, 'exists already'),
  )
})
