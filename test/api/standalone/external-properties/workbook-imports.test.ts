/** Imports of workbooks and CSV files as their authors see them: what a cell shows, and the names of columns. */
import { beforeEach, describe, expect, test } from 'vitest'
import { type Client, refusal, startClient } from '../../../support/client.ts'
import { rowOf, styled, workbookOf } from './spreadsheets.ts'

const inWiki = 'applicationId=101'
const path = `/api/external-properties/import?${inWiki}`
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const ENG = 1001

let client: Client
beforeEach(async () => {
  client = await startClient()
})

async function send(body: string | Uint8Array, contentType = XLSX, query = '') {
  const response = await client.simulator.fetch(`${path}${query}`, {
    method: 'POST',
    headers: { authorization: 'Bearer tok-alice', 'content-type': contentType },
    body: body as Uint8Array<ArrayBuffer>,
  })
  return { status: response.status, body: await response.json() }
}

/** Imports a file, and returns its errors. */
async function importFile(body: string | Uint8Array, contentType = XLSX): Promise<readonly object[]> {
  const { status, body: started } = await send(body, contentType)
  expect([status, started.message]).toEqual([200, undefined])
  client.simulator.clock.advance('10s')
  return (await client.get(`/api/jobs/${started.jobs[0].id}?${inWiki}`)).body.errors
}

async function create(...keys: readonly string[]) {
  for (const key of keys) {
    const made = await client.post(`/api/requirements?${inWiki}`, { containerId: ENG, key, text: key })
    expect(made.status, made.text).toBe(201)
  }
}

async function values(key: string): Promise<Record<string, string>> {
  const { body } = await client.get(`/wiki/rest/reqs/1/requirement2/ENG/${key}`, { token: 'tok-admin' })
  const external = body.properties.filter(({ type }: { type: string }) => type === 'EXTERNAL')
  return Object.fromEntries(external.map((one: { key: string; display: string }) => [one.key, one.display]))
}

async function types(): Promise<Record<string, string>> {
  const { body } = await client.get(`/api/external-properties?${inWiki}`)
  return Object.fromEntries(body.items.map(({ name, dataType }: never) => [name, dataType]))
}

describe('the key of a row', () => {
  test('a cell that shows 007 or 1.10 wrote to the requirements 7 and 1.1', async () => {
    await create('007', '7', '1.10', '1.1')
    const formats = ['000', '0.00', '"REQ-"000']
    const rows = [
      ['Key', 'Note'],
      [styled(1, 7), 'three digits'],
      [styled(0, 7), 'one digit'],
      [styled(2, 1.1), 'two decimals'],
      [styled(0, 1.1), 'one decimal'],
      [styled(3, 7), 'a prefix'],
    ] as const
    expect(await importFile(workbookOf({ S: rows.map((row) => rowOf(row)).join('') }, { formats }))).toEqual(
      [],
    )
    const notes = ['007', '7', '1.10', '1.1', 'REQ-007'].map(async (key) => (await values(key))['Note'])
    expect(await Promise.all(notes)).toEqual(rows.slice(1).map(([, note]) => note))
  })

  test.each([
    ['7.4 in the format 0', '0', 7.4, "the cell holds '7.4' and shows '7' in the format '0'"],
    ['1234 in thousands', '0,', 1234, "the cell holds '1234' and shows '1' in the format '0,'"],
    ['-7 without its sign', '0;0', -7, "the cell holds '-7' and shows '7'"],
    ['0.125 as a whole percentage', '0%', 0.125, "the cell holds '0.125' and shows '13%'"],
    ['a number that is not shown at all', ';;;', 7, "the cell holds '7' and shows ''"],
    ['a text in place of a number', '"x"', 7, "the cell holds '7' and shows 'x'"],
    ['a number in a format that is not valid', '[', 7, "the number format '[' is not valid"],
    [
      'a number with too many digits',
      'General',
      '12345678901234567890',
      'a spreadsheet does not show all of its digits',
    ],
    ['a day in the form of a region', 14, 46024, 'the cell holds the day 2026-01-02'],
    ['a day without its year', 'yyyy-mm', 46024, "the cell holds '2026-01-02' and shows '2026-01'"],
    ['a day before all days', 'yyyy-mm-dd', 0.5, "the format 'yyyy-mm-dd' shows no day for it"],
    ['an error', 0, '#REF!', "value '#REF!': its formula has no result", 'e'],
  ])(
    '%s is an error of its row, and never another requirement',
    async (_name, format, value, mention, type = 'n') => {
      await create('7', '1', '13', '2026-01')
      const rows = rowOf(['Key', 'Note']) + rowOf([styled(1, value, type), 'wrong'])
      expect(await importFile(workbookOf({ S: rows }, { formats: [format] }))).toEqual([
        { row: 2, column: 'Key', message: expect.stringContaining(mention) },
      ])
      expect(await values('7')).not.toHaveProperty('Note')
    },
  )

  test('a space takes what its cell shows, too', async () => {
    const rows = rowOf(['Key', 'Space', 'Note']) + rowOf(['REQ-001', styled(1, 7.4), 'wrong'])
    const errors = await importFile(workbookOf({ S: rows }, { formats: ['0'] }))
    expect(errors).toEqual([{ row: 2, column: 'Space', message: expect.stringContaining("shows '7'") }])
  })
})

