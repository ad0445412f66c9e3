import { beforeEach, describe, expect, test } from 'vitest'
import { importCheckedWorld } from '../../../../src/simulator/records/world-import.ts'
import { createSimulator } from '../../../../src/index.ts'
import { worldSchema } from '../../../../src/model/schema.ts'
import { exportWorld } from '../../../../src/world/transfer.ts'
import { type Client, clientOf, pluck, refusal, type Reply, startClient } from '../../../support/client.ts'
import { rowOf, workbookOf } from './spreadsheets.ts'

let client: Client
beforeEach(async () => {
  client = await startClient()
})

const inWiki = 'applicationId=101'
const path = `/api/external-properties/import?${inWiki}`
const headers = { authorization: 'Bearer tok-alice' }
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Sends bytes as they are; clients of tests send text. */
async function send(bytes: Uint8Array | string, contentType: string) {
  const body = typeof bytes === 'string' ? bytes : (bytes as Uint8Array<ArrayBuffer>)
  const response = await client.simulator.fetch(path, {
    method: 'POST',
    headers: { ...headers, 'content-type': contentType },
    body,
  })
  return { status: response.status, body: await response.json() }
}

const importRows = (body: unknown): Promise<Reply> =>
  client.post(`/api/external-properties/import/json?${inWiki}`, body)

/** What the wiki shows of a requirement’s external properties, as text. */
async function shown(key: string, space = 'ENG'): Promise<Record<string, string>> {
  const { body } = await client.get(`/wiki/rest/reqs/1/requirement2/${space}/${key}`, { token: 'tok-admin' })
  const external = body.properties.filter(({ type }: { type: string }) => type === 'EXTERNAL')
  return Object.fromEntries(external.map((one: { key: string; display: string }) => [one.key, one.display]))
}

const readJob = async (id = 2, of = client) => (await of.get(`/api/jobs/${id}?${inWiki}`)).body

