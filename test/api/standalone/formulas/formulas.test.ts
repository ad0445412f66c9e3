import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, demoWith, pluck, refusal, startClient } from '../../../support/client.ts'
import { requirements } from '../../../../src/model/records/wiki/requirements.ts'

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
    expect(await aggregate('SUM(ext@Cost)', inEng, '')).toMatchObject(refusal(400, "'applicationId'"))
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

  test('the position of an error stands once in its message', async () => {
    expect(await aggregate('SUM(kye)')).toMatchObject({
      status: 400,
      body: {
        message: "Syntax error at position 4: unknown word 'kye'; write @kye for a property",
        statusCode: 'BAD_REQUEST',
        errors: ["Syntax error at position 4: unknown word 'kye'; write @kye for a property"],
      },
    })
    expect((await calculate('ABS(1, 2)')).body.message).toBe(
      'Syntax error at position 0: ABS takes 1 argument, not 2',
    )
  })

  test.each([
    ["COUNT(*, 'battery')", 3],
    ["COUNT(*, 'battery' AND key ~ 'REQ-00%')", 3],
    ["COUNT(*, NOT 'battery')", 9],
    ['COUNT(*, "key = \'REQ-001\'")', 0],
  ])('a text in quotes is full text as criteria: %s', async (formula, value) => {
    expect((await aggregate(formula)).body).toMatchObject({ value, errors: [] })
  })

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

  test('and what the criteria of an aggregation name, as conditions of a calculation do', async () => {
    const { body } = await parse(
      "COUNT(*, @Priority = 'High') / SUM(@Effort, ext@Cost > 1 AND from@refines = 'REQ-001')",
    )
    expect(body.references).toEqual(['@Priority', '@Effort', 'ext@Cost', 'from@refines'])
    const path = '/api/calculations/parse?applicationId=101'
    const calculation = await client.post(path, { formula: "IF(@Priority = 'High', 1, 0)" })
    expect(calculation.body.references).toEqual(['@Priority'])
  })

  test('or where it is wrong, with 200', async () => {
    const { status, body } = await parse('SUM(ext@Cost')
    expect(status).toBe(200)
    expect(body).toEqual({
      valid: false,
      errors: [{ position: 12, message: "expected ')' to end SUM, but found the end of the formula" }],
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

  test.each([
    ['@Category * 2', { position: 0, message: "@Category is 'Functional', not a number" }],
    ['1 / 0', { position: 4, message: 'division by zero' }],
    ['ext@Nothing + 1', { position: 0, message: 'ext@Nothing has no value' }],
    ['@Cost', { position: 0, message: '@Cost has no value' }],
  ])('%s is an error of each requirement', async (formula, error) => {
    const { status, body } = await calculate(formula, { ...inEng, keys: ['REQ-001', 'REQ-003'] })
    expect(status).toBe(200)
    expect(body.results).toEqual([
      { requirementId: 6001, key: 'REQ-001', error },
      { requirementId: 6003, key: 'REQ-003', error },
    ])
  })
})

describe('over 100,000 requirements', () => {
  let large: Client
  beforeAll(async () => {
    large = await startClient({ scenario: 'large' })
  })
  const run = (kind: 'calculations' | 'aggregations', formula: string) =>
    large.post(
      `/api/${kind}/execute?applicationId=101`,
      { formula, selection: { projectContainerId: 1010 } },
      { token: 'tok-admin' },
    )
  const errorsOf = (results: readonly { readonly error?: { readonly message: string } }[]) =>
    new Set(results.flatMap(({ error }) => (error === undefined ? [] : [error.message])))

  test('a realistic request gets a complete response', async () => {
    const sum = await run('aggregations', 'SUM(IF(ext@Cost > 3, ext@Cost * 2 + 1, @Effort - 1))')
    expect(sum.body).toMatchObject({ count: 100_000, errors: [] })
    const criteria = await run('aggregations', `COUNT(*, ${"'battery' OR ".repeat(19)}'charge')`)
    expect(criteria.body.errors).toEqual([])
    const { body } = await run('calculations', 'SUM(@Effort * 2 + 1, from@refines) + COUNT(to)')
    expect(body.results).toHaveLength(100_000)
    expect(errorsOf(body.results)).toEqual(new Set())
  })

  test('800 MB of text are no answer, and no defect either', async () => {
    const { status, body, text } = await run('calculations', `'${'a'.repeat(200)}'`)
    expect(status).toBe(200)
    expect(text.length).toBeLessThan(30_000_000)
    expect(body.results[0].value).toHaveLength(200)
    expect(errorsOf(body.results)).toEqual(
      new Set(['the results hold more than 16000000 characters of text; narrow the selection down']),
    )
    const longest = await run('calculations', `'${'a'.repeat(8000)}'`)
    expect(longest.status).toBe(200)
    expect(longest.text.length).toBeLessThan(40_000_000)
  })

  test('a path of a thousand steps runs out of steps at once', async () => {
    const { status, body } = await run('calculations', `COUNT(${'from->to->'.repeat(500)}from)`)
    expect(status).toBe(200)
    expect(errorsOf(body.results)).toEqual(
      new Set(['the formula takes more than 10000000 steps over this selection; narrow it down']),
    )
  })
})

const start = (world: object = {}) => startClient(demoWith({ world }))
const run = async (client: Client, what: string, formula: string, selection: object = {}) => {
  const body = { formula, selection }
  const reply = await client.post(`/api/${what}/execute?applicationId=101`, body)
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
const only = (...keys: string[]) => ({ keys })

test('requirements of several spaces are calculated by id', async () => {
  const client = await start({
    requirements: [
      { id: 5900, space: 'OPS', key: 'OPS-1' },
      { id: 6050, space: 'ENG', key: 'A-1' },
    ],
  })
  const { results } = await run(client, 'calculations', '1', only('REQ-001', 'A-1', 'OPS-1'))
  expect(pluck(results, 'requirementId')).toEqual([5900, 6001, 6050])
})

test('@jira is a property like any other, of which there is none', async () => {
  const client = await start()
  expect((await run(client, 'aggregations', 'COUNT(@jira)')).value).toBe(0)
  const formula = 'COUNT(@Nothing)'
  const path = `/wiki/rest/reqs/1/accumulator/ENG?withJira=true&formula=${encodeURIComponent(formula)}`
  expect((await client.put(path)).body[formula].value).toBe(0)
})

test('a relation leads to no requirement that the caller may not read', async () => {
  const dependencies = [{ to: 'ENG/REQ-005', relationship: 'refines' }]
  const client = await start({
    requirements: [
      { id: 6801, space: 'LAB', key: 'SEC-2', external: { Cost: 7 }, dependencies },
      { id: 6802, space: 'OPS', key: 'OPS-2', external: { Cost: 5 }, dependencies },
    ],
  })
  const { results } = await run(client, 'calculations', 'SUM(ext@Cost, from@refines)', only('REQ-005'))
  expect(results).toMatchObject([{ key: 'REQ-005', value: 5 }])
})

describe('of many properties', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      key: `P${at}`,
      value: String(at),
      dataType: 'NUMBER' as const,
    }))

  test.each([20, 21, 40])('all %i are found, each by its name', async (count) => {
    const client = await start()
    const table = client.simulator.world.region('eu').table(requirements)
    for (const id of [6001, 6002]) table.update(id, { properties: many(count) })
    const formula = `@P0 + @P${count - 1} * 100`
    const { results } = await run(client, 'calculations', formula, only('REQ-001', 'REQ-002'))
    const value = (count - 1) * 100
    expect(results).toMatchObject([{ value }, { value }])
    expect((await run(client, 'aggregations', 'COUNT(@P99)', only('REQ-001'))).value).toBe(0)
  })
})
