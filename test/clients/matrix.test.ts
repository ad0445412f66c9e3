/** Sessions of a client that builds matrices from nothing but what the hosted wiki suggests, column by column. */
import { expect } from 'vitest'
import * as z from 'zod'
import { embeddedWiki, hostedWiki, standalone } from './demo.ts'
import { discoverSites } from './discovery.ts'
import { type Opened, test, throughDoors } from './doors.ts'
import {
  type Choice,
  createMatrixBuilder,
  createSavedMatrices,
  type Definition,
  type MatrixBuilder,
  type Rendered,
} from './hosted-matrix.ts'
import { createStandaloneClient } from './standalone.ts'
import type { Wire } from './wire.ts'

const FORMULA = 'ext@Cost * 2'
/** The account that saves. */
const ALICE = '5fe03651a31c9abe8b1b456c'

async function begin(opened: Opened): Promise<{ wire: Wire; builder: MatrixBuilder }> {
  const { relationships } = await discoverSites(standalone(opened))
  const issueRelationships = relationships.map(({ name }) => name)
  const wire = hostedWiki(opened)
  return { wire, builder: createMatrixBuilder(wire, 'ENG', { issueRelationships, formula: FORMULA }) }
}

const shown = ({ type, value }: Choice) => (value === '' ? type : `${type} ${value}`)
const texts = (rendered: Rendered, column: number) => (rendered.cells[column] ?? []).map(({ text }) => text)

/** Steps that suggest themselves by names or flags about the cells of this page: they cannot lead nowhere. */
const SURE = new Set(['TO', 'FROM', 'PROPERTY', 'EXTERNAL_PROPERTY', 'LINKS', 'ORIGINAL_LINKS'])

/** Adds each choice of a column as a child of it, one after the other, and renders after each. */
async function addAll(builder: MatrixBuilder, start: Definition, parent: number) {
  let matrix = start
  const { choices } = await builder.render(matrix)
  for (const choice of choices[parent] ?? []) {
    matrix = builder.add(matrix, parent, choice)
    const after = await builder.render(matrix)
    const index = matrix.columns.length - 1
    expect(after.suggestions, shown(choice)).toHaveLength(matrix.columns.length)
    if (SURE.has(choice.type)) expect(after.cells[index], shown(choice)).not.toEqual([])
  }
  return { matrix, choices: choices[parent] ?? [] }
}