test('a key in the format General has the digits that a spreadsheet has', async () => {
  await create('0.3', '123456789.123456', '12345678901234')
  const rows = [0.1 + 0.2, 123_456_789.123456, 12_345_678_901_234].map((key) => rowOf([key, 'found']))
  expect(await importFile(workbookOf({ S: rowOf(['Key', 'Note']) + rows.join('') }))).toEqual([])
})

describe('a property', () => {
  /** Imports one cell as a property of REQ-001, and returns its type and what it shows. */
  async function imported(cell: { markup: string } | string | number, format?: string | number) {
    const rows = rowOf(['Key', 'New']) + rowOf(['REQ-001', cell])
    const errors = await importFile(
      workbookOf({ S: rows }, format === undefined ? {} : { formats: [format] }),
    )
    if (errors.length > 0) return errors.map((error) => (error as { message: string }).message)
    return [(await types())['New'], (await values('REQ-001'))['New']]
  }

  test.each<[string | number, string | number, type: string, shown: string]>([
    ['General', 12.5, 'DECIMAL', '12.5'],
    ['0', 7, 'DECIMAL', '7'],
    ['000', 7, 'TEXT', '007'],
    ['0.00', 1.1, 'TEXT', '1.10'],
    ['0.00', 33.333, 'DECIMAL', '33.333'],
    ['#,##0', 1_234_567, 'DECIMAL', '1234567'],
    ['#,##0.00', 1234.5, 'DECIMAL', '1234.5'],
    ['$#,##0.00', 1234.5, 'DECIMAL', '1234.5'],
    ['0.00%', 0.125, 'DECIMAL', '0.125'],
    ['0.00E+00', 12_300, 'DECIMAL', '12300'],
    ['# ?/?', 1.25, 'DECIMAL', '1.25'],
    ['0" kg"', 7, 'TEXT', '7 kg'],
    ['[>100]"big";0', 700, 'TEXT', 'big'],
    ['yyyy-mm-dd', 46024, 'DATE', '2026-01-02'],
    ['dd.mm.yyyy', 46024, 'DATE', '2026-01-02'],
    ['m/d', 46024, 'DATE', '2026-01-02'],
    [14, 46024, 'DATE', '2026-01-02'],
    ['yyyy-mm-dd h:mm', 46024.5729166667, 'DATE', '2026-01-02'],
    ['h:mm', 0.5729166667, 'TEXT', '13:45'],
    ['h:mm', 46024.5729166667, 'TEXT', '13:45'],
    ['[h]:mm', 1.5, 'TEXT', '36:00'],
    [46, 1.5, 'TEXT', '36:00:00'],
    ['mm:ss', 0.01, 'TEXT', '14:24'],
  ])('in the format %j with the value %j is %s %j', async (format, value, type, shown) => {
    expect(await imported(styled(1, value), format)).toEqual([type, shown])
  })

  test.each<[markup: string, type: string, shown: string]>([
    ['<c t="d"><v>2026-01-02</v></c>', 'DATE', '2026-01-02'],
    ['<c t="d" s="1"><v>2026-01-02T13:45:00Z</v></c>', 'DATE', '2026-01-02'],
    ['<c t="d"><v>13:45:00</v></c>', 'TEXT', '13:45:00'],
    ['<c t="b"><v>1</v></c>', 'BOOLEAN', 'true'],
    ['<c t="str"><f>A1</f><v>a&amp;b</v></c>', 'TEXT', 'a&b'],
    ['<c><f>1+1</f><v>2</v></c>', 'DECIMAL', '2'],
    [
      '<c t="inlineStr"><is><r><t>rich </t></r><r><t>text</t></r><rPh><t>no</t></rPh></is></c>',
      'TEXT',
      'rich text',
    ],
    ['<c t="str"><v>00123</v></c>', 'TEXT', '00123'],
    ['<c t="str"><v>1.10</v></c>', 'TEXT', '1.10'],
    ['<c t="str"><v>1.5</v></c>', 'DECIMAL', '1.5'],
    ['<c s="2" t="str"><v>abc</v></c>', 'TEXT', 'REQ-abc'],
  ])('of the markup %s is %s %j', async (markup, type, shown) => {
    const rows = rowOf(['Key', 'New']) + rowOf(['REQ-001', { markup }])
    const book = workbookOf({ S: rows }, { formats: ['yyyy-mm-dd', '"REQ-"@'] })
    expect(await importFile(book)).toEqual([])
    expect([(await types())['New'], (await values('REQ-001'))['New']]).toEqual([type, shown])
  })

  test.each<[markup: string, mention: string]>([
    ['<c t="e"><v>#SPILL!</v></c>', "value '#SPILL!': its formula has no result"],
    ['<c><f>1+1</f></c>', "formula '1+1': it was saved without a result"],
    ['<c><f t="shared" si="0"/><v></v></c>', 'formula: it was saved without a result'],
    ['<c><v>1e999</v></c>', "value '1e999': its cell declares a number"],
    ['<c t="d"><v>2026-02-30</v></c>', "value '2026-02-30': there is no such day"],
    ['<c s="1"><v>0.57</v></c>', "the format 'yyyy-mm-dd' shows no day for it"],
    ['<c s="1"><v>-1</v></c>', "the format 'yyyy-mm-dd' shows no day for it"],
    ['<c s="1"><v>60</v></c>', "value '60': the format 'yyyy-mm-dd' shows no day for it"],
    ['<c s="2"><v>7</v></c>', 'its cell shows nothing'],
    ['<c s="2" t="str"><v>hidden</v></c>', 'its cell shows nothing'],
  ])('of the markup %s is an error of its row', async (markup, mention) => {
    const rows = rowOf(['Key', 'New']) + rowOf(['REQ-001', { markup }])
    const book = workbookOf({ S: rows }, { formats: ['yyyy-mm-dd', ';;;'] })
    await client.post(`/api/external-properties?${inWiki}`, { name: 'New', dataType: 'TEXT' })
    expect(await importFile(book)).toEqual([
      { row: 2, column: 'New', message: expect.stringContaining(mention) },
    ])
  })

  test('that holds text takes what a cell shows, and one that holds numbers its value', async () => {
    for (const [name, dataType, enumValues] of [
      ['Text', 'TEXT'],
      ['Choice', 'ENUM', ['007', '7']],
      ['Number', 'INTEGER'],
      ['Day', 'DATE'],
      ['Shown day', 'TEXT'],
      ['Regional day', 'TEXT'],
      ['Flag', 'TEXT'],
    ] as const)
      await client.post(`/api/external-properties?${inWiki}`, { name, dataType, enumValues })
    const header = ['Key', 'Text', 'Choice', 'Number', 'Day', 'Shown day', 'Regional day', 'Flag']
    const cells = [
      'REQ-001',
      styled(1, 7),
      styled(1, 7),
      styled(1, 7),
      styled(2, 46024),
      styled(2, 46024),
      styled(3, 46024),
      styled(0, 1, 'b'),
    ]
    const formats = ['000', 'd mmm yyyy', 14]
    expect(await importFile(workbookOf({ S: rowOf(header) + rowOf(cells) }, { formats }))).toEqual([])
    expect(await values('REQ-001')).toEqual({
      Cost: '100',
      Text: '007',
      Choice: '007',
      Number: '7',
      Day: '2026-01-02',
      'Shown day': '2 Jan 2026',
      'Regional day': '2026-01-02',
      Flag: 'TRUE',
    })
  })

  test('counts days from 1904 where the workbook does', async () => {
    const rows = rowOf(['Key', 'Day', 'Took']) + rowOf(['REQ-001', styled(1, 0), styled(2, 1.5)])
    const book = workbookOf({ S: rows }, { formats: ['yyyy-mm-dd', '[h]:mm'], is1904: true })
    expect(await importFile(book)).toEqual([])
    expect(await values('REQ-001')).toMatchObject({ Day: '1904-01-01', Took: '36:00' })
  })

  test('takes no 0 from a formula that its writer did not calculate', async () => {
    const cell = { markup: '<c><f>SUM(1,2)</f><v>0</v></c>' }
    const rows = rowOf(['Key', 'Cost']) + rowOf(['REQ-001', cell])
    expect(await importFile(workbookOf({ S: rows }, { isUncalculated: true }))).toEqual([
      { row: 2, column: 'Cost', message: expect.stringContaining('saved without a result') },
    ])
    expect(await importFile(workbookOf({ S: rows }))).toEqual([])
  })

  test('a new column lost the digits of 00123 and 1.10', async () => {
    const csv = 'Key,Code,Version,Power,Cost 2,Size\nREQ-001,00123,1.10,1e3,12.5,7\nREQ-002,5,2,5,13,8\n'
    expect(await importFile(csv, 'text/csv')).toEqual([])
    expect(await types()).toMatchObject({
      Code: 'TEXT',
      Version: 'TEXT',
      Power: 'TEXT',
      'Cost 2': 'DECIMAL',
      Size: 'DECIMAL',
    })
    expect(await values('REQ-001')).toMatchObject({ Code: '00123', Version: '1.10', Power: '1e3' })
  })

  test('rows that were skipped decided the type of a new column', async () => {
    const csv = 'Key,Size\nREQ-404,large\nREQ-001,7\nREQ-002,8\n'
    expect(await importFile(csv, 'text/csv')).toMatchObject([{ row: 2 }, { row: 2 }])
    expect(await types()).toMatchObject({ Size: 'DECIMAL' })
  })
})

