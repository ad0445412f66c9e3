import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, demoWith, startClient } from '../../../support/client.ts'
import { threadTime } from '../../../support/thread-time.ts'
import { client, startDemo } from '../../../support/demo.ts'

const wiki = '/wiki/rest/reqs/1'

beforeAll(() => startDemo())

interface AccumulatorCall {
  readonly space?: string
  readonly body?: object
  readonly token?: string
  readonly on?: Client
}

/** Asks for accumulators; `parameters` are those of the query. */
async function run(
  parameters: Readonly<Record<string, string>>,
  { space = 'ENG', body = {}, token = 'tok-alice', on = client }: AccumulatorCall = {},
) {
  const query = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  return on.put(`${wiki}/accumulator/${space}?${query}`, body, { token })
}

const column = (value: string, type = 'CALCULATION') => ({ step: { type, value } })
/** A body whose columns are these formulas. */
const columns = (...formulas: string[]) => ({
  traceabilityMatrixColumns: JSON.stringify([
    { label: 'Key', step: { type: 'FIRST_COLUMN' }, columnIndex: 0, parentColumnIndex: 0 },
    ...formulas.map((formula) => column(formula)),
  ]),
})
const sum = 'SUM(ext@Cost)'

describe('estimation', () => {
  test.each([
    [sum, 7800, 12],
    ['AVG(ext@Cost)', 650, 12],
    ["SUM(ext@Cost, @Category = 'Safety')", 4200, 6],
    ['COUNT(*)', 12, 12],
    ['SUM(ext@Cost) / COUNT(*) * 2', 1300, 12],
  ])('%s over the space is %d', async (formula, value, count) => {
    const { status, body } = await run({ formula })
    expect(status).toBe(200)
    expect(body).toEqual({ [formula]: { value, dataType: 'NUMBER', count, errors: [] } })
  })

  test('agrees with the aggregation of the standalone interface, and follows what is written', async () => {
    const own = await startClient()
    const selection = { projectContainerId: 1001, query: "@Priority = 'High'" }
    const both = async () => {
      const other = await own.post('/api/aggregations/execute?applicationId=101', { formula: sum, selection })
      const { body } = await run({ formula: sum, q: selection.query, matrixType: 'estimation' }, { on: own })
      expect(body[sum]).toEqual(other.body)
      return other.body.value
    }
    const before = await both()
    await own.put(`${wiki}/external-properties/ENG?q=${encodeURIComponent(selection.query)}`, {
      key: 'Cost',
      value: '1',
    })
    expect(await both()).toBe(4)
    expect(before).not.toBe(4)
  })

  test('covers frozen copies on request', async () => {
    const { body } = await run({ formula: sum, includeBaselined: 'true' })
    expect(body[sum]).toMatchObject({ value: 7800 + 2100, count: 18 })
    const frozen = await run({ formula: sum, q: 'baseline = 1' })
    expect(frozen.body[sum]).toMatchObject({ value: 2100, count: 6 })
  })

  test('covers every space that the caller may read with crossSpace', async () => {
    const all = { formula: 'COUNT(*)', crossSpace: 'true' }
    expect((await run(all, { token: 'tok-admin' })).body['COUNT(*)'].value).toBe(13)
    expect((await run(all)).body['COUNT(*)'].value).toBe(12)
    const empty = await run({ formula: 'COUNT(*)', q: "space = 'ENG'" }, { space: 'OPS' })
    expect(empty.body['COUNT(*)'].value).toBe(0)
    const open = await startClient({ scenario: 'demo', config: { isolateSpaces: false } } as never)
    expect((await run({ formula: 'COUNT(*)' }, { space: 'OPS', on: open })).body['COUNT(*)'].value).toBe(0)
  })

  test('takes the formulas of CALCULATION columns, each once', async () => {
    const calculation = 'SUM(ext@Cost, from@refines)'
    const body = columns('ext@Cost * 2 + 1', sum, calculation, sum, ' ')
    const reply = await run({ formula: 'MAX(ext@Cost)' }, { body })
    expect(Object.keys(reply.body)).toEqual(['MAX(ext@Cost)', 'ext@Cost * 2 + 1', sum, calculation])
    expect(reply.body).toMatchObject({
      'MAX(ext@Cost)': { value: 1200 },
      'ext@Cost * 2 + 1': { value: 15612, count: 12 },
      [sum]: { value: 7800 },
      [calculation]: { value: 200 + 300 + 400, count: 12 },
    })
    const other = { traceabilityMatrixColumns: JSON.stringify([column('Category', 'PROPERTY')]) }
    expect((await run({}, { body: other })).body).toEqual({})
    expect((await run({ formula: '' }, { body: { traceabilityMatrixColumns: null } })).body).toEqual({})
  })

  test('needs no body', async () => {
    const reply = await client.put(`${wiki}/accumulator/ENG?formula=COUNT(*)`)
    expect(reply.body['COUNT(*)'].value).toBe(12)
  })

  test('names the requirement and the place in the request of each error', async () => {
    const { body } = await run({ q: "key = 'REQ-001'" }, { body: columns('1 + @Category') })
    expect(body['1 + @Category']).toEqual({
      value: 0,
      dataType: 'NUMBER',
      count: 0,
      errors: [
        {
          requirementId: 6001,
          key: 'REQ-001',
          position: 4,
          message: "@Category is 'Functional', not a number",
        },
      ],
    })
  })

  test("answers bare values with A94 'value'", async () => {
    const bare = await startClient({ scenario: 'demo', config: { assumptions: { A94: 'value' } } } as never)
    const body = columns(sum)
    const { body: values } = await run({ formula: 'MAX(ext@Nothing)' }, { body, on: bare })
    expect(values).toEqual({ 'MAX(ext@Nothing)': null, [sum]: 7800 })
  })
})

