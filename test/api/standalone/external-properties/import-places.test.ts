/** Which requirement a row of an import means, where it may be, and what is said where there is none. */
import { beforeEach, expect, test } from 'vitest'
import { type Client, demoWith, startClient } from '../../../support/client.ts'

const inWiki = 'applicationId=101'
const [REQUIREMENTS, OPERATIONS, EXPERIMENT] = [1001, 1002, 5002]

let client: Client
beforeEach(async () => {
  client = await startClient(
    demoWith({
      world: {
        requirements: [
          { space: 'OPS', key: 'REQ-001', text: 'The same key elsewhere.' },
          { space: 'OPS', key: 'OPS-1', text: 'Only here.' },
          { space: 'ENG', key: 'REQ-001', variant: 'Experimental', text: 'Another variant of it.' },
        ],
      },
    }),
  )
})

interface Row {
  readonly key?: string
  readonly spaceKey?: string
  readonly requirementId?: number
  readonly [name: string]: unknown
}

/** Imports one row after the other, as one job; answers what was wrong with each. */
async function importRows(rows: readonly Row[], place: object = {}): Promise<Record<number, string>> {
  const sent = rows.map(({ key, spaceKey, requirementId, ...values }) => ({
    key,
    spaceKey,
    requirementId,
    properties: Object.entries({ Cost: 7, ...values }).map(([name, value]) => ({ name, value })),
  }))
  const path = `/api/external-properties/import/json?${inWiki}`
  const started = await client.post(path, { ...place, rows: sent })
  expect(started.status, started.text).toBe(200)
  client.simulator.clock.advance('1s')
  const { errors } = (await client.get(`/api/jobs/${started.body.jobs[0].id}?${inWiki}`)).body
  return Object.fromEntries(
    errors.map(({ row, column, message }: { row: number; column: string; message: string }) => [
      row,
      `${column}: ${message}`,
    ]),
  )
}

/** The requirements that have the value which rows give, as `space/key` and, where it is not the current one, variant. */
const written = () =>
  client.simulator
    .state('requirement')
    .filter(({ externalProperties }) => externalProperties.some(({ value }) => value === 7))
    .map(({ spaceKey, key, variantId }) => `${spaceKey}/${key}${variantId === EXPERIMENT ? ' 5002' : ''}`)
    .sort()

const idOf = (spaceKey: string, key: string, variantId?: number) =>
  client.simulator
    .state('requirement', { spaceKey, key })
    .find((row) => variantId === undefined || row.variantId === variantId)?.id as number

const nowhere = (named: string) => `Key: there is no requirement ${named} that you may edit`

test('a key that several spaces have needs its space, and another does not', async () => {
  expect(
    await importRows([{ key: 'REQ-001' }, { key: 'OPS-1' }, { key: 'REQ-001', spaceKey: 'OPS' }]),
  ).toEqual({
    1: "Key: requirement 'REQ-001' is in 'ENG', 'OPS': say in which space",
  })
  expect(written()).toEqual(['OPS/OPS-1', 'OPS/REQ-001'])
})

test('names an unknown or read-only requirement, with its space if there is one', async () => {
  const rows = [
    { key: 'NONE' },
    { key: 'NONE', spaceKey: 'ENG' },
    { key: 'NONE', spaceKey: 'NOPE' },
    { requirementId: 99_999 },
    { key: 'SEC-001' },
    { requirementId: idOf('LAB', 'SEC-001') },
    { requirementId: 6003 },
  ]
  expect(await importRows(rows)).toEqual({
    1: nowhere("'NONE'"),
    2: nowhere("'NONE' in space 'ENG'"),
    3: nowhere("'NONE' in space 'NOPE'"),
    4: nowhere('of id 99999'),
    5: nowhere("'SEC-001'"),
    6: nowhere(`of id ${idOf('LAB', 'SEC-001')}`),
  })
  expect(written()).toEqual(['ENG/REQ-003'])
  expect(await importRows([{ key: 'NONE', spaceKey: 'OPS' }], { projectContainerId: REQUIREMENTS })).toEqual({
    1: nowhere("'NONE' in space 'OPS'"),
  })
})

