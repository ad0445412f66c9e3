/** Bulk data: each value depends on its own record and field alone. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { containers } from '../../src/model/records/service/containers.ts'
import { pages } from '../../src/model/records/wiki/pages.ts'
import { type RequirementRecord, requirements } from '../../src/model/records/wiki/requirements.ts'
import { buildWorld } from '../../src/scenario/seed/build.ts'
import type { RequirementGenerator } from '../../src/scenario/format/format.ts'
import type { World } from '../../src/world/world.ts'
import { problemsOf, resolveObject, SMALL_WORLD, textOf } from './support.ts'
import { readScenarioText } from '../../src/scenario/format/text.ts'

const base = readScenarioText(SMALL_WORLD, 'base').value as { world: object }
const world = {
  ...base.world,
  externalProperties: [
    { site: 'wiki', name: 'Cost', dataType: 'DECIMAL' },
    { site: 'wiki', name: 'Risk', dataType: 'TEXT' },
  ],
}

const FULL: RequirementGenerator = {
  requirements: 40,
  space: 'ENG',
  prefix: 'G-',
  text: ['The {subject} shall {verb}.', 'Requirement {key} of page {page}.'],
  lists: { subject: ['drone', 'radio'], verb: ['stop', 'start', 'wait'] },
  properties: {
    Priority: ['High', 'Medium', 'Low'],
    Weight: { from: 0, to: 1, step: 0.1 },
    Owner: 'team {subject} {number}',
  },
  external: { Cost: { from: 100, to: 900 }, Risk: ['low', 'high'] },
  fields: {
    Due: { type: 'string', format: 'date' },
    Serial: { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$' },
  },
  dependencies: { refines: 0.5, 'Depends on': 0.2 },
  status: { ACTIVE: 4, DELETED: 1 },
}

async function build(...generate: object[]): Promise<World> {
  return buildWorld(await resolveObject({ world, generate }))
}

async function rows(generator: Partial<RequirementGenerator>): Promise<RequirementRecord[]> {
  const built = await build({ requirements: 20, space: 'ENG', prefix: 'G-', ...generator })
  return [...built.region('eu').table(requirements).scan()]
}

test('the same scenario makes the same world; another seed another', async () => {
  const scenario = await resolveObject({ world, generate: [FULL] })
  const text = textOf(await buildWorld(scenario))
  expect(textOf(await buildWorld(scenario))).toBe(text)
  expect(textOf(await buildWorld({ ...scenario, seed: 2 }))).not.toBe(text)
})

test('values are pinned, so that a release does not silently change every world', async () => {
  const [first, second] = await rows(FULL)
  expect(
    [first, second].map((row) => [row?.key, row?.text, ...(row?.properties ?? []).map(({ value }) => value)]),
  ).toMatchInlineSnapshot(`
    [
      [
        "G-01",
        "The drone shall wait.",
        "Medium",
        "0.9",
        "team radio 1",
        "2025-07-16",
        "BDI-3441",
      ],
      [
        "G-02",
        "The drone shall stop.",
        "High",
        "0.9",
        "team drone 2",
        "2025-03-04",
        "LPS-0173",
      ],
    ]
  `)
})

describe('independence', () => {
  const valuesWithout = (list: readonly RequirementRecord[], property: string) =>
    list.map((row) => ({ ...row, properties: row.properties.filter(({ key }) => key !== property) }))

  test('adding a property changes no other value', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('properties', 'fields'),
        fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme-ascii' }),
        fc.array(fc.string({ maxLength: 5 }), { minLength: 1, maxLength: 4 }),
        async (section, name, values) => {
          fc.pre(
            name !== '__proto__' &&
              !Object.hasOwn(FULL.properties ?? {}, name) &&
              !Object.hasOwn(FULL.fields ?? {}, name),
          )
          const added = section === 'properties' ? values : { type: 'string', enum: values }
          const more = {
            ...FULL,
            requirements: 12,
            [section]: { ...FULL[section as 'fields'], [name]: added },
          }
          const without = await rows({ ...FULL, requirements: 12 })
          expect(valuesWithout(await rows(more as RequirementGenerator), name)).toEqual(without)
        },
      ),
      { numRuns: 25 },
    )
  })

  test('more records leave the first as they are', async () => {
    const few = await rows({ ...FULL, padding: 3, requirements: 10 })
    const many = await rows({ ...FULL, padding: 3, requirements: 30 })
    expect(many.slice(0, 10)).toEqual(few)
  })

  test('another generator beside changes nothing but ids', async () => {
    const alone = await rows(FULL)
    const other = { requirements: 5, space: 'ENG', prefix: 'H-', properties: { Priority: ['x'] } }
    const beside = (await build(other, FULL)).region('eu').table(requirements)
    const mine = [...beside.scan()].filter(({ key }) => key.startsWith('G-'))
    expect(mine.map((row) => ({ ...row, id: row.id - 5 }))).toEqual(alone)
  })
})

describe('shapes', () => {
  test('keys are padded to the last number, or as configured, from a start', async () => {
    expect((await rows({ requirements: 10 })).map(({ key }) => key).slice(-2)).toEqual(['G-09', 'G-10'])
    expect((await rows({ requirements: 2, start: 7, padding: 4 })).map(({ key }) => key)).toEqual([
      'G-0007',
      'G-0008',
    ])
    expect(await rows({ requirements: 0, pages: 3 })).toEqual([])
  })

  test('requirements and pages are created when the scenario starts', async () => {
    const generate = [{ requirements: 6, pages: 2, space: 'ENG', prefix: 'G-' }]
    const start = '2027-03-04T05:06:07.000Z'
    const built = await buildWorld(await resolveObject({ clock: { start }, world, generate }))
    const store = built.region('eu')
    const made = [
      ...[...store.table(requirements).scan()].filter(({ key }) => key.startsWith('G-')),
      ...[...store.table(containers).scan()].filter(({ name }) => name.startsWith('G- page')),
    ]
    expect(made).toHaveLength(8)
    expect(new Set(made.map(({ createdAt }) => createdAt))).toEqual(new Set([Date.parse(start)]))
  })

  test('the sequence of the prefix is the last generated number', async () => {
    const built = await build({ requirements: 3, start: 5, space: 'ENG', prefix: 'G-' })
    const [first] = built.region('eu').table(requirements).scan()
    expect(built.region('eu').last(`key/${first?.projectContainerId}/G-`)).toBe(7)
  })

  test('values come from their lists, ranges and patterns', async () => {
    for (const row of await rows({ ...FULL, requirements: 200 })) {
      const [priority, weight, owner, due, serial] = row.properties
      expect(priority?.value).toMatch(/^(High|Medium|Low)$/)
      expect(weight).toMatchObject({
        value: expect.stringMatching(/^(0|1|0\.\d)$/),
        dataType: expect.stringMatching(/^(NUMBER|DECIMAL)$/),
      })
      expect(owner?.value).toBe(
        `team ${/drone/.test(owner?.value ?? '') ? 'drone' : 'radio'} ${Number(row.key.slice(2))}`,
      )
      expect(due).toMatchObject({ value: expect.stringMatching(/^202[56]-\d\d-\d\d$/), dataType: 'DATE' })
      expect(serial?.value).toMatch(/^[A-Z]{3}-[0-9]{4}$/)
      const [cost, risk] = row.externalProperties
      expect(cost?.value).toBeGreaterThanOrEqual(100)
      expect(cost?.value).toBeLessThanOrEqual(900)
      expect(['low', 'high']).toContain(risk?.value)
    }
  })

  test('dependencies lead to earlier requirements, in the configured number', async () => {
    const list = await rows({ requirements: 400, dependencies: { refines: 0.3, uses: 1, never: 0 } })
    const of = (name: string) =>
      list.flatMap((row) =>
        row.dependencies.filter(({ relationship }) => relationship === name).map(({ key }) => [key, row.key]),
      )
    expect(of('refines').length).toBeGreaterThan(80)
    expect(of('refines').length).toBeLessThan(160)
    expect(of('uses')).toHaveLength(399)
    expect(of('never')).toHaveLength(0)
    expect(of('uses').every(([parent = '', child = '']) => parent < child)).toBe(true)
  })

  test('new pages share the requirements evenly and define what is ACTIVE', async () => {
    const built = await build({
      requirements: 10,
      space: 'ENG',
      prefix: 'G-',
      pages: 4,
      pageTitle: 'Part {page}',
      status: { ACTIVE: 1, DELETED: 1 },
    })
    const store = built.region('eu')
    const made = [...store.table(pages).scan()].filter(({ id }) =>
      store.table(containers).find('page', [id])?.name.startsWith('Part'),
    )
    expect(made.map(({ containerId }) => store.table(containers).get(containerId)?.name)).toEqual([
      'Part 1',
      'Part 2',
      'Part 3',
      'Part 4',
    ])
    for (const page of made) {
      const live = [...store.table(requirements).range('origin', [page.containerId])].filter(
        ({ status }) => status === 'ACTIVE',
      )
      expect(page.definitions.map(({ key }) => key)).toEqual(live.map(({ key }) => key))
    }
    const all = [...store.table(requirements).scan()]
    expect(all.map(({ pageId }) => pageId).filter((id, at, ids) => ids.indexOf(id) === at)).toHaveLength(4)
  })

  test('an existing page defines what is generated for it', async () => {
    const built = await build({ requirements: 3, space: 'ENG', prefix: 'G-', page: 'Start' })
    const [page] = built.region('eu').table(pages).scan()
    expect(page?.definitions.map(({ key }) => key)).toEqual(['G-1', 'G-2', 'G-3'])
  })

  test('markup in values and texts is escaped', async () => {
    const [row] = await rows({ requirements: 1, text: 'a < b & c', properties: { P: ['<b>'] } })
    expect(row).toMatchObject({
      html: 'a &lt; b &amp; c',
      text: 'a < b & c',
      properties: [{ value: '&lt;b&gt;' }],
    })
  })
})

describe('refuses', () => {
  const pattern = (text: string) => ({ fields: { A: { pattern: text } } })

  test.each<[object, string]>([
    [
      { text: 'The {subjct} shall', lists: { subject: ['x'] } },
      ".text: 'lists' has no list 'subjct'; did you mean 'subject'?",
    ],
    [{ properties: { A: { from: 2, to: 1 } } }, ".properties.A.to: must be at least 'from', which is 2"],
    [{ properties: { A: ['x'] }, fields: { A: { type: 'boolean' } } }, ".fields.A: is in 'properties' too"],
    [
      { external: { Csot: [1] } },
      ".external.Csot: no external property of the site 'Csot'; did you mean 'Cost'?",
    ],
    [{ page: 'Start', pages: 2 }, ".pages: 'page' names an existing page"],
    [{ links: { project: 'DRN', share: 1 } }, ".links.project: no project 'DRN'"],
    [
      pattern('(((a{99}){99}){99})'),
      '.fields.A.pattern: must be a pattern without groups within groups, not ',
    ],
    [pattern('a{99999}'), '.fields.A.pattern: must be a pattern with at most 1000 repetitions, not '],
    [{ fields: { A: { minLength: 1e9 } } }, '.fields.A.minLength: must be at most 1000'],
    [{ fields: { A: { $ref: 'https://x.test' } } }, ".fields.A.$ref: no field '$ref'"],
    [{ dependencies: { refines: 2 } }, ".dependencies.refines: must be at most 1, not '2'"],
    [{ requirements: 1_000_001 }, ".requirements: must be at most 1000000, not '1000001'"],
  ])('%j', async (generator, problem) => {
    const lines = await problemsOf(() => rows(generator as Partial<RequirementGenerator>))
    expect(lines.join('\n')).toContain(`generate[0]${problem}`)
  })

  test('a schema that no value fits', async () => {
    const lines = await problemsOf(() => rows({ fields: { A: {} } }))
    expect(lines).toEqual([
      'scenario generate[0].fields.A: no value matches this schema: give a type, and wider bounds',
    ])
  })
})
