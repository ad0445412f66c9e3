/** What matrices and accumulators say of what shaped them, and how they read JSON that comes as a text. */
import { describe, expect, test } from 'vitest'
import { baselines } from '../../../../src/model/records/wiki/baselines.ts'
import { type Client, startClient } from '../../../support/client.ts'
import { startAuthor } from '../../../support/wiki-author.ts'

const render = '/wiki/rest/reqs/1/traceability/ENG/uiTraceability'
const accumulator = '/wiki/rest/reqs/1/accumulator/ENG'
const first = { step: { type: 'FIRST_COLUMN' }, columnIndex: 0, parentColumnIndex: 0 }
const at = (type: string, value?: string) => ({
  step: value === undefined ? { type } : { type, value },
  columnIndex: 1,
  parentColumnIndex: 0,
})
const put = (client: Client, path: string, body: object) => client.call('PUT', path, { body })

async function warningsOf(client: Client, method: string, path: string, body: object): Promise<string[]> {
  const reply = await client.call(method, path, { body })
  expect(reply.status, reply.text).toBe(200)
  return [...(client.simulator.journal.entries().at(-1)?.assumptions ?? [])]
}

describe('entries of the ledger', () => {
  test('are listed for a rendering that they shaped, and for no other', async () => {
    const client = await startClient()
    const query = "key = 'REQ-001'"
    const of = async (body: object) =>
      (await warningsOf(client, 'PUT', render, { query, ...body })).filter((id) => /^A11[0124]$/.test(id))
    expect(await of({ columns: [first], query: "key = 'NONE'" })).toEqual([])
    expect(await of({ columns: [first, at('TO')], query: "key = 'NONE'" })).toEqual(['A110'])
    expect(await of({ columns: [first, at('DESCRIPTION')] })).toEqual(['A110', 'A111'])
    expect(await of({ columns: [first], query: '', limit: 2 })).toEqual(['A111', 'A114'])
  })

  test('about queries are listed for criteria of figures', async () => {
    const client = await startClient()
    const formula = "COUNT(*, baseline was 1 AND type='Requirement' AND hasTest('PASS'))"
    const wanted = ['A36', 'A119', 'A120', 'A121', 'A255']
    const query = `formula=${encodeURIComponent(formula)}`
    expect(await warningsOf(client, 'PUT', `${accumulator}?${query}`, {})).toEqual(
      expect.arrayContaining(wanted),
    )
    for (const verb of ['execute', 'parse'])
      expect(
        await warningsOf(client, 'POST', `/api/aggregations/${verb}?applicationId=101`, {
          formula: formula.replace('baseline was 1', 'baseline = 1'),
        }),
      ).toEqual(expect.arrayContaining(wanted))
    const plain = await warningsOf(client, 'POST', '/api/aggregations/parse?applicationId=101', {
      formula: 'COUNT(*)',
    })
    expect(plain).not.toContain('A36')
    expect(plain).not.toContain('A255')
  })
})

