import { expect, test } from 'vitest'
import { baselines } from '../../src/model/baselines/records.ts'
import { matrices, type MatrixRecord } from '../../src/model/traceability/records.ts'
import { startClient } from '../support/client.ts'

const migrate = '/wiki/rest/reqs/1/misc/ENG/migrateUsersQueries'

test('saved queries are written in their canonical spelling, and mean the same', async () => {
  const client = await startClient()
  const store = client.simulator.world.region('eu')
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

test('migrating takes edit on the space', async () => {
  const client = await startClient()
  expect((await client.post(migrate, undefined, { token: 'tok-bob' })).status).toBe(403)
  expect((await client.post(migrate.replace('ENG', 'NONE'))).status).toBe(404)
  expect((await client.get(migrate)).status).toBe(404)
})