describe('an import', () => {
  test('sets values as the clock moves, and the wiki shows them', async () => {
    const csv = 'Key,Cost,Due,Note\nREQ-001,111,2026-03-01,a < b &amp; c\n\nREQ-002,,,\n'
    const started = await send(csv, 'text/csv; charset=utf-8')
    expect(started).toMatchObject({
      status: 200,
      body: { skippedSheets: [], jobs: [{ id: 2, status: 'PENDING', total: 2, done: 0, createdBy: 2 }] },
    })
    expect(await shown('REQ-001')).toEqual({ Cost: '100' })
    client.simulator.clock.advance('1s')
    expect(await readJob()).toMatchObject({ status: 'DONE', done: 2, failed: 0, errors: [] })
    expect(await shown('REQ-001')).toEqual({ Cost: '111', Due: '2026-03-01', Note: 'a < b &amp; c' })
    expect(await shown('REQ-002')).toEqual({ Cost: '200' })
    // New properties have the type that their values read as, and are there for queries.
    const { body } = await client.get(`/api/external-properties?${inWiki}&sort=name`)
    expect(body.items.map(({ name, dataType }: never) => [name, dataType])).toEqual([
      ['Cost', 'DECIMAL'],
      ['Due', 'DATE'],
      ['Note', 'TEXT'],
    ])
    const q = encodeURIComponent("ext@Due < '2026-04-01'")
    expect((await client.get(`/wiki/rest/reqs/1/requirement2/ENG?q=${q}`)).body.count).toBe(1)
    expect(client.simulator.state('historyEntry', { requirementId: 6001 })).toMatchObject([
      { by: 2, changes: [{ field: 'ext@Cost', before: '100', after: '111' }] },
      { changes: [{ field: 'ext@Due' }] },
      { changes: [{ field: 'ext@Note' }] },
    ])
  })

  test.each([
    [101, 'ENG', 'REQ-001'],
    [102, 'DRN', 'DRN-R1'],
    [103, 'SIM', 'SIM-R1'],
  ])('finds in application %i what is in %s', async (applicationId, spaceKey, key) => {
    const containerId = { DRN: 2001, SIM: 3001, ENG: 1001 }[spaceKey]
    const query = `applicationId=${applicationId}`
    if (key !== 'REQ-001') {
      const made = await client.post(`/api/requirements?${query}`, {
        containerId,
        key,
        text: 'It shall fly.',
      })
      expect(made.status, made.text).toBe(201)
    }
    const rows = [{ key, spaceKey, properties: [{ name: 'Weight', value: 7 }] }]
    const started = await client.post(`/api/external-properties/import/json?${query}`, { rows })
    expect(started.status, started.text).toBe(200)
    client.simulator.clock.advance('1s')
    const job = await client.get(`/api/jobs/2?${query}`)
    expect(job.body).toMatchObject({ status: 'DONE', done: 1, errors: [] })
  })

  test('takes the sheets of a workbook, each as a job of one batch', async () => {
    const book = workbookOf({
      Costs:
        rowOf(['Key', 'Cost']) +
        rowOf(['REQ-001', 1]) +
        rowOf(['REQ-002', { markup: '<c><f>A1</f><v>2</v></c>' }]),
      Remarks: rowOf(['Nothing of interest']),
      Owners: rowOf(['key', 'Space', 'Owner']) + rowOf(['REQ-001', 'ENG', 'alice']),
    })
    const { body } = await send(book, XLSX)
    expect(body).toMatchObject({
      skippedSheets: ['Remarks'],
      jobs: [{ sheet: 'Costs' }, { sheet: 'Owners' }],
    })
    expect(new Set(pluck(body.jobs, 'batchId'))).toEqual(new Set([body.batchId]))
    client.simulator.clock.advance('1s')
    expect(await shown('REQ-001')).toEqual({ Cost: '1', Owner: 'alice' })
    expect(await shown('REQ-002')).toEqual({ Cost: '2' })
    const batch = await client.get(`/api/jobs?${inWiki}&batchId=${body.batchId}&status=done&sort=id,desc`)
    expect(pluck(batch.body.items, 'id')).toEqual([3, 2])
  })

  test('comes as a form, as a browser sends it, or as JSON with base64', async () => {
    const book = workbookOf({
      One: rowOf(['Key', 'Cost']) + rowOf(['REQ-001', 1]),
      Two: rowOf(['Key', 'Cost']) + rowOf(['REQ-002', 2]),
    })
    const form = new FormData()
    form.set('projectContainerId', '1001')
    form.set('sheet', 'Two')
    form.set('file', new Blob([book], { type: XLSX }), 'costs.xlsx')
    const response = await client.simulator.fetch(path, { method: 'POST', headers, body: form })
    expect(await response.json()).toMatchObject({
      jobs: [{ containerId: 1001, fileName: 'costs.xlsx', sheet: 'Two', total: 1 }],
    })
    const content = Buffer.from(book).toString('base64')
    const json = await client.post(path, { content, sheet: 'One', fileName: 'a', variantId: null })
    expect(json.body).toMatchObject({ jobs: [{ fileName: 'a', sheet: 'One', total: 1 }] })
    client.simulator.clock.advance('1s')
    expect([await shown('REQ-001'), await shown('REQ-002')]).toEqual([{ Cost: '1' }, { Cost: '2' }])
  })

  test.each([
    ['no key column', 'Name,Cost\nREQ-001,1', 400, "'Key'"],
    ['two columns of one name', 'Key,Cost,Cost\nREQ-001,1,2', 400, "'Cost'"],
    ['two key columns', 'Key,key\nREQ-001,1', 400, "'key'"],
    [
      'a quote that nothing closes',
      'Key,Cost\nREQ-001,1\nREQ-002,"2\nREQ-003,3\n',
      400,
      'row 3 opens a quote',
    ],
    ['no rows at all', '\n\n', 400, "'Key'"],
    ['too many rows', `Key,Cost\n${'REQ-001,1\n'.repeat(10_001)}`, 413, '10000'],
  ])('of a spreadsheet with %s is refused, and nothing begins', async (_name, csv, status, mention) => {
    const reply = await send(csv, 'text/csv')
    expect(reply).toMatchObject(refusal(status, mention))
    expect(client.simulator.state('importJob')).toHaveLength(1)
  })

  test('says what is wrong with each row, and imports the others', async () => {
    const csv = [
      'Key,Cost,Space',
      'REQ-001,11,',
      'REQ-404,1,',
      'REQ-002,abc,',
      'REQ-003,#DIV/0!,',
      'REQ-001,12,',
      ',5,',
      'REQ-099,5,',
      'SEC-001,5,',
      'REQ-004,44,OPS',
      'REQ-005,55,ENG',
    ].join('\n')
    await send(csv, 'text/csv')
    client.simulator.clock.advance('1s')
    const job = await readJob()
    expect(job).toMatchObject({ status: 'ERROR', total: 10, done: 2, failed: 8 })
    expect(job.errors).toEqual([
      { row: 3, column: 'Key', message: expect.stringContaining("'REQ-404'") },
      { row: 4, column: 'Cost', message: expect.stringContaining("'abc'") },
      { row: 5, column: 'Cost', message: expect.stringContaining("'#DIV/0!'") },
      { row: 6, column: 'Key', message: expect.stringContaining('row 2') },
      { row: 7, column: 'Key', message: 'the row names no requirement' },
      { row: 8, column: 'Key', message: expect.stringContaining('DELETED') },
      { row: 9, column: 'Key', message: expect.stringContaining('may edit') },
      { row: 10, column: 'Key', message: expect.stringContaining("'OPS'") },
    ])
    expect(await shown('REQ-001')).toEqual({ Cost: '11' })
    expect(await shown('REQ-005')).toEqual({ Cost: '55' })
    expect(await shown('SEC-001', 'LAB')).toEqual({})
  })

  // A ragged row refused the whole file, and repeated keys of JSON were imported one over the other.
  test('of CSV leaves out rows with more values than there are columns, and imports the others', async () => {
    await send('Key,,Cost\nREQ-001,,11\nREQ-002,,22,tail\nREQ-003,x,33', 'text/csv')
    client.simulator.clock.advance('1s')
    const job = await readJob()
    expect(job).toMatchObject({ status: 'ERROR', total: 3, done: 1, failed: 2 })
    expect(job.errors).toEqual([
      { row: 3, column: '', message: expect.stringMatching(/^value 'tail': column 4 has no name/) },
      { row: 4, column: '', message: expect.stringMatching(/^value 'x': column 2 has no name/) },
    ])
    expect([await shown('REQ-001'), await shown('REQ-002')]).toEqual([{ Cost: '11' }, { Cost: '200' }])
  })

  const repeatedKeys = async (form: string) => {
    if (form === 'CSV') return send('Key,Cost\nREQ-001,1\nREQ-001,2', 'text/csv')
    if (form === 'XLSX') {
      const rows = rowOf(['Key', 'Cost']) + rowOf(['REQ-001', 1]) + rowOf(['REQ-001', 2])
      return send(workbookOf({ S: rows }), XLSX)
    }
    const named = form === 'JSON' ? { key: 'REQ-001' } : { requirementId: 6001 }
    const rows = [1, 2].map((value) => ({ ...named, properties: [{ name: 'Cost', value }] }))
    return importRows({ rows })
  }

  test.each(['CSV', 'XLSX', 'JSON', 'JSON by id'])('of %s takes each requirement once', async (form) => {
    expect((await repeatedKeys(form)).status).toBe(200)
    client.simulator.clock.advance('1s')
    const job = await readJob()
    expect(job).toMatchObject({ status: 'ERROR', total: 2, done: 1, failed: 1 })
    const first = form.startsWith('JSON') ? 1 : 2
    const named = form === 'JSON by id' ? 'requirementId 6001' : "key 'REQ-001'"
    expect(job.errors).toEqual([
      { row: first + 1, column: 'Key', message: `row ${first} has the ${named} already` },
    ])
    expect(await shown('REQ-001')).toEqual({ Cost: '1' })
  })

  test('of XLSX distinguishes a formula that was saved without its result from an empty cell', async () => {
    const rows = [
      ['Key', 'Cost', 'Note'],
      ['REQ-001', { markup: '<c><f>1+1</f></c>' }],
      ['REQ-002', { markup: '<c><f>2+2</f><v></v></c>' }],
      ['REQ-003', { markup: '<c/>' }, 'kept'],
      ['REQ-004', { markup: '<c><f>3+3</f><v>6</v></c>' }],
      [{ markup: '<c><f>A1</f></c>' }, 1],
    ] as const
    await send(workbookOf({ S: rows.map((row) => rowOf(row)).join('') }), XLSX)
    client.simulator.clock.advance('1s')
    const job = await readJob()
    expect(job).toMatchObject({ status: 'ERROR', total: 5, done: 2, failed: 3 })
    expect(job.errors).toEqual([
      { row: 2, column: 'Cost', message: expect.stringMatching(/^formula '1\+1': it was saved without/) },
      { row: 3, column: 'Cost', message: expect.stringMatching(/^formula '2\+2'/) },
      { row: 6, column: 'Key', message: expect.stringMatching(/^formula 'A1'/) },
    ])
    expect(await shown('REQ-003')).toEqual({ Cost: '300', Note: 'kept' })
    expect(await shown('REQ-004')).toEqual({ Cost: '6' })
  })

  // Line breaks and double blanks of values came back as single blanks.
  test.each(['CSV', 'JSON'])(
    'of %s keeps the white space of texts, and reads other types without it',
    async (form) => {
      const text = 'one  two\n three & <'
      if (form === 'CSV') await send(`Key,Note,Cost\nREQ-001,"${text}"," 7 "`, 'text/csv')
      else {
        const properties = [
          { name: 'Note', value: text },
          { name: 'Cost', value: ' 7 ' },
          { name: 'Marked', value: '<p>a  <b>b</b></p>' },
        ]
        await importRows({ rows: [{ key: 'REQ-001', properties }] })
      }
      client.simulator.clock.advance('1s')
      const marked = form === 'CSV' ? {} : { Marked: 'a b' }
      expect(await shown('REQ-001')).toEqual({ Cost: '7', Note: text, ...marked })
      const path = '/api/applications/101/projects/1001/variants/current/requirements/REQ-001'
      const { properties } = (await client.get(path)).body
      expect(properties).toContainEqual({ label: 'Note', value: text, external: true, dataType: 'TEXT' })
    },
  )

  test('imports nothing where any row is wrong and the world says so', async () => {
    client = await startClient({
      scenario: 'demo',
      config: { assumptions: { A219: 'nothing' } },
    } as never)
    await send('Key,Cost\nREQ-001,1\nREQ-404,2', 'text/csv')
    await send('Key,Cost\nREQ-002,2', 'text/csv')
    client.simulator.clock.advance('1s')
    expect(await readJob()).toMatchObject({ status: 'ERROR', done: 0, failed: 2, errors: [{ row: 3 }] })
    expect(await readJob(3)).toMatchObject({ status: 'DONE', done: 1 })
    expect([await shown('REQ-001'), await shown('REQ-002')]).toEqual([{ Cost: '100' }, { Cost: '2' }])
  })

  test('of JSON takes values away, and names requirements by key or id', async () => {
    const rows = [
      { key: 'REQ-001', properties: [{ name: 'Cost', value: null }] },
      { requirementId: 6002, properties: [{ name: 'Tags', value: 'a, b', dataType: 'LIST' }] },
      { properties: [{ name: 'Cost', value: 1 }] },
      {
        key: 'REQ-003',
        properties: [
          { name: 'Cost', value: 1 },
          { name: 'Cost', value: 2 },
        ],
      },
      { key: 'REQ-004', properties: [{ name: '__proto__', value: 'x' }] },
      { key: 'REQ-005', properties: [{ name: 'Cost', value: 1, dataType: 'TEXT' }] },
    ]
    expect((await importRows({ rows })).body).toMatchObject({ jobs: [{ total: 6 }] })
    client.simulator.clock.advance('1s')
    expect((await readJob()).errors.map(({ row, column }: never) => [row, column])).toEqual([
      [3, 'Key'],
      [4, 'Cost'],
      [6, 'Cost'],
    ])
    expect(await shown('REQ-001')).toEqual({})
    expect(await shown('REQ-002')).toEqual({ Cost: '200', Tags: 'a, b' })
    expect(Object.entries(await shown('REQ-004'))).toContainEqual(['Cost', '400'])
    expect(client.simulator.state('requirement', { id: 6004 })[0]?.externalProperties).toHaveLength(2)
  })

  test.each([
    [{ rows: [] }, 400],
    [{ rows: [{ key: 'REQ-001' }] }, 400],
    [{ rows: [{ key: 'REQ-001', properties: [{ name: 'Cost', value: {} }] }] }, 400],
    [{ projectContainerId: 9999, rows: [{ key: 'a', properties: [] }] }, 404],
    [{ projectContainerId: 1101, rows: [{ key: 'a', properties: [] }] }, 404],
    [{ projectContainerId: 1003, rows: [{ key: 'a', properties: [] }] }, 403],
    [{ projectContainerId: 1001, variantId: 5003, rows: [{ key: 'a', properties: [] }] }, 404],
    [{ variantId: 5001, rows: [{ key: 'a', properties: [] }] }, 400],
  ])('of %j is refused with %i', async (body, status) => {
    expect((await importRows(body)).status).toBe(status)
    expect(client.simulator.state('importJob')).toHaveLength(1)
  })

  test('checks the credential before what was sent', async () => {
    for (const [authorization, status] of [
      ['Bearer nonsense', 401],
      ['Bearer tok-eve', 403],
    ] as const) {
      const init = { method: 'POST', headers: { authorization, 'content-type': XLSX }, body: 'PK nonsense' }
      expect((await client.simulator.fetch(path, init)).status).toBe(status)
    }
  })
})