describe('variables', () => {
  test('stand in the query and in formulas; results keep the formula as it was sent', async () => {
    const formula = 'SUM(ext@Cost * $rate)'
    const body = {
      variables: { rate: 3, category: "Safety' OR key ~ '%" },
      ...columns('ext@${name} + $rate'),
    }
    const found = await run({ formula, q: '@Category = $category' }, { body })
    expect(found.status).toBe(400)
    expect(found.body.message).toContain("'name'")
    const whole = { ...body, variables: { ...body.variables, name: 'Cost' } }
    const injected = await run({ formula, q: '@Category = $category' }, { body: whole })
    expect(injected.body[formula]).toMatchObject({ value: 0, count: 0 })
    const safety = { ...whole, variables: { ...whole.variables, category: 'Safety' } }
    const reply = await run({ formula, q: '@Category = $category' }, { body: safety })
    expect(reply.body).toMatchObject({
      [formula]: { value: 3 * 4200, count: 6 },
      'ext@${name} + $rate': { value: 4200 + 6 * 3, count: 6 },
    })
  })

  test('may be named as prototypes are', async () => {
    const body = '{"variables":{"__proto__":{"rate":2},"constructor":1},"__proto__":{"rate":2}}'
    const reply = await client.put(`${wiki}/accumulator/ENG?formula=SUM(ext@Cost*%24rate)`, body)
    expect(reply.status).toBe(400)
    expect(reply.body.message).toContain("'rate'")
    const inherited = await client.put(`${wiki}/accumulator/ENG?formula=SUM(ext@Cost*%24toString)`, body)
    expect(inherited.status).toBe(400)
  })
})

describe('tracker data', () => {
  test('is the number of linked issues', async () => {
    const body = columns('SUM(@jira)', 'COUNT(@jira)')
    expect((await run({ withJira: 'true' }, { body })).body).toMatchObject({
      'SUM(@jira)': { value: 3, count: 2 },
      'COUNT(@jira)': { value: 2, count: 2 },
    })
    expect((await run({}, { body })).body).toMatchObject({ 'COUNT(@jira)': { value: 0, count: 0 } })
    // Criteria are queries, which know properties only.
    const criteria = await run({ withJira: 'true', formula: 'COUNT(*, @jira > 0)' })
    expect(criteria.body['COUNT(*, @jira > 0)'].value).toBe(0)
  })
})

describe('traceability', () => {
  test('answers without accumulating, and checks nothing', async () => {
    const body = columns('nonsense(')
    const reply = await run({ matrixType: 'TRACEABILITY', formula: sum, q: 'key =' }, { body })
    expect(reply).toMatchObject({ status: 200, body: { [sum]: null, 'nonsense(': null } })
    const proto = await run({ matrixType: 'Traceability', formula: '__proto__' })
    expect(proto.text).toBe('{"__proto__":null}')
  })
})

