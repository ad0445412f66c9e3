/** A new name of a property or type reaches all that names it: dashboards, templates, rules and texts of matrices. */
import { beforeEach, describe, expect, test } from 'vitest'
import { readConfig, writeConfig } from '../../../../src/model/records/world/config.ts'
import { rules } from '../../../../src/model/records/wiki/rules.ts'
import { matrices } from '../../../../src/model/records/wiki/matrices.ts'
import { hostedHeaders, SITES } from '../../../support/hosted.ts'
import { type StandaloneAuthor, startStandaloneAuthor } from '../../../support/standalone-author.ts'

let author: StandaloneAuthor
beforeEach(async () => {
  author = await startStandaloneAuthor()
})

const Q = '?applicationId=101'
const wiki = '/wiki/rest/reqs/1'
const call = async (method: string, path: string, body: unknown, headers = {}) => {
  const reply = await author.client.call(method, path, { body, headers })
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
const hosted = async (method: string, path: string, body?: unknown) => {
  const headers = hostedHeaders('tok-alice', SITES.wiki)
  const sent = body === undefined ? {} : { body }
  const reply = await author.client.call(method, `/eu/wiki/rest${path}`, { token: null, headers, ...sent })
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
const renameInline = (name: string, after: string) =>
  call('PUT', `${wiki}/propertynames/ENG/${name}`, { name: after })
const renameExternal = (after: string) => author.made('PUT', `/external-properties/7001${Q}`, { name: after })
const dashboard = async (id: number) => author.made('GET', `/dashboards/${id}${Q}`)

describe('dashboards', () => {
  test('follow in queries and formulas, and nothing else of them changes', async () => {
    const widgets = [
      { type: 'REQUIREMENTS', title: 'Category', query: "@Category = 'Safety' AND ext@Category IS NULL" },
      { type: 'CALCULATION', title: 'Sum', formula: 'IF(@Category = "x", ext@Cost, 1)', query: '' },
      { type: 'TEXT', title: 'About', text: '@Category' },
    ]
    const made = await author.made('POST', `/dashboards${Q}`, { containerId: 1001, name: 'C', widgets })
    const other = await dashboard(1)
    author.client.simulator.clock.advance('1h')
    await renameInline('Category', 'Main kind')
    await renameExternal('Price')
    const [first, second, text] = widgets
    expect(await dashboard(made.id)).toEqual({
      ...made,
      widgets: [
        { ...first, query: "@Main\\ kind = 'Safety' AND ext@Category IS NULL" },
        { ...second, formula: 'IF(@Main\\ kind = "x", ext@Price, 1)' },
        text,
      ],
      updatedAt: '2026-01-05T10:00:00.000Z',
    })
    await renameInline('Priority', 'Rank')
    const { widgets: shown } = await dashboard(1)
    expect(shown[0].formula).toBe('SUM(ext@Price)')
    expect(shown[1].query).toBe("@Rank = 'High'")
    expect(shown.slice(2)).toEqual(other.widgets.slice(2))
  })

  test('follow a type that is replaced', async () => {
    const widgets = [{ type: 'REQUIREMENTS', title: 'All', query: "type = 'Requirement'" }]
    const { id } = await author.made('POST', `/dashboards${Q}`, { containerId: 1001, name: 'T', widgets })
    await call('POST', `${wiki}/types/ENG/createAndReplace`, {
      name: 'Demand',
      pattern: 'REQ-{000}',
      replaces: 1,
    })
    expect((await dashboard(id)).widgets[0].query).toBe("type = 'Demand'")
  })
})

test('templates go on giving the values', async () => {
  const evaluate = async (templateId: number) =>
    (
      await author.made('POST', `/templates/evaluate${Q}`, { templateId, selection: { keys: ['REQ-001'] } })
    ).results.map(({ text, errors }: { text: string; errors: unknown[] }) => [text, errors])
  const content = '\\{{@Category}} {{ @Category }}{{key}}, {{CONCAT(@Category, "@Category }}")}}'
  const { id } = await author.made('POST', `/templates${Q}`, { containerId: 1001, name: 'Own', content })
  const before = await evaluate(id)
  expect(before).toEqual([['{{@Category}} FunctionalREQ-001, Functional@Category }}', []]])
  await renameInline('Category', 'A }} b')
  await renameExternal('Net price')
  expect((await author.made('GET', `/templates/${id}${Q}`)).content).toBe(
    '\\{{@Category}} {{ @A\\ \\}\\}\\ b }}{{key}}, {{CONCAT(@A\\ \\}\\}\\ b, "@Category }}")}}',
  )
  expect(await evaluate(id)).toEqual(before)
  expect(await evaluate(1)).toEqual([['REQ-001 costs 100', []]])
  expect(await evaluate(2)).toEqual([['1 cost 100', []]])
})

test('rules go on asking for the property, of their own kind only', async () => {
  const valid = async () =>
    (await hosted('GET', `/search?query=${encodeURIComponent("ruleStatus = 'VALID'")}`)).total
  const before = await valid()
  expect(before).toBe(12)
  await renameInline('Category', 'Kind')
  await renameInline('Priority', 'Rank')
  expect(await valid()).toBe(before)
  const table = author.client.simulator.world.region('eu').table(rules)
  table.update(1, { property: 'Cost', external: false })
  await renameExternal('Price')
  expect(table.get(1)?.property).toBe('Cost')
  table.update(1, { property: 'Price', external: true })
  await renameExternal('Cost')
  expect(table.get(1)?.property).toBe('Cost')
  expect(await valid()).toBe(before)
})

describe('the text that a hosted client keeps of a matrix', () => {
  const columns = [{ columnIndex: 0, parentColumnIndex: 0, step: { type: 'FIRST_COLUMN', value: '' } }]
  const json = (query: string) => JSON.stringify({ zoom: 2, columns, query })
  const save = (body: object) => hosted('POST', '/saved-matrices', { name: 'M', spaceKey: 'ENG', ...body })

  test('names the query of now, so that sending it back undoes no renaming', async () => {
    const { id } = await save({ json: json("@Category = 'Safety'") })
    await renameInline('Category', 'Kind')
    const renamed = await hosted('GET', `/saved-matrices/${id}`)
    expect([renamed.query, renamed.json]).toEqual(["@Kind = 'Safety'", json("@Kind = 'Safety'")])
    expect(await hosted('PUT', `/saved-matrices/${id}`, { name: 'M', json: renamed.json })).toEqual(renamed)
  })

  test('follows what either interface makes of the query', async () => {
    const { id } = await save({ json: json('key = 1') })
    await call('PUT', `${wiki}/traceability/ENG/${id}`, { query: 'key = 2' })
    expect((await hosted('GET', `/saved-matrices/${id}`)).json).toBe(json('key = 2'))
    const changed = await hosted('PUT', `/saved-matrices/${id}`, { name: 'M', json: json('key = 3') })
    expect(changed.query).toBe('key = 3')
    expect((await author.client.get(`${wiki}/traceability/ENG/${id}`)).body.query).toBe('key = 3')
  })

  test('of an imported world may be anything', async () => {
    const table = author.client.simulator.world.region('eu').table(matrices)
    const deep = `{"query":"key = 1","deep":${'['.repeat(45_000)}${']'.repeat(45_000)}}`
    for (const text of [deep, '{', 'null', '"key = 1"', '']) {
      table.update(1, { query: 'key = 1', json: text })
      await call('PUT', `${wiki}/traceability/ENG/1`, { query: 'key = 2' })
      expect(table.get(1)?.json).toBe(text)
      expect((await hosted('GET', '/saved-matrices/1')).json).toBe(text)
    }
  })

  test('stays as it was sent where it says something else', async () => {
    const own = await save({ json: json('key = 1'), query: 'key = 2' })
    expect(own.json).toBe(json('key = 1'))
    await call('PUT', `${wiki}/traceability/ENG/${own.id}`, { query: 'key = 3' })
    expect((await hosted('GET', `/saved-matrices/${own.id}`)).json).toBe(json('key = 1'))
    const list = await save({ json: '[7]', type: 'MODIFICATION', query: 'key = 1' })
    await call('PUT', `${wiki}/traceability/ENG/${list.id}`, { query: 'key = 2' })
    expect((await hosted('GET', `/saved-matrices/${list.id}`)).json).toBe('[7]')
  })
})

describe('new names of baselines, variants and types', () => {
  const label = (number: number, name: string) =>
    call('PUT', `${wiki}/baseline/ENG/${number}/label`, name, { 'content-type': 'text/plain' })
  const renameVariant = (name: string) => author.made('PUT', `/variants/5001${Q}`, { name })
  const renameType = (name: string) =>
    call('POST', `${wiki}/types/ENG/createAndReplace`, { name, pattern: 'REQ-{000}', replaces: 1 })
  /** Saves a query in a matrix of a space; returns a function that reads it again. */
  const matrixWith = async (query: string, space = 'ENG') => {
    const columns = [
      { label: 'Key', step: { type: 'FIRST_COLUMN', value: '' }, columnIndex: 0, parentColumnIndex: 0 },
    ]
    const { id } = await call('POST', `${wiki}/traceability/${space}`, { name: query, columns, query })
    return async () => {
      const reply = await author.client.get(`${wiki}/traceability/${space}/${id}`)
      return reply.body.query as string
    }
  }

  test.each([
    ['baseline', "baseline = 'Release 1.0'", "baseline = 'R \\'1\\''"],
    ['baseline', "key = $k AND baseline IN (2, 'Release 1.0')", "key = $k AND baseline IN (2, 'R \\'1\\'')"],
    ['baseline', "isModified( 'Release 1.0' )", "isModified('R \\'1\\'')"],
    ['baseline', 'NOT baseline was "Release 1.0"', "NOT baseline WAS 'R \\'1\\''"],
    ['baseline', "baseline = ('Release 1.0' in space 'ENG')", "baseline = ('R \\'1\\'' in space 'ENG')"],
    ['baseline', "to -> baseline != 'Release 1.0'", "to -> baseline != 'R \\'1\\''"],
    ['variant', "variant IN ('Current')", "variant IN ('R \\'1\\'')"],
    ['variant', "variant = ('Current' in space 'ENG')", "variant = ('R \\'1\\'' in space 'ENG')"],
    ['type', "type = 'Requirement'", "type = 'R \\'1\\''"],
    ['type', "type.name != 'Requirement'", "type.name != 'R \\'1\\''"],
  ])('of a %s reach the matrix of %j', async (kind, query, after) => {
    const read = await matrixWith(query)
    const rename = { baseline: (name: string) => label(1, name), variant: renameVariant, type: renameType }
    await rename[kind as keyof typeof rename]("R '1'")
    expect(await read()).toBe(after)
  })

  test.each([
    "baseline = 1 AND @baseline = 'Release 1.0' AND 'Release 1.0'",
    "baseline ~ 'Release 1.0' OR baseline was 'Release 1.1'",
    "baseline = ('Release 1.0' in space 'OPS')",
    "variant = 'Release 1.0' OR type = 'Release 1.0' OR text = 'Current'",
  ])('leave alone what does not name them: %s', async (query) => {
    const read = await matrixWith(query)
    await label(1, 'Renamed')
    await renameVariant('Renamed')
    expect(await read()).toBe(query)
  })

  test('reach other spaces where these say which space they mean', async () => {
    const scoped = await matrixWith("baseline was ('Release 1.0' in space 'ENG')", 'OPS')
    const variant = await matrixWith("variant != ('Current' in space 'ENG')", 'OPS')
    const own = await matrixWith("baseline = 'Release 1.0' AND variant = 'Current'", 'OPS')
    await label(1, 'Final')
    await renameVariant('Main')
    expect(await scoped()).toBe("baseline WAS ('Final' in space 'ENG')")
    expect(await variant()).toBe("variant != ('Main' in space 'ENG')")
    expect(await own()).toBe("baseline = 'Release 1.0' AND variant = 'Current'")
  })

  test('that are digits go on meaning the same baseline', async () => {
    const modified = await matrixWith("isModified('Release 1.0') OR baseline = 'Release 1.0'")
    await label(1, '2')
    expect(await modified()).toBe("isModified(1) OR baseline = '2'")
    const second = await matrixWith("isModified('2') OR baseline = '2'")
    await label(1, 'One')
    expect(await second()).toBe("isModified('2') OR baseline = 'One'")
  })

  test('reach previews, dashboards and templates, and what these select stays the same', async () => {
    const { system } = author.client.simulator.world
    writeConfig(system, { ...readConfig(system), assumptions: { A255: 'one-grammar' } })
    const query = "type = 'Requirement' AND variant = 'Current' AND baseline was 'Release 1.0'"
    const preview = { name: 'Next', searchQuery: query }
    const made = await call('POST', `${wiki}/baseline/ENG`, { baseline: preview })
    const formula = `COUNT(*, ${query}) + COUNT(@Category)`
    const widgets = [
      { type: 'REQUIREMENTS', title: 'Query', query },
      { type: 'AGGREGATION', title: 'Formula', formula },
    ]
    const { id } = await author.made('POST', `/dashboards${Q}`, { containerId: 1001, name: 'N', widgets })
    const content = `{{${formula}}} of {{COUNT(*)}}`
    const template = await author.made('POST', `/templates${Q}`, {
      containerId: 1001,
      name: 'N',
      type: 'AGGREGATION',
      content,
    })
    const evaluated = async () => {
      const selection = { projectContainerId: 1001 }
      return author.made('POST', `/templates/evaluate${Q}`, { templateId: template.id, selection })
    }
    const before = await evaluated()
    expect(JSON.stringify(before)).toContain('18 of 12')
    await label(1, 'First')
    await renameVariant('Main')
    await renameType('Demand')
    const renamed = "type = 'Demand' AND variant = 'Main' AND baseline WAS 'First'"
    const renamedFormula = `COUNT(*, ${renamed}) + COUNT(@Category)`
    const reset = { spaceKey: 'ENG', baseline: made.baseline, status: 'PREVIEW' }
    expect(await call('PUT', `${wiki}/baseline/ENG/${made.baseline}?fields=STATUS`, reset)).toMatchObject({
      searchQuery: renamed,
      count: made.count,
    })
    expect(made.count).toBe(6)
    const shown = await dashboard(id)
    expect([shown.widgets[0].query, shown.widgets[1].formula]).toEqual([renamed, renamedFormula])
    expect((await author.made('GET', `/templates/${template.id}${Q}`)).content).toBe(
      `{{${renamedFormula}}} of {{COUNT(*)}}`,
    )
    expect(await evaluated()).toEqual(before)
  })

  test('of a variant reach the definition that a hosted client keeps', async () => {
    const column = {
      label: 'Key',
      step: { type: 'FIRST_COLUMN', value: '' },
      columnIndex: 0,
      parentColumnIndex: 0,
    }
    const definition = {
      columns: [column],
      query: '',
      variants: ['Current', 5001],
      limit: 5,
      spaceKey: 'ENG',
    }
    const json = JSON.stringify(definition)
    const { id } = await hosted('POST', '/saved-matrices', { name: 'V', spaceKey: 'ENG', json })
    await renameVariant('Main')
    const kept = JSON.parse((await hosted('GET', `/saved-matrices/${id}`)).json)
    expect(kept).toEqual({ ...definition, variants: ['Main', 5001] })
  })
})