describe('JSON in a text', () => {
  const offsets = (offset: object) => ({ columns: [first], offsetJson: JSON.stringify(offset) })

  test('is read as bodies are: numbers beyond 2^53 - 1 and deep nesting are refused', async () => {
    const client = await startClient()
    for (const offsetJson of ['{"searchOffset":9007199254740993}', `${'['.repeat(65)}${']'.repeat(65)}`]) {
      for (const [path, body] of [
        [render, { columns: [first], offsetJson }],
        [accumulator, { offsetJson }],
      ] as const) {
        const reply = await put(client, path, body)
        expect([reply.status, reply.body.message]).toEqual([
          400,
          expect.stringMatching(/^offsetJson(: is nested| holds a number)/),
        ])
      }
    }
  })

  test('that is blank is the same as none', async () => {
    const client = await startClient()
    const blank = { columns: [first], offsetJson: '', traceabilityMatrixColumns: null }
    expect((await put(client, render, blank)).body).toEqual(
      (await put(client, render, { columns: [first] })).body,
    )
    const columns = { matrixId: 1, traceabilityMatrixColumns: ' ' }
    expect((await put(client, render, columns)).body).toEqual(
      (await put(client, render, { matrixId: 1 })).body,
    )
  })

  test('reports fields that are not declared, and refuses them in a strict world', async () => {
    const odd = JSON.stringify([{ ...first, colour: 'red' }])
    const client = await startClient()
    const strict = await startClient({ scenario: 'demo', config: { strict: true } } as never)
    for (const [path, body, mention] of [
      [render, { traceabilityMatrixColumns: odd }, 'traceabilityMatrixColumns[0].colour'],
      [render, offsets({ limits: 3 }), 'offsetJson.limits'],
      [accumulator, { traceabilityMatrixColumns: odd }, 'traceabilityMatrixColumns[0].colour'],
    ] as const) {
      expect(await warningsOf(client, 'PUT', path, body)).toContain('A05')
      const refused = await put(strict, path, body)
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining(mention)])
    }
    const full = JSON.stringify([{ ...first, label: 'Key', hidden: false }])
    for (const path of [render, accumulator])
      expect((await put(strict, path, { traceabilityMatrixColumns: full })).status).toBe(200)
  })

  test('has bounds that are clamped by an alternative of the ledger', async () => {
    const clamping = await startClient({
      scenario: 'demo',
      config: { assumptions: { A04: 'clamp' } },
    } as never)
    const pagination = async (body: object) => (await put(clamping, render, body)).body.pagination
    expect(await pagination(offsets({ limit: 500, searchOffset: -3 }))).toMatchObject({
      limit: 200,
      searchOffset: 0,
    })
    expect(await pagination({ columns: [first], limit: 0 })).toMatchObject({ limit: 1 })
    const client = await startClient()
    expect((await put(client, render, { columns: [first], limit: 0 })).status).toBe(400)
  })
})

test('fields without a value are null by an alternative of the ledger', async () => {
  const client = await startClient({ scenario: 'demo', config: { assumptions: { A21: 'null' } } } as never)
  const wiki = '/wiki/rest/reqs/1'
  // Declared shapes speak of absent fields: the exchange is looked at as it is.
  const read = async (path: string) => {
    const headers = { authorization: 'Bearer tok-alice' }
    const answer = await client.simulator.exchange({ method: 'GET', url: `${wiki}${path}`, headers })
    return JSON.parse(answer.body as string)
  }
  expect((await read('/propertynames/ENG'))[0]).toMatchObject({ name: 'Category', description: null })
  expect((await read('/traceability/ENG/1')).columns[0].step).toEqual({ type: 'FIRST_COLUMN', value: null })
  const key = (await read('/excel/ENG/9001/config')).columns.find(
    ({ role }: { role: string }) => role === 'KEY',
  )
  expect(key).toMatchObject({ name: null })
})

test('values make a step wrong as written-out texts do', async () => {
  const client = await startClient()
  const ask = (type: string, value: string, variables: object = {}) =>
    put(client, render, { columns: [first, at(type, value)], query: "key = 'REQ-001'", variables })
  const texts = async (reply: ReturnType<typeof ask>) =>
    (await reply).body.cells[1].map(({ text }: { text: string }) => text)
  for (const [type, wrong] of [
    ['JIRAFIELD', 'nosuch'],
    ['PROPERTY', ''],
    ['EXTERNAL_PROPERTY', ' '],
  ] as const) {
    const [written, withVariable] = [await ask(type, wrong), await ask(type, '$f', { f: wrong })]
    expect([withVariable.status, withVariable.body.message]).toEqual([400, written.body.message])
  }
  expect(await texts(ask('FROM', '$r', { r: ' ' }))).toEqual(await texts(ask('FROM', '')))
  const reserved = "text ~ '$currentBaseline' AND @A\\$currentBaseline IS NULL"
  expect((await put(client, render, { columns: [first], query: reserved })).body.cells).toEqual([[]])
})