describe('a column', () => {
  test('whose header is wrapped has a blank in its name', async () => {
    const rows = rowOf(['Key', 'Unit \n Cost', 'Lead_x000D__x000A_time']) + rowOf(['REQ-001', 5, 6])
    expect(await importFile(workbookOf({ S: rows }))).toEqual([])
    expect(await importFile('Key,"Unit\r\nCost"\nREQ-002,7\n', 'text/csv')).toEqual([])
    expect(await types()).toMatchObject({ 'Unit Cost': 'DECIMAL', 'Lead time': 'DECIMAL' })
    expect(await values('REQ-002')).toMatchObject({ 'Unit Cost': '7' })
  })

  test('without which nothing is imported is missed with the columns that are there', async () => {
    expect(await send('Id,Unit Cost\n1,2\n', 'text/csv')).toMatchObject(
      refusal(
        400,
        "no sheet has a column 'Key' in its first row that is not empty: it has 'Id', 'Unit Cost'",
      ),
    )
    const book = workbookOf({ Costs: rowOf(['Id', 'Cost']), Notes: '' })
    expect(await send(book)).toMatchObject(
      refusal(400, "sheet 'Costs' has 'Id', 'Cost'; sheet 'Notes' has no columns"),
    )
  })

  test('that differs only in letter case from another is reported, unless both exist', async () => {
    const csv = 'Key,cost\nREQ-001,5\n'
    expect(await send(csv, 'text/csv')).toMatchObject(
      refusal(400, "column 'cost' differs only in letter case from 'Cost'"),
    )
    expect(await send('Key,New,NEW\nREQ-001,5,6\n', 'text/csv')).toMatchObject(
      refusal(400, "column 'NEW' differs"),
    )
    await client.post(`/api/external-properties?${inWiki}`, { name: 'cost', dataType: 'TEXT' })
    expect(await importFile(csv, 'text/csv')).toEqual([])
  })

  test('of a JSON row that differs only in letter case is an error of its row', async () => {
    const rows = [
      { key: 'REQ-001', properties: [{ name: 'cost', value: 5 }] },
      { key: 'REQ-002', properties: [{ name: 'Cost', value: 6 }] },
    ]
    const started = await client.post(`/api/external-properties/import/json?${inWiki}`, { rows })
    client.simulator.clock.advance('1s')
    const job = await client.get(`/api/jobs/${started.body.jobs[0].id}?${inWiki}`)
    expect(job.body).toMatchObject({
      done: 1,
      errors: [
        {
          row: 1,
          column: 'cost',
          message: expect.stringContaining("differs only in letter case from 'Cost'"),
        },
      ],
    })
  })
})