test('regions share neither properties nor jobs', async () => {
  const rows = [{ key: 'RAIL-001', properties: [{ name: 'Cost', value: 3 }] }]
  const inRail = 'applicationId=901'
  const options = { token: 'tok-uma' }
  const started = await client.post(`/us/api/external-properties/import/json?${inRail}`, { rows }, options)
  expect(started).toMatchObject({ status: 200, body: { jobs: [{ id: 1, applicationId: 901 }] } })
  client.simulator.clock.advance('1s')
  expect((await client.get(`/us/api/jobs/1?${inRail}`, options)).body).toMatchObject({ status: 'DONE' })
  const listed = await client.get(`/us/api/external-properties?${inRail}`, options)
  expect(listed.body.items).toMatchObject([{ id: 1, name: 'Cost' }])
  expect((await client.get(`/us/api/jobs/1?${inRail}`)).status).toBe(401)
  expect(await readJob(1)).toMatchObject({ applicationId: 101, fileName: 'costs.xlsx' })
})

describe('jobs', () => {
  /** A world with the requirements that `many` names. */
  const crowded = {
    name: 'crowded',
    extends: ['demo'],
    generate: [{ requirements: 250, space: 'ENG', prefix: 'GEN-' }],
  }
  const many = (count: number) => ({
    rows: Array.from({ length: count }, (_, index) => ({
      key: `${index < 12 ? 'REQ' : 'GEN'}-${String(index + 1).padStart(3, '0')}`,
      properties: [{ name: 'Cost', value: index }],
    })),
  })

  test('do a hundred rows a second, and can be cancelled and tried again', async () => {
    client = await startClient({ scenario: crowded })
    await importRows(many(250))
    const act = (deed: string, token = 'tok-alice') =>
      client.call('POST', `/api/jobs/2/${deed}?${inWiki}`, { token })
    expect((await act('retry')).status).toBe(409)
    client.simulator.clock.advance('1s')
    expect(await readJob()).toMatchObject({ status: 'RUNNING', done: 100, total: 250 })
    expect((await act('cancel')).body).toMatchObject({
      status: 'CANCELLED',
      done: 100,
      finishedAt: '2026-01-05T09:00:01.000Z',
    })
    expect((await act('cancel')).status).toBe(409)
    client.simulator.clock.advance('1m')
    expect(await readJob()).toMatchObject({ status: 'CANCELLED', done: 100 })
    expect(await shown('GEN-100')).toEqual({ Cost: '99' })
    expect(await shown('GEN-101')).toEqual({})
    expect((await act('retry')).body).toMatchObject({ status: 'PENDING', done: 100 })
    client.simulator.clock.advance('1s')
    expect(await readJob()).toMatchObject({ status: 'RUNNING', done: 200 })
    client.simulator.clock.advance('1s')
    expect(await readJob()).toMatchObject({ status: 'DONE', done: 250, failed: 0 })
    expect((await act('retry')).status).toBe(409)
    expect(await shown('GEN-250')).toEqual({ Cost: '249' })
  })

  test('retry failed rows once the reason is gone', async () => {
    const rows = ['REQ-012', 'NEW-1'].map((key) => ({ key, properties: [{ name: 'Cost', value: 7 }] }))
    await importRows({ projectContainerId: 1001, rows })
    client.simulator.clock.advance('1s')
    expect(await readJob()).toMatchObject({ status: 'ERROR', done: 1, failed: 1 })
    const control = { token: null, headers: { 'x-sim-control': '1' } }
    const edit = { define: [{ key: 'NEW-1', html: 'New' }] }
    expect((await client.call('PUT', '/_sim/pages/4001', { ...control, body: edit })).status).toBe(200)
    await client.post(`/api/jobs/2/retry?${inWiki}`)
    client.simulator.clock.advance('1s')
    expect(await readJob()).toMatchObject({ status: 'DONE', done: 2, failed: 0, errors: [] })
    expect(await shown('NEW-1')).toEqual({ Cost: '7' })
  })

  test('are seen by their starter, and by whoever may see the container', async () => {
    await importRows(many(1))
    await importRows({ ...many(1), projectContainerId: 1001 })
    const seen = async (token: string) => {
      const { body } = await client.get(`/api/jobs?${inWiki}`, { token })
      return pluck(body.items, 'id')
    }
    expect([await seen('tok-admin'), await seen('tok-alice'), await seen('tok-bob')]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [3],
    ])
    const status = async (method: string, rest: string, token: string) =>
      (await client.call(method, `/api/jobs/${rest}?${inWiki}`, { token })).status
    expect(await status('GET', '2', 'tok-bob')).toBe(403)
    expect(await status('POST', '3/cancel', 'tok-bob')).toBe(403)
    expect(await status('GET', '3', 'tok-eve')).toBe(403)
    expect(await status('POST', '3/cancel', 'tok-admin')).toBe(200)
    expect(await status('GET', '99', 'tok-alice')).toBe(404)
    const { body } = await client.get(`/api/jobs?${inWiki}&containerId=1001`)
    expect(pluck(body.items, 'id')).toEqual([3])
  })

  test('are retried in the name of the user who retries them', async () => {
    await importRows(many(3))
    await client.delete('/api/users/me')
    client.simulator.clock.advance('1s')
    const admin = { token: 'tok-admin' }
    expect((await client.call('POST', `/api/jobs/2/retry?${inWiki}`, admin)).status).toBe(200)
    const document = exportWorld(client.simulator.world)
    expect(exportWorld(importCheckedWorld(worldSchema, document))).toEqual(document)
    client.simulator.clock.advance('1s')
    const { body } = await client.get(`/api/jobs/2?${inWiki}`, admin)
    expect(body).toMatchObject({ status: 'DONE', done: 3, errors: [], createdBy: 2 })
    const history = await client.get('/wiki/rest/reqs/1/misc/ENG/history?reqs=REQ-002', admin)
    expect(history.body[0].events.at(-1)).toMatchObject({ by: 'admin' })
  })

  test('fail when the user who started them is deleted', async () => {
    await importRows(many(3))
    await client.delete('/api/users/me')
    client.simulator.clock.advance('1s')
    expect(client.simulator.state('importJob', { id: 2 })).toMatchObject([
      { status: 'ERROR', failed: 3, done: 0 },
    ])
  })

  test('end while a client polls on an automatic clock', async () => {
    client = await startClient({ scenario: crowded, clock: { mode: 'auto' } } as never)
    await importRows(many(150))
    expect(await readJob()).toMatchObject({ status: 'RUNNING', done: 100 })
    expect(await readJob()).toMatchObject({ status: 'DONE', done: 150 })
  })

  test('are kept, but not without end', async () => {
    for (let count = 0; count < 99; count++) expect((await importRows(many(1))).status).toBe(200)
    // The demo’s own has ended, and makes room.
    expect((await importRows(many(1))).status).toBe(200)
    expect((await importRows(many(1))).status).toBe(409)
    client.simulator.clock.advance('1s')
    expect((await importRows(many(1))).status).toBe(200)
    expect((await client.get(`/api/jobs?${inWiki}`)).body.total).toBe(100)
  })

  test('go on in forks, restored snapshots and imported worlds', async () => {
    client = await startClient({ scenario: crowded })
    await importRows(many(150))
    client.simulator.clock.advance('1s')
    const control = { token: null, headers: { 'x-sim-control': '1' } }
    const exported = await client.get('/_sim/export', control)
    const other = clientOf(await createSimulator({ scenario: 'empty' }))
    expect((await other.post('/_sim/import', exported.text, control)).status).toBe(200)
    for (const each of [clientOf(client.simulator.fork()), other]) {
      each.simulator.clock.advance('1s')
      expect(await readJob(2, each)).toMatchObject({ status: 'DONE', done: 150 })
    }
    expect(await readJob()).toMatchObject({ status: 'RUNNING', done: 100 })
  })
})