describe('refusals', () => {
  test.each([
    [{ formula: 'SUM(' }, {}, /^Syntax error at position 4: /],
    [{ formula: 'ext@Cost' }, {}, /^Syntax error at position 0: /],
    [{ formula: 'COUNT(*)', q: 'key =' }, {}, /^Syntax error at position 5: /],
    [{}, columns('COUNT(*)', 'SUM('), /^Syntax error at position 4: .*traceabilityMatrixColumns\[2\]/],
    [{}, { traceabilityMatrixColumns: '[{' }, /traceabilityMatrixColumns.*'\[\{'/],
    [{}, { traceabilityMatrixColumns: '{}' }, /traceabilityMatrixColumns/],
    [
      {},
      { traceabilityMatrixColumns: '[{"step":{"type":"NOPE"}}]' },
      /traceabilityMatrixColumns: 0\.step\.type: must be/,
    ],
    [{}, { traceabilityMatrixColumns: '[7]' }, /traceabilityMatrixColumns: 0: must be an object/],
    [{}, { traceabilityMatrixColumns: '['.repeat(100_000) }, /traceabilityMatrixColumns/],
    [{}, { traceabilityMatrixColumns: `${'['.repeat(10_000)}${']'.repeat(10_000)}` }, /nested/],
    [{}, { traceabilityMatrixColumns: 7 }, /'traceabilityMatrixColumns'/],
    [{}, { offsetJson: 'nonsense' }, /offsetJson.*'nonsense'/],
    [{}, { variables: [1] }, /'variables'/],
    [
      {},
      { variables: Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`v${index}`, 1])) },
      /'variables'.*at most 1000/,
    ],
    [{}, columns(...Array.from({ length: 21 }, (_, index) => `SUM(ext@Cost + ${index})`)), /at most 20/],
    [{}, columns(...Array.from({ length: 101 }, () => sum)), /traceabilityMatrixColumns/],
    [{}, columns('x'.repeat(9000)), /traceabilityMatrixColumns/],
  ])('%#: 400 that names what is wrong', async (parameters, body, message) => {
    const reply = await run(parameters, { body })
    expect(reply.status).toBe(400)
    expect(reply.body.message).toMatch(message)
    expect(reply.body.message.length).toBeLessThan(1000)
  })

  test('LAB and XXX are refused, whether or not other spaces are searched', async () => {
    for (const crossSpace of ['true', 'false']) {
      expect((await run({ formula: sum, crossSpace }, { space: 'LAB' })).status).toBe(403)
      expect((await run({ formula: sum, crossSpace }, { space: 'XXX' })).status).toBe(404)
    }
  })
})

describe('the results of several requirements and formulas', () => {
  const start = (world: object) => startClient(demoWith({ ...world }))

  test('is summed up by id, so that no order of the search changes a digit', async () => {
    const requirements = [0.1, 0.2, 0.3].map((cost, at) => {
      return { id: 6801 + at, space: 'OPS', key: `K-${3 - at}`, external: { Cost: cost } }
    })
    const own = await start({ world: { requirements } })
    const reply = await run({ formula: sum }, { space: 'OPS', on: own })
    expect(reply.body[sum].value).toBe(0.1 + 0.2 + 0.3)
    expect(reply.body[sum].value).not.toBe(0.3 + 0.2 + 0.1)
  })

  test('shares the steps of one call', async () => {
    const own = await start({ generate: [{ requirements: 200, space: 'OPS', prefix: 'OPS-' }] })
    const long = `SUM(${'1+'.repeat(4000)}1)`
    const alone = await run({}, { space: 'OPS', body: columns(long), on: own })
    expect(alone.body[long]).toMatchObject({ value: 200 * 4001, errors: [] })
    const others = Array.from({ length: 19 }, (_, at) => `COUNT(*) + ${at}`)
    const { body } = await run({}, { space: 'OPS', body: columns(long, ...others), on: own })
    expect(body[long].errors.at(-1).message).toContain('600000 steps')
  })
})

test('over 100,000 requirements, 20 formulas stay within bounds', { timeout: 60_000 }, async () => {
  const large = await startClient({ scenario: 'large' })
  const body = columns(...Array.from({ length: 20 }, (_, index) => `ext@Cost * ${index}`))
  const started = threadTime()
  const reply = await run({}, { space: 'BIG', body, on: large })
  expect(reply.status).toBe(200)
  expect(threadTime() - started).toBeLessThan(30_000)
  expect(reply.body['ext@Cost * 1']).toMatchObject({ count: 100_000, errors: [] })
  // All formulas of a call share one budget.
  const many = Array.from(
    { length: 20 },
    (_, index) => `CONCAT(@Category, ext@Cost, ext@Cost, ${index}) = 'x'`,
  )
  const shared = await run({}, { space: 'BIG', body: columns(...many), on: large })
  for (const formula of many) expect(shared.body[formula].errors.at(-1).message).toContain('600000 steps')
  const endless = `COUNT(${'from->to->'.repeat(300)}from)`
  const refused = await run({}, { space: 'BIG', body: columns(endless), on: large })
  expect(refused.body[endless].errors.at(-1).message).toContain('steps')
})
