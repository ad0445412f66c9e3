import { beforeEach, describe, expect, test } from 'vitest'
import { demoWith, startClient } from '../../../support/client.ts'
import { author, startWiki, call, done, found } from '../author.ts'

beforeEach(() => startWiki())

const inline = (key: string, value: string, multivalues?: readonly string[]) => ({
  key,
  value,
  type: 'INLINE',
  ...(multivalues === undefined ? {} : { indexation: { multivalues } }),
})
const write = (key: string, ...properties: object[]) =>
  done('PUT', `/requirement2/ENG/${key}`, { properties })
const everywhere = (...keys: string[]) => ({ wiki: keys, hosted: keys, standalone: keys })
const result = async (formula: string) => {
  const body = await done('PUT', `/accumulator/ENG?formula=${encodeURIComponent(formula)}`, {})
  return Object.values(body)[0]
}

describe('inline properties are read without their markup', () => {
  test('by queries, whether an index or a scan answers', async () => {
    await write('REQ-001', inline('P', '<p>High</p>'))
    await write('REQ-002', inline('P', 'R&amp;D <b>only</b>'))
    expect(await found("@P = 'High'")).toEqual(everywhere('REQ-001'))
    expect(await found("@P = '<p>High</p>'")).toEqual(everywhere())
    expect(await found("@P ~ 'high'")).toEqual(everywhere('REQ-001'))
    expect(await found("@P = 'R&D only'")).toEqual(everywhere('REQ-002'))
    expect(await found("@P ~ '%p>%'")).toEqual(everywhere())
    expect(await found("NOT @P IN ('High', 'x') AND @P IS NOT NULL")).toEqual(everywhere('REQ-002'))
  })

  test('numbers in markup compare as numbers', async () => {
    await write('REQ-001', inline('N', '<p>5</p>'))
    await write('REQ-002', inline('N', '10'))
    expect(await found('@N < 10')).toEqual(everywhere('REQ-001'))
    expect(await found('@N = 5')).toEqual(everywhere('REQ-001'))
  })

  test('by formulas', async () => {
    await write('REQ-001', inline('N', '<p>5</p>'))
    await write('REQ-002', inline('N', '<b>2</b>.5'))
    expect(await result('SUM(@N)')).toMatchObject({ value: 7.5, errors: [] })
  })

  test('by queries and lists, item by item', async () => {
    await write('REQ-001', inline('Tags', '<p>High, R&amp;D</p>', ['<p>High</p>', 'R&amp;D']))
    expect(await found("@Tags = 'High'")).toEqual(everywhere('REQ-001'))
    expect(await found("@Tags = 'R&D'")).toEqual(everywhere('REQ-001'))
    const { properties } = await done('GET', '/requirement2/ENG/REQ-001')
    expect(properties[0]).toMatchObject({
      value: '<p>High, R&amp;D</p>',
      display: 'High, R&D',
      indexation: { multivalues: ['High', 'R&D'] },
    })
  })

  test('by the standalone interface', async () => {
    await write('REQ-001', inline('P', '<p>High</p>'), inline('Tags', 'x', ['<i>a</i>', 'b']))
    const path = '/api/applications/101/projects/1001/variants/current/requirements/REQ-001'
    const { properties } = (await author.client.get(path)).body
    const values = properties.map(({ label, value }: { label: string; value: unknown }) => [label, value])
    expect(values.slice(0, 2)).toEqual([
      ['P', 'High'],
      ['Tags', ['a', 'b']],
    ])
  })

  test('by the cells of a matrix', async () => {
    await write('REQ-001', inline('Tags', 'x', ['<i>a</i>', 'b']))
    const columns = [
      { label: 'Requirement', step: { type: 'FIRST_COLUMN' }, columnIndex: 0, parentColumnIndex: 0 },
      { label: 'Tags', step: { type: 'PROPERTY', value: 'Tags' }, columnIndex: 1, parentColumnIndex: 0 },
    ]
    const body = { query: "key = 'REQ-001'", columns }
    const { cells } = await done('PUT', '/traceability/ENG/uiTraceability', body)
    expect(Object.values<{ text: string }[]>(cells)[1]?.[0]?.text).toBe('a, b')
  })
})

describe('a text that a caller reads can be sent back', () => {
  const listed = demoWith({
    world: {
      requirements: [{ space: 'ENG', key: 'L-1', text: 'x', properties: { Tags: ['a<b', 'R&D', '&amp;'] } }],
    },
  })

  test('lists of a scenario are texts, whatever they hold', async () => {
    await startWiki(listed)
    for (const item of ['a<b', 'R&D', '&amp;'])
      expect(await found(`@Tags = '${item}'`)).toEqual(everywhere('L-1'))
  })

  test('sending it changes nothing', async () => {
    await startWiki(listed)
    const read = await done('GET', '/requirement2/ENG/L-1')
    expect(read.properties[0].indexation).toEqual({ multivalues: ['a<b', 'R&D', '&amp;'] })
    const before = author.everything()
    expect(await done('PUT', '/requirement2/ENG/L-1', read)).toEqual(read)
    expect(author.everything()).toBe(before)
  })
})

