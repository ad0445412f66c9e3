// What a client meant by a name that nothing read: a misspelt one, that of another interface, or one in the wrong place.
import { beforeEach, describe, expect, test } from 'vitest'
import { loadOperations, operationIndex } from '../../../src/api/operation-index.ts'
import { loadSchemas } from '../../../src/api/framework/zod.ts'
import { SAME_NAMES } from '../../../src/api/shared/same-names.ts'
import { suggestionFor, suggestionsFor } from '../../../src/gateway/exchange/suggestions.ts'
import { type Client, startClient } from '../../support/client.ts'

const WIKI = '/wiki/rest/reqs/1'
const REQUIREMENT = `${WIKI}/requirement2/ENG/REQ-001`

let client: Client
beforeEach(async () => {
  client = await startClient()
})

const notesOf = ({ headers }: { readonly headers: Readonly<Record<string, string>> }) => [
  headers['X-Sim-Ignored'],
  headers['X-Sim-Suggestions'],
]

describe('a response named no field instead of one', () => {
  test.each([
    ['of another interface', { html: 'x' }, 'body html', 'body html -> htmlExcerpt'],
    ['of a third interface', { text: 'x' }, 'body text', 'body text -> htmlExcerpt'],
    ['in another letter case', { HTMLExcerpt: 'x' }, 'body HTMLExcerpt', 'body HTMLExcerpt -> htmlExcerpt'],
    ['in snake case', { html_excerpt: 'x' }, 'body html_excerpt', 'body html_excerpt -> htmlExcerpt'],
    ['that is misspelt', { htmlExerpt: 'x' }, 'body htmlExerpt', 'body htmlExerpt -> htmlExcerpt'],
    [
      'of an object in a list',
      { properties: [{ key: 'Cost', value: '1', valeu: '2' }] },
      'body properties[0].valeu',
      'body properties[0].valeu -> properties[0].value',
    ],
    ['that is like none', { colour: 1 }, 'body colour', undefined],
  ])('%s', async (_what, body, ignored, suggested) => {
    expect(notesOf(await client.put(REQUIREMENT, body))).toEqual([ignored, suggested])
  })

  test.each([
    ['pageSize=3', 'query pageSize -> limit'],
    ['limt=3', 'query limt -> limit'],
    ['search=x', 'query search -> q'],
    ['colour=1', undefined],
  ])('of the parameter %s', async (query, suggested) => {
    const reply = await client.get(`${WIKI}/requirement2/ENG?${query}`)
    expect([reply.status, reply.headers['X-Sim-Suggestions']]).toEqual([200, suggested])
  })

  test('that is a parameter, or the other way round', async () => {
    const misplaced = await client.put(`${REQUIREMENT}?htmlExcerpt=x`, { htmlExcerpt: 'x' })
    expect(notesOf(misplaced)).toEqual(['query htmlExcerpt', 'query htmlExcerpt -> body htmlExcerpt'])
  })

  test('and offered one for a name that was right', async () => {
    const path = '/api/variants/5001?applicationId=101'
    const { body } = await client.get(path)
    const reply = await client.put(path, { ...body, id: 5002 })
    expect(notesOf(reply)).toEqual(['body id', undefined])
  })

  test('that a browser or a terminal would take for something else', async () => {
    const name = 'html\u001b[2K\r\nX-Evil'
    const reply = await client.put(REQUIREMENT, { [name]: 'x' })
    expect(reply.headers['X-Sim-Ignored']).toBe('body html%1B[2K%0D%0AX-Evil')
  })
})

test('a strict world refused a misspelt name without the right one', async () => {
  const strict = await startClient({ scenario: 'demo', config: { strict: true } })
  const reply = await strict.put(REQUIREMENT, { html: 'x', colour: 1 })
  expect([reply.status, reply.body.message]).toEqual([
    400,
    "body field 'html' is not declared: did you mean 'htmlExcerpt'?; body field 'colour' is not declared: leave it out",
  ])
})

test('a name is listed once, by a hundred characters at most', async () => {
  const long = 'n'.repeat(100)
  const { headers } = await client.get(`${REQUIREMENT}?colour=red&colour=blue&${long}mn=1&${long}=2`)
  expect(headers['X-Sim-Ignored']).toMatch(/^query colour, query n+[^,]*$/)
})

test('a strict world lists fifty unknown names', async () => {
  const strict = await startClient({ scenario: 'demo', config: { strict: true } })
  const query = Array.from({ length: 60 }, (_, index) => `x${index}`).join('&')
  expect((await strict.get(`${REQUIREMENT}?${query}`)).body.message).toContain('(and 47 more)')
})

test('the journal, its filter, the report and the control API did not have suggestions', async () => {
  await client.put(REQUIREMENT, { html: 'x' })
  await client.put(REQUIREMENT, { htmlExcerpt: 'x' })
  await client.get(`${WIKI}/requirement2/ENG?limt=1`)
  const { simulator } = client
  const suggestions = simulator.journal.entries({ ignored: true }).map((entry) => entry.suggestions)
  expect(suggestions).toEqual([
    [{ kind: 'field', name: 'html', suggestion: 'htmlExcerpt' }],
    [{ kind: 'parameter', name: 'limt', suggestion: 'limit' }],
  ])
  expect(simulator.journal.entries({ ignored: false })).toHaveLength(1)
  expect(simulator.report().unknown.map(({ name, suggestion }) => [name, suggestion])).toEqual([
    ['limt', 'limit'],
    ['html', 'htmlExcerpt'],
  ])
  const listed = await simulator.exchange({ method: 'GET', url: '/_sim/journal?ignored=true', headers: {} })
  const { items } = JSON.parse(String(listed.body)) as { items: { notable: string }[] }
  expect(items.map(({ notable }) => notable)).toEqual([
    'ignored: body html (did you mean htmlExcerpt?)',
    'ignored: query limt (did you mean limit?)',
  ])
})

describe('every operation', () => {
  test('accepts each name that it suggests, for every name that others use for the same thing', async () => {
    await Promise.all([loadSchemas(), loadOperations()])
    const names = new Set(SAME_NAMES.map((group) => group[1] ?? ''))
    let suggested = 0
    for (const { declaration } of operationIndex) {
      if (declaration === undefined) continue
      for (const kind of ['parameter', 'field'] as const)
        for (const name of names) {
          const suggestion = suggestionFor(declaration, kind, name)
          if (suggestion === undefined || Object.hasOwn(declaration.query, name)) continue
          suggested++
          const [place, bare = place] = suggestion.split(' ')
          const other = place === bare ? kind : place === 'query' ? 'parameter' : 'field'
          // A name that is accepted needs no suggestion of the same kind.
          if (other === 'parameter') expect(Object.keys(declaration.query)).toContain(bare)
          else expect(suggestionFor(declaration, 'field', bare ?? '')).toBeUndefined()
        }
    }
    expect(suggested).toBeGreaterThan(500)
  })

  test('takes a bounded time for names without end', async () => {
    await Promise.all([loadSchemas(), loadOperations()])
    const long = 'x'.repeat(100)
    const many = Array.from({ length: 50 }, (_, index) => `${long}${index}`)
    const unknown = { parameters: many, fields: many }
    const found = operationIndex.flatMap(({ declaration }) =>
      declaration === undefined ? [] : suggestionsFor(declaration, unknown),
    )
    expect(found).toEqual([])
  })
})