test('imports that are sent at once begin in the order in which they were sent, and others after them', async () => {
  const sim = await createSimulator({ scenario: 'demo' })
  // The first takes much longer to read than the second.
  const large = workbookOf({
    S: rowOf(['Key', 'Cost']) + Array.from({ length: 5000 }, (_, at) => rowOf([`X-${at}`, at])).join(''),
  })
  const began: string[] = []
  const ask = async (
    name: string,
    method: string,
    url: string,
    contentType: string,
    body?: Uint8Array | string,
  ) => {
    const sent = { ...headers, 'content-type': contentType }
    const answer = JSON.parse(String((await sim.exchange({ method, url, headers: sent, body })).body))
    began.push(`${name} ${answer.jobs?.[0].id ?? answer.total}`)
  }
  await Promise.all([
    ask('large', 'POST', path, XLSX, large),
    ask('small', 'POST', path, 'text/csv', 'Key,Cost\nREQ-001,1'),
    ask('list', 'GET', `/api/jobs?${inWiki}`, ''),
  ])
  expect(began).toEqual(['large 2', 'small 3', 'list 3'])
  const numbers = sim.journal.entries().map(({ operation }) => operation)
  expect(numbers).toEqual([
    'standalone.externalPropertyImport.spreadsheet',
    'standalone.externalPropertyImport.spreadsheet',
    'standalone.jobs.list',
  ])
})