describe('two inline properties of one name', () => {
  const twice = [inline('P', 'a'), { ...inline('P', 'b'), type: 'EXTERNAL' }, inline('P', 'c')]

  test.each([
    ['/requirement2/ENG/REQ-001', { properties: twice }],
    ['/requirement2/ENG', [{ key: 'REQ-001', properties: twice }]],
    ['/requirement', { spaceKey: 'ENG', key: 'REQ-001', properties: twice }],
  ])('are refused by PUT %s', async (path, body) => {
    const before = author.everything()
    const reply = await call('PUT', path, body)
    expect(reply.status).toBe(400)
    expect(reply.body.message).toMatch(/'REQ-001' has property 'P' twice/)
    expect(author.everything()).toBe(before)
  })

  test('are refused on a page', async () => {
    const properties = [
      { key: 'P', value: 'a' },
      { key: 'P', value: 'b' },
    ]
    const headers = { 'x-sim-control': '1' }
    for (const [method, path, body] of [
      ['PUT', '/_sim/pages/4001', { define: [{ key: 'NEW-1', properties }] }],
      ['POST', '/_sim/pages', { title: 'New', spaceKey: 'ENG', content: [{ key: 'NEW-1', properties }] }],
    ] as const) {
      const reply = await author.client.call(method, path, { headers, body })
      expect(reply.status).toBe(400)
      expect(reply.body.message).toContain("'NEW-1' has property 'P' twice")
    }
  })

  test('an inline and an external one of one name are two', async () => {
    await write('REQ-001', inline('Cost', '7'))
    const { properties } = await done('GET', '/requirement2/ENG/REQ-001')
    expect(properties.map(({ type }: { type: string }) => type)).toEqual(['INLINE', 'EXTERNAL'])
  })
})

describe('a dependency that is given twice', () => {
  const refines = { relationship: 'refines', spaceKey: 'ENG', key: 'REQ-009' }
  const message = "'REQ-001' depends on 'ENG/REQ-009' as 'refines' twice: give it once"

  test.each([
    ['/requirement2/ENG/REQ-001', (dependencies: object[]) => ({ dependencies })],
    ['/requirement2/ENG', (dependencies: object[]) => [{ key: 'REQ-001', dependencies }]],
    ['/requirement', (dependencies: object[]) => ({ spaceKey: 'ENG', key: 'REQ-001', dependencies })],
  ])('is refused by PUT %s, also when one leaves out the space', async (path, bodyOf) => {
    const before = author.everything()
    const { spaceKey: _own, ...brief } = refines
    const reply = await call('PUT', path, bodyOf([refines, brief]))
    expect(reply.status).toBe(400)
    expect(reply.body.message).toContain(message)
    expect(author.everything()).toBe(before)
    const several = [refines, { ...refines, relationship: 'uses' }, { ...refines, key: 'REQ-010' }]
    expect((await call('PUT', path, bodyOf(several))).status).toBe(200)
  })

  test('is refused on a page', async () => {
    const { spaceKey: _own, ...brief } = refines
    const define = [{ key: 'NEW-1', dependencies: [brief, refines] }]
    const headers = { 'x-sim-control': '1' }
    const reply = await author.client.put('/_sim/pages/4001', { define }, { headers })
    expect(reply.status).toBe(400)
    expect(reply.body.message).toContain("'NEW-1' depends on 'ENG/REQ-009' as 'refines' twice")
  })

  test('is refused in a scenario, whatever it calls the space, and in a world to import', async () => {
    const dependencies = [{ to: 'REQ-009' }, { relationship: 'Dependency', to: 'wiki/ENG/REQ-009' }]
    const requirements = [{ space: 'ENG', key: 'TWO-1', text: 'Two', dependencies }]
    const scenario = { name: 'twice', extends: ['demo'], world: { requirements } }
    await expect(startClient({ scenario: scenario as never })).rejects.toThrow(
      /dependencies\[1\]: depends on 'REQ-009' as 'Dependency' twice: give it once/,
    )
    const headers = { 'x-sim-control': '1' }
    const exported = await author.client.get('/_sim/export', { headers })
    const row = exported.body.stores.eu.requirement.find(({ key }: { key: string }) => key === 'REQ-002')
    row.dependencies.push(...row.dependencies)
    const reply = await author.client.post('/_sim/import', exported.body, { headers })
    expect(reply.status).toBe(400)
    expect(reply.body.message).toContain('dependencies')
    expect(reply.body.message).toContain('names a dependency twice: give it once')
  })
})