test('a world can be imported again whatever ids its rows name', async () => {
  expect(await importRows([{ requirementId: -5 }])).toEqual({ 1: nowhere('of id -5') })
  const world = await client.simulator.exportWorld()
  await client.simulator.importWorld(world)
  expect(await client.simulator.exportWorld()).toEqual(world)
})

test('an import into a container means its requirements only, by key and by id', async () => {
  const place = { projectContainerId: OPERATIONS }
  const rows = [
    { key: 'REQ-002' },
    { key: 'REQ-001' },
    { key: 'OPS-1', spaceKey: 'ENG' },
    { key: 'OPS-1', spaceKey: 'OPS' },
    { requirementId: 6003 },
  ]
  expect(await importRows(rows, place)).toEqual({
    1: nowhere("'REQ-002'"),
    3: nowhere("'OPS-1' in space 'ENG'"),
    5: nowhere('of id 6003'),
  })
  expect(written()).toEqual(['OPS/OPS-1', 'OPS/REQ-001'])
  expect(await importRows([{ requirementId: 6003 }], { projectContainerId: REQUIREMENTS })).toEqual({})
  expect(written()).toEqual(['ENG/REQ-003', 'OPS/OPS-1', 'OPS/REQ-001'])
})

test('an import into a variant means its requirements only', async () => {
  const place = { projectContainerId: REQUIREMENTS, variantId: EXPERIMENT }
  const rows = [
    { key: 'REQ-001', spaceKey: 'OPS' },
    { key: 'REQ-001', spaceKey: 'ENG' },
    { key: 'REQ-002' },
    { requirementId: 6003 },
  ]
  expect(await importRows(rows, place)).toEqual({
    1: nowhere("'REQ-001' in space 'OPS'"),
    3: nowhere("'REQ-002'"),
    4: nowhere('of id 6003'),
  })
  expect(written()).toEqual(['ENG/REQ-001 5002'])
  const other = { requirementId: idOf('ENG', 'REQ-001', EXPERIMENT), Note: 'found' }
  expect(await importRows([other], place)).toEqual({})
  expect(client.simulator.state('requirement', { id: other.requirementId })[0]).toMatchObject({
    externalProperties: [{ value: 7 }, { value: 'found' }],
  })
})

test('all that is wrong with a row is reported', async () => {
  const csv = 'Key,Cost,Bell\nNONE,#N/A,1\nREQ-002,2,3\n'
  const headers = { 'content-type': 'text/csv' }
  const started = await client.post(`/api/external-properties/import?${inWiki}`, csv, { headers })
  client.simulator.clock.advance('1s')
  const { errors } = (await client.get(`/api/jobs/${started.body.jobs[0].id}?${inWiki}`)).body
  expect(errors).toEqual([
    { row: 2, column: 'Cost', message: "value '#N/A': its formula has no result" },
    { row: 2, column: 'Key', message: nowhere("'NONE'").slice('Key: '.length) },
  ])
})

test('a wrong name of a column was reported for each row, and is one error of the file', async () => {
  const csv = 'Key,Cost,Bell\u0007,cost\nREQ-001,1,1,1\nREQ-002,2,3,4\n'
  const headers = { 'content-type': 'text/csv' }
  const refused = await client.post(`/api/external-properties/import?${inWiki}`, csv, { headers })
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [
      "the spreadsheet: column 'Bell\u0007': a name has no control characters, such as a line break or a tab: leave out U+0007",
      "the spreadsheet: column 'cost' differs only in letter case from 'Cost': write that, or create the external property 'cost' first",
    ],
  ])
  expect(client.simulator.state('externalPropertyMetadata').map((known) => known.name)).toEqual(['Cost'])
})

test('a sheet that is named for a CSV is an error that says so', async () => {
  const path = `/api/external-properties/import?${inWiki}&projectContainerId=${REQUIREMENTS}&sheet=Costs`
  const { status, body } = await client.call('POST', path, {
    body: 'Key,Cost\nREQ-001,7\n',
    headers: { 'content-type': 'text/csv' },
  })
  expect([status, body.message]).toEqual([400, "sheet 'Costs': a CSV has no sheets: leave it out"])
  expect(written()).toEqual([])
})