throughDoors('a matrix', () => {
  test('grows by what is suggested for its first column, and by what is suggested then', async ({
    opened,
  }) => {
    const { builder } = await begin(opened)
    const { matrix, choices } = await addAll(builder, builder.begin("key = 'REQ-002'"), 0)
    const offered = choices.map(shown)
    expect(offered).toEqual([
      'TO refines',
      'FROM refines',
      'PROPERTY Category',
      'PROPERTY Priority',
      'EXTERNAL_PROPERTY Cost',
      'ALL_DEPENDENCIES',
      'ALL_PROPERTIES',
      'ALL_EXTERNAL_PROPERTIES',
      'ORIGINAL_LINKS',
      'DESCRIPTION',
      'VARIANT',
      'SPACE_KEY',
      'TEST_CASE_VERSION',
      'JIRA',
      'JIRA_TYPE',
      'JIRA_PROJECT_NAME',
      'JIRA_PROJECT_KEY',
      'JIRA_RELATIONSHIP implements',
      'JIRA_RELATIONSHIP tests',
      ...['key', 'summary', 'status', 'issuetype', 'project'].map((field) => `JIRAFIELD ${field}`),
      'ZEPHYR_SCALE TEST_CASE',
      'XRAY TEST_CASE',
      `CALCULATION ${FORMULA}`,
    ])
    expect(choices.filter(({ type }) => type === 'JIRAFIELD').map(({ label }) => label)).toEqual([
      'Key',
      'Summary',
      'Status',
      'Issue type',
      'Project',
    ])
    const full = await builder.render(matrix)
    const at = (text: string) => texts(full, 1 + offered.indexOf(text))
    // REQ-002 refines REQ-001, and REQ-004 refines it.
    const expected = {
      'TO refines': ['REQ-001'],
      'FROM refines': ['REQ-004'],
      'PROPERTY Category': ['Safety'],
      'PROPERTY Priority': ['Medium'],
      'EXTERNAL_PROPERTY Cost': ['200'],
      ALL_DEPENDENCIES: ['REQ-001', 'REQ-004'],
      ALL_PROPERTIES: ['Safety', 'Medium'],
      ALL_EXTERNAL_PROPERTIES: ['200'],
      ORIGINAL_LINKS: ['Flight control'],
      DESCRIPTION: ['The drone shall hold its altitude within 0.5 m in winds of up to 10 m/s.'],
      VARIANT: ['Current'],
      SPACE_KEY: ['ENG'],
      TEST_CASE_VERSION: ['TC-2'],
      JIRA: ['DRN-2'],
      JIRA_TYPE: ['Story'],
      JIRA_PROJECT_NAME: ['Drone'],
      JIRA_PROJECT_KEY: ['DRN'],
      'JIRA_RELATIONSHIP implements': ['DRN-2'],
      'JIRA_RELATIONSHIP tests': [],
      'JIRAFIELD key': ['DRN-2'],
      'JIRAFIELD summary': ['Hold the altitude in wind'],
      'JIRAFIELD status': ['Open'],
      'JIRAFIELD issuetype': ['Story'],
      'JIRAFIELD project': ['DRN'],
      'ZEPHYR_SCALE TEST_CASE': ['TC-2'],
      'XRAY TEST_CASE': ['TC-2'],
      [`CALCULATION ${FORMULA}`]: ['400'],
    }
    expect(Object.fromEntries(offered.map((text) => [text, at(text)]))).toEqual(expected)
    // Every cell hangs on that of the requirement, and has a name of its own.
    const [[root] = [], ...children] = full.cells
    expect(children.flat().every(({ parentId }) => parentId === root?.id)).toBe(true)
    expect(new Set(full.cells.flat().map(({ id }) => id)).size).toBe(full.cells.flat().length)
    // It has such children now, and may have no second one.
    const left = (full.choices[0] ?? []).map(shown)
    for (const all of ['ALL_DEPENDENCIES', 'ALL_PROPERTIES', 'ALL_EXTERNAL_PROPERTIES'])
      expect(left).not.toContain(all)
    expect(full.suggestions[0]).toMatchObject({
      allDependencies: false,
      allProperties: false,
      allExternalProperties: false,
    })
    // What refines it is a column of requirements, to which the same can be added.
    const deeper = await addAll(builder, matrix, 1 + offered.indexOf('FROM refines'))
    expect(deeper.choices.map(shown)).toEqual(expect.arrayContaining(['TO refines', 'PROPERTY Category']))
    expect(deeper.choices.map(shown)).not.toContain('FROM refines')
  })

  test('is suggested what the cells of its page have, not what the space has', async ({ opened }) => {
    const { builder } = await begin(opened)
    const offered = async (query: string, limit = 200) => {
      const { choices } = await builder.render({ ...builder.begin(query), limit })
      return (choices[0] ?? []).map(shown)
    }
    const dependencies = async (query: string, limit?: number) =>
      (await offered(query, limit)).filter((text) => text.endsWith(' refines'))
    // The end that REQ-001 holds is followed by FROM, that of REQ-004 by TO, and REQ-012 has none.
    expect(await dependencies("key = 'REQ-001'")).toEqual(['FROM refines'])
    expect(await dependencies("key = 'REQ-004'")).toEqual(['TO refines'])
    expect(await dependencies("key = 'REQ-012'")).toEqual([])
    expect(await dependencies("key ~ 'REQ-%'")).toEqual(['TO refines', 'FROM refines'])
    expect(await dependencies("key ~ 'REQ-%'", 1)).toEqual(['FROM refines'])
    expect(await offered("key = 'REQ-012'")).not.toContain('JIRA')
    expect(await offered("key = 'REQ-012'")).not.toContain('LINKS')
    expect(await offered("key = 'REQ-007'")).toContain('LINKS')
    expect(await offered("key = 'REQ-999'")).toEqual([])
  })

  test('copies what a dropdown may be into the step of its column', async ({ opened }) => {
    const { wire, builder } = await begin(opened)
    const script = createStandaloneClient(standalone(opened), 101)
    await script.createProperty('Phase', 'Dropdown', ['Early', 'Late'])
    await script.setValue(6001, 'Phase', 'Late')
    const first = builder.begin("key = 'REQ-001'")
    const phase = (await builder.render(first)).choices[0]?.find(({ value }) => value === 'Phase')
    expect(Object.values(phase?.enumValues ?? {})).toEqual(['Early', 'Late'])
    const matrix = builder.add(first, 0, phase as Choice)
    expect(texts(await builder.render(matrix), 1)).toEqual(['Late'])
    const saved = createSavedMatrices(wire)
    const { id } = await saved.save({ name: 'Phases', definition: matrix })
    expect(saved.definitionOf(await saved.read(id))).toEqual(matrix)
  })

  test('is saved, read back, found, replaced as a whole and deleted softly', async ({ opened }) => {
    const { wire, builder } = await begin(opened)
    const saved = createSavedMatrices(wire)
    const { matrix } = await addAll(builder, builder.begin("key ~ 'REQ-00%'"), 0)
    const record = { name: 'All that is offered', description: 'Built step by step', definition: matrix }
    const made = await saved.save(record)
    const { id } = made
    const read = await saved.read(id)
    const stored = {
      id,
      name: record.name,
      description: record.description,
      spaceKey: 'ENG',
      type: 'TRACEABILITY',
      json: JSON.stringify(matrix),
      query: matrix.query,
      sharedLevel: 'NONE',
      status: 'ACTIVE',
      ownerAccountId: ALICE,
      container: { id: 1001, key: 'ENG', name: 'Engineering' },
    }
    expect(made).toEqual(stored)
    expect(read).toEqual(stored)
    expect(saved.definitionOf(read)).toEqual(matrix)
    const before = await builder.render(matrix)
    expect((await builder.render(saved.definitionOf(read))).cells).toEqual(before.cells)

    const other = await saved.save({ name: 'Another', definition: matrix })
    for (const owned of [true, false]) {
      const rows = await saved.search(owned, 'ENG')
      expect(rows.map((row) => row.name)).toEqual(['Coverage', record.name, 'Another'])
      expect(rows.slice(1)).toEqual([stored, other])
    }
    expect(await namesInWiki(opened)).toEqual(['Coverage', record.name, 'Another'])

    const narrower = { name: 'Narrower', definition: { ...matrix, query: "key = 'REQ-004'" } }
    const replaced = await saved.replace(id, narrower)
    const { description: _, ...rest } = stored
    expect({ ...replaced, description: replaced.description ?? null }).toEqual({
      ...rest,
      name: 'Narrower',
      description: null,
      json: JSON.stringify(narrower.definition),
      query: narrower.definition.query,
    })
    expect(await saved.read(id)).toEqual(replaced)
    expect(await saved.read(other.id)).toEqual(other)
    expect(texts(await builder.render(saved.definitionOf(await saved.read(id))), 0)).toEqual(['REQ-004'])
    expect(await namesInWiki(opened)).toEqual(['Coverage', 'Narrower', 'Another'])

    await saved.remove(id, narrower)
    for (const owned of [true, false])
      expect((await saved.search(owned, 'ENG')).map((row) => row.name)).toEqual(['Coverage', 'Another'])
    expect(await namesInWiki(opened)).toEqual(['Coverage', 'Another'])
  })

  test('is saved with columns that lead nowhere, but not without columns', async ({ opened }) => {
    const { wire, builder } = await begin(opened)
    const saved = createSavedMatrices(wire)
    const first = builder.begin("key = 'REQ-001'")
    const property = builder.add(first, 0, { label: '', type: 'PROPERTY', value: 'Category' })
    const odd = [
      [0, 'JIRAFIELD', 'customfield_99999'],
      [0, 'CALCULATION', 'SUM('],
      [1, 'PROPERTY', 'Priority'],
    ] as const
    let matrix = property
    for (const [parent, type, value] of odd)
      matrix = builder.add(matrix, parent, { label: type, type, value })
    const { id } = await saved.save({ name: 'Odd', definition: matrix })
    const rendered = await builder.render(saved.definitionOf(await saved.read(id)))
    expect(texts(rendered, 1)).toEqual(['Functional'])
    for (const column of [2, 4]) expect(texts(rendered, column)).toEqual([])
    const none = saved.save({ name: 'None', definition: { ...first, columns: [] } })
    await expect(none).rejects.toMatchObject({ status: 400 })
  })
})

/** Names of the matrices that the embedded wiki lists. */
async function namesInWiki(opened: Opened): Promise<string[]> {
  const listed = z.object({ results: z.array(z.object({ name: z.string() })) })
  const { results } = await embeddedWiki(opened).get('/traceability/ENG/', listed)
  return results.map(({ name }) => name)
}