describe('a hidden sheet', () => {
  const book = () =>
    workbookOf(
      {
        Costs: rowOf(['Key', 'Cost']) + rowOf(['REQ-001', 5]),
        Lists: rowOf(['Key', 'Cost']) + rowOf(['REQ-002', 6]),
      },
      { hidden: ['Lists'] },
    )

  test('was imported although nobody saw it', async () => {
    expect(await send(book())).toMatchObject({
      status: 200,
      body: { jobs: [{ sheet: 'Costs' }], skippedSheets: ['Lists'] },
    })
  })

  test('is imported by its name, and by an alternative', async () => {
    expect((await send(book(), XLSX, '&sheet=Lists')).body).toMatchObject({
      jobs: [{ sheet: 'Lists' }],
      skippedSheets: [],
    })
    client = await startClient({ scenario: 'demo', config: { assumptions: { A263: 'import' } } })
    expect((await send(book())).body.jobs).toMatchObject([{ sheet: 'Costs' }, { sheet: 'Lists' }])
  })

  test('alone gives nothing to import', async () => {
    const alone = workbookOf({ S: rowOf(['Key']) }, { hidden: ['S'] })
    expect(await send(alone)).toMatchObject(refusal(400, 'all sheets are hidden'))
  })
})

describe('the options of a file that is sent as bytes', () => {
  const csv = 'Key,Note\nREQ-001,here\n'

  test('were ignored in the query, and another space was written', async () => {
    await client.post(
      `/api/requirements?${inWiki}`,
      { containerId: 1002, key: 'REQ-001', text: 'OPS' },
      { token: 'tok-admin' },
    )
    const started = await send(csv, 'text/csv', '&projectContainerId=1002')
    expect(started).toMatchObject({ status: 200, body: { jobs: [{ containerId: 1002 }] } })
    client.simulator.clock.advance('1s')
    expect(await values('REQ-001')).not.toHaveProperty('Note')
  })

  test('are checked as those of a body are', async () => {
    expect(await send(csv, 'text/csv', '&projectContainerId=9')).toMatchObject(refusal(404, '9'))
    expect(await send(csv, 'text/csv', '&projectContainerId=99999999999999999999')).toMatchObject({
      status: 400,
    })
    expect(await send(csv, 'text/csv', '&variantId=5001')).toMatchObject(refusal(400, "'projectContainerId'"))
    expect(await send(csv, 'text/csv', '&projectContainerId=1001&variantId=9')).toMatchObject(
      refusal(404, '9'),
    )
    expect(await send(csv, 'text/csv', '&sheet=Costs')).toMatchObject(refusal(400, "'Costs'"))
    const both = JSON.stringify({ content: Buffer.from(csv).toString('base64'), projectContainerId: 1001 })
    expect(await send(both, 'application/json', '&projectContainerId=1002')).toMatchObject(
      refusal(400, "query parameter 'projectContainerId' '1002': the body says '1001'"),
    )
    expect((await send(both, 'application/json', '&projectContainerId=1001')).status).toBe(200)
  })
})

