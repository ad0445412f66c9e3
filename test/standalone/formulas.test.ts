import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, startClient } from '../support/client.ts'

let client: Client
beforeAll(async () => {
  client = await startClient()
})

const inEng = { projectContainerId: 1001 }
const aggregate = (formula: string, selection: object = inEng, query = 'applicationId=101') =>
  client.post(`/api/aggregations/execute?${query}`, { formula, selection })
const calculate = (formula: string, selection: object = inEng) =>
  client.post('/api/calculations/execute?applicationId=101', { formula, selection })

describe('aggregations', () => {
  test.each([
    ['SUM(ext@Cost)', inEng, 7800, 12],
    ['AVG(ext@Cost)', inEng, 650, 12],
    ['MIN(ext@Cost)', inEng, 100, 12],
    ['MAX(ext@Cost)', inEng, 1200, 12],
    ['COUNT(ext@Cost)', inEng, 12, 12],
    ['SUM(ext@Cost * 2 + 1)', inEng, 15612, 12],
    ['SUM(ext@Cost)', { ...inEng, query: "@Category = 'Safety'" }, 4200, 6],
    ['SUM(ext@Cost)', { ...inEng, keys: ['REQ-001', 'REQ-003', 'nonsense'] }, 400, 2],
    ['COUNT(ext@Cost)', { ...inEng, query: "key = 'nothing'" }, 0, 0],
  ])('%s over %j is %d', async (formula, selection, value, count) => {
    expect(await aggregate(formula, selection)).toMatchObject({
      status: 200,
      body: { value, dataType: 'NUMBER', count, errors: [] },
    })
  })

  test('values that are no numbers are errors of their requirement, not of the run', async () => {
    const { body } = await aggregate('SUM(@Category)', { ...inEng, keys: ['REQ-001', 'REQ-002'] })
    expect(body.errors).toHaveLength(2)
    expect(body.errors[0]).toMatchObject({
      requirementId: 6001,
      key: 'REQ-001',
      position: expect.any(Number),
    })
  })

  test('the whole application, as far as the caller may read it', async () => {
    const own = await client.post('/api/aggregations/execute?applicationId=101', {
      formula: 'COUNT(ext@Cost)',
    })
    expect(own.body.value).toBe(12)
    const lab = { formula: 'COUNT(ext@Cost)', selection: { projectContainerId: 1003 } }
    expect((await client.post('/api/aggregations/execute?applicationId=101', lab)).status).toBe(403)
  })

  test('another variant', async () => {
    expect((await aggregate('COUNT(*)', { variantId: 5002 })).body.value).toBe(2)
    expect((await aggregate('COUNT(*)', { variantId: 1 })).status).toBe(404)
    expect((await aggregate('COUNT(*)', { projectContainerId: 1002, variantId: 5002 })).status).toBe(404)
    expect((await aggregate('COUNT(*)', { projectContainerId: 9 })).status).toBe(404)
  })

  test('the application is needed unless the token is scoped', async () => {
    expect(await aggregate('SUM(ext@Cost)', inEng, '')).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("'applicationId'") },
    })
    const scoped = { token: 'tok-app101' }
    const body = { formula: 'SUM(ext@Cost)', selection: inEng }
    expect((await client.post('/api/aggregations/execute', body, scoped)).body.value).toBe(7800)
    expect((await client.post('/api/aggregations/execute?applicationId=101', body, scoped)).status).toBe(200)
    expect((await client.post('/api/aggregations/execute?applicationId=102', body, scoped)).status).toBe(403)
  })

  test.each(['SUM(', 'SUM(ext@Cost', 'NOPE(1)', '', '('.repeat(400), `SUM(${'1+'.repeat(5000)}1)`])(
    'a formula that cannot be read is 400 and says where: %.20s',
    async (formula) => {
      const reply = await aggregate(formula)
      expect(reply.status).toBe(400)
      expect(reply.body.message).toMatch(/^Syntax error at position \d+: ./)
    },
  )

  test('a query that cannot be read is 400 too', async () => {
    expect((await aggregate('COUNT(*)', { ...inEng, query: 'key =' })).body.message).toMatch(
      /^Syntax error at position 5: /,
    )
  })
})

describe('parsing', () => {
  const parse = (formula: string) => client.post('/api/aggregations/parse?applicationId=101', { formula })

  test('says what a formula refers to', async () => {
    expect((await parse('SUM(ext@Cost) / COUNT(@Category)')).body).toEqual({
      valid: true,
      errors: [],
      references: ['ext@Cost', '@Category'],
    })
  })

  test('or where it is wrong, with 200', async () => {
    const { status, body } = await parse('SUM(ext@Cost')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      valid: false,
      errors: [{ position: 12, message: expect.any(String) }],
      references: [],
    })
  })
})

describe('calculations', () => {
  test.each([
    ['ext@Cost / 10 + 1', 'REQ-003', 31],
    ["IF(ext@Cost > 500, 'high', 'low')", 'REQ-009', 'high'],
    ["CONCAT(@Category, '-', @Priority)", 'REQ-001', 'Functional-High'],
    ['COUNT(from@refines)', 'REQ-001', 2],
    ['SUM(ext@Cost, from@refines)', 'REQ-001', 500],
    ['SUM(ext@Cost, from@refines->from@refines)', 'REQ-001', 400],
    ['ROUND(SQRT(ext@Cost))', 'REQ-004', 20],
    ['ext@Cost >= 400', 'REQ-004', true],
  ])('%s of %s', async (formula, key, value) => {
    const { body } = await calculate(formula, { ...inEng, keys: [key] })
    expect(body.results).toMatchObject([{ key, value }])
  })

  test('answer every requirement in order of id', async () => {
    const { body } = await calculate('ext@Cost')
    expect(body.results.map((result: { value: number }) => result.value)).toEqual(
      Array.from({ length: 12 }, (_, index) => (index + 1) * 100),
    )
  })

  test.each(['@Category * 2', '1 / 0', 'ext@Nothing + 1', '@Cost'])(
    '%s is an error of each requirement',
    async (formula) => {
      const { status, body } = await calculate(formula, { ...inEng, keys: ['REQ-001', 'REQ-002'] })
      expect(status).toBe(200)
      expect(body.results).toMatchObject([
        { key: 'REQ-001', error: { position: expect.any(Number), message: expect.any(String) } },
        { key: 'REQ-002', error: {} },
      ])
    },
  )
})