describe('a renamed record', () => {
  const columns = [
    first,
    at('CALCULATION', "CONCAT(@Category, ' $unit', ext@Category)"),
    { ...at('PROPERTY', 'Category'), columnIndex: 2 },
    { ...at('PROPERTY', 'Cat$part'), columnIndex: 3 },
  ]
  const query = "@Category = $c AND key ~ '${p}%' AND (@Category$c IS NULL OR type = 'Requirement')"
  const variables = { unit: 'x', part: 'egory', c: 'Safety', p: 'REQ' }

  test('a property follows among variables, in formulas, and its dollar signs stay; the matrix changed', async () => {
    const { client, done } = await startAuthor()
    const saved = await done('POST', '/traceability/ENG', {
      name: 'm',
      columns,
      query: '@Category = $c',
      variables,
    })
    client.simulator.clock.advance('1h')
    await done('PUT', '/propertynames/ENG/Category', { name: 'Cost $usd' })
    const matrix = await done('GET', `/traceability/ENG/${saved.id}`)
    expect(matrix.query).toBe('@Cost\\ \\$usd = $c')
    expect(matrix.columns.slice(1).map(({ step }: { step: { value: string } }) => step.value)).toEqual([
      "CONCAT(@Cost\\ \\$usd, ' $unit', ext@Category)",
      'Cost $$usd',
      'Cat$part',
    ])
    expect(matrix.updatedAt).not.toBe(saved.updatedAt)
    const { cells } = await done('PUT', '/traceability/ENG/uiTraceability', { matrixId: saved.id })
    expect(cells[0].length).toBe(6)
    expect(cells[2][0].text).toBe('Safety')
    await done('PUT', `/propertynames/ENG/${encodeURIComponent('Cost $usd')}`, { name: 'Kind' })
    const again = await done('GET', `/traceability/ENG/${saved.id}`)
    expect([again.query, again.columns[2].step.value]).toEqual(['@Kind = $c', 'Kind'])
  })

  test('a type is renamed in variables only if it is the whole text', async () => {
    const { client, done } = await startAuthor()
    const saved = await done('POST', '/traceability/ENG', { name: 'm', columns: [first], query, variables })
    client.simulator.clock.advance('1h')
    const body = { name: "Co$t's", pattern: 'REQ-{000}', replaces: 1 }
    await done('POST', '/types/ENG/createAndReplace', body)
    const matrix = await done('GET', `/traceability/ENG/${saved.id}`)
    expect(matrix.query).toBe(query.replace("'Requirement'", () => "'Co$$t\\'s'"))
    expect(matrix.updatedAt).not.toBe(saved.updatedAt)
  })

  test('migration reads $$ as a dollar sign in matrices, and any dollar sign as one in baselines', async () => {
    const { client, done } = await startAuthor()
    const columnsOnly = { name: 'm', columns: [first] }
    const { id } = await done('POST', '/traceability/ENG', { ...columnsOnly, query: "@Category == 'a$$b'" })
    const kept = await done('POST', '/traceability/ENG', { ...columnsOnly, query: '@Category == $c' })
    const table = client.simulator.world.region('eu').table(baselines)
    const baseline = table.find('number', [1001, 2])?.id as number
    table.update(baseline, { searchQuery: "@Category == '$c and $$'" })
    client.simulator.clock.advance('1h')
    await done('POST', '/misc/ENG/migrateUsersQueries')
    expect(table.get(baseline)?.searchQuery).toBe("@Category = '$c and $$'")
    const migrated = await done('GET', `/traceability/ENG/${id}`)
    expect(migrated.query).toBe("@Category = 'a$$b'")
    expect(migrated.updatedAt).not.toBe(migrated.createdAt)
    expect(await done('GET', `/traceability/ENG/${kept.id}`)).toEqual(kept)
  })
})