test('a file of a type that is not accepted was decoded as text before it was refused', async () => {
  const book = workbookOf({ S: rowOf(['Key']) })
  for (const type of ['application/octet-stream', 'application/vnd.ms-excel', 'text/plain'])
    expect(await send(book, type)).toMatchObject(
      refusal(
        415,
        `content type '${type}': send Content-Type: application/json or ${XLSX} or text/csv or multipart/form-data`,
      ),
    )
})

test('a list above its maximum was shown instead of counted', async () => {
  const rows = Array.from({ length: 10_001 }, () => ({ key: 'REQ-001', properties: [] }))
  const { status, body } = await client.post(`/api/external-properties/import/json?${inWiki}`, { rows })
  expect([status, body.message]).toEqual([
    400,
    "body field 'rows' must have at most 10000 items, not 10001 items",
  ])
})

test('a workbook beyond the maximum of values is refused with their number', async () => {
  const names = Array.from({ length: 11 }, (_, at) => `P${at}`)
  const row = (number: number) => `R-${number},${names.map(() => 1).join(',')}\n`
  const csv = `Key,${names.join(',')}\n${Array.from({ length: 9091 }, (_, at) => row(at)).join('')}`
  expect(await send(csv, 'text/csv')).toMatchObject(
    refusal(413, 'the import has 100001 values: the maximum is 100000'),
  )
})
