/** What the hosted wiki says may be added to each column of a matrix, and that it leads to cells. */
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ScenarioObject } from '../../../src/index.ts'
import { column, first, type HostedWiki, startHostedWiki } from './wiki.ts'
import { demoWith } from '../../support/client.ts'

/** An entry as a client reads it. */
interface Entry {
  readonly dependencySuggestions: Record<'FROM' | 'TO', readonly { relationship: string }[]>
  readonly propertySuggestions: readonly { property: string }[]
  readonly externalPropertySuggestions: readonly { property: string }[]
  readonly jiraFields: readonly { value: string }[]
  readonly zephyrScaleFields: readonly { value: string }[]
  readonly xrayFields: readonly { value: string }[]
  readonly [flag: string]: unknown
}
type Column = ReturnType<typeof column>
type Step = readonly [type: string, value: string]

let wiki: HostedWiki
beforeAll(async () => {
  wiki = await startHostedWiki()
})

async function render(
  columns: readonly object[],
  query = '',
  { on = wiki, space = 'ENG', limit = 200, searchOffset = 0, user = 'alice' } = {},
) {
  return on.done(
    'POST',
    `/traceability/${space}`,
    {
      traceabilityMatrix: { columns, query, variants: [], limit, spaceKey: space },
      pagination: { searchOffset, limit, columnsPagination: columns.map(() => ({ lastCellId: null })) },
      variableValues: {},
    },
    user,
  )
}
const suggestions = async (...parameters: Parameters<typeof render>) =>
  (await render(...parameters)).columnSuggestions
const of = (key: string) => `key = '${key}'`
const texts = (cells: readonly { text: string }[]) => cells.map(({ text }) => text)

describe('an entry', () => {
  test('has these fields and no others', async () => {
    const [entry] = await suggestions([first], of('REQ-002'))
    expect(entry).toEqual({
      dependencySuggestions: { FROM: [{ relationship: 'refines' }], TO: [{ relationship: 'refines' }] },
      propertySuggestions: [{ property: 'Category' }, { property: 'Priority' }],
      externalPropertySuggestions: [{ property: 'Cost', dataType: 'DECIMAL', enumValues: {} }],
      allDependencies: true,
      allProperties: true,
      allExternalProperties: true,
      links: false,
      originalLinks: true,
      description: true,
      variant: true,
      spaceKey: true,
      hasTestCaseVersionLinks: true,
      hasJiraLinks: true,
      jiraFields: [
        { value: 'key', label: 'Key', isStandard: true, isCustom: false },
        { value: 'summary', label: 'Summary', isStandard: true, isCustom: false },
        { value: 'status', label: 'Status', isStandard: true, isCustom: false },
        { value: 'issuetype', label: 'Issue type', isStandard: true, isCustom: false },
        { value: 'project', label: 'Project', isStandard: true, isCustom: false },
      ],
      hasMoreJiraFields: false,
      hasZephyrScale: true,
      zephyrScaleFields: [{ value: 'TEST_CASE', label: 'Test case' }],
      hasXray: true,
      xrayFields: [{ value: 'TEST_CASE', label: 'Test case' }],
      hasCalculations: true,
    })
  })

  test('names a relationship by the end that is held; the step walks to the other', async () => {
    // REQ-003 refines REQ-001.
    const [child] = await suggestions([first], of('REQ-003'))
    expect(child.dependencySuggestions).toEqual({ FROM: [{ relationship: 'refines' }], TO: [] })
    const [parent] = await suggestions([first], of('REQ-001'))
    expect(parent.dependencySuggestions).toEqual({ FROM: [], TO: [{ relationship: 'refines' }] })
    const up = await render([first, column(1, 'TO', 'refines')], of('REQ-003'))
    expect(texts(up.cells[1])).toEqual(['REQ-001'])
    const down = await render([first, column(1, 'FROM', 'refines')], of('REQ-001'))
    expect(texts(down.cells[1])).toEqual(['REQ-002', 'REQ-003'])
  })

  test('says of the columns of all whether this column has one already', async () => {
    const columns = [
      first,
      column(1, 'FROM', 'refines'),
      column(2, 'ALL_DEPENDENCIES', ''),
      column(3, 'ALL_PROPERTIES', '', 1),
      column(4, 'ALL_EXTERNAL_PROPERTIES', '', 1),
    ]
    const flags = ({ allDependencies, allProperties, allExternalProperties }: Entry) => [
      allDependencies,
      allProperties,
      allExternalProperties,
    ]
    const entries = await suggestions(columns)
    expect(entries.slice(0, 3).map(flags)).toEqual([
      [false, true, true],
      [true, false, false],
      [true, true, true],
    ])
  })

  test('says so of requirements that have none too', async () => {
    const bare = await startHostedWiki(
      world({ requirements: [{ id: 6500, space: 'OPS', key: 'B-1', text: '' }] }),
    )
    const [entry] = await suggestions([first], '', { on: bare, space: 'OPS' })
    expect(entry).toMatchObject({
      dependencySuggestions: { FROM: [], TO: [] },
      propertySuggestions: [],
      externalPropertySuggestions: [],
      allDependencies: true,
      allProperties: true,
      allExternalProperties: true,
      links: false,
      description: false,
      hasTestCaseVersionLinks: false,
      hasJiraLinks: false,
      jiraFields: [],
      hasZephyrScale: false,
      zephyrScaleFields: [],
      hasXray: false,
      xrayFields: [],
    })
  })

  test('tells of fields only where the caller may read an issue', async () => {
    const hidden = await startHostedWiki(
      world({ projects: [{ site: 'tracker', key: 'DRN', grants: { edit: ['admin'] } }] }),
    )
    const [entry] = await suggestions([first], of('REQ-001'), { on: hidden, user: 'bob' })
    expect([entry.hasJiraLinks, entry.jiraFields]).toEqual([true, []])
    const [seen] = await suggestions([first], of('REQ-001'), { on: hidden, user: 'admin' })
    expect(seen.jiraFields).toHaveLength(5)
  })

  test('names what a step takes: a dollar sign is no variable', async () => {
    const properties = { 'US$ price': 'ten', $name: 'eleven' }
    const dollars = await startHostedWiki(
      world({ requirements: [{ id: 6500, space: 'OPS', key: 'B-1', properties }] }),
    )
    const place = { on: dollars, space: 'OPS' }
    const [entry] = (await suggestions([first], '', place)) as [Entry]
    const columns = entry.propertySuggestions.map(({ property }, index) =>
      column(index + 1, 'PROPERTY', property),
    )
    expect((await render([first, ...columns], '', place)).cells.slice(1).map(texts)).toEqual([
      ['eleven'],
      ['ten'],
    ])
  })

  test('lists at most 200 names, and fewer where many columns do', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`P${1000 + index}`, String(index)]),
    )
    const many = await startHostedWiki(
      world({ requirements: [{ id: 6500, space: 'OPS', key: 'B-1', properties }] }),
    )
    const lengths = async (count: number) => {
      const others = Array.from({ length: count - 1 }, (_, index) => column(index + 1, 'SPACE_KEY'))
      const [entry] = await suggestions([first, ...others], '', { on: many, space: 'OPS' })
      return [entry.propertySuggestions.length, entry.propertySuggestions[0].property]
    }
    expect(await lengths(1)).toEqual([200, 'P1000'])
    expect(await lengths(100)).toEqual([40, 'P1000'])
  })
})

describe('entries', () => {
  test('tell only of the requirements whose cells are on this page', async () => {
    const page = async (searchOffset: number) =>
      (await suggestions([first, column(1, 'TO', 'refines')], '', { limit: 1, searchOffset })) as Entry[]
    const [ofOne, ofNone] = await page(0)
    expect(ofOne?.dependencySuggestions).toEqual({ FROM: [], TO: [{ relationship: 'refines' }] })
    expect(ofNone).toEqual({})
    // REQ-004 refines REQ-002, which refines REQ-001.
    const [ofFour, ofTwo] = await page(3)
    expect(ofFour?.dependencySuggestions).toEqual({ FROM: [{ relationship: 'refines' }], TO: [] })
    expect(ofTwo?.dependencySuggestions['FROM']).toEqual([{ relationship: 'refines' }])
    expect([ofFour?.['hasJiraLinks'], ofTwo?.['hasJiraLinks']]).toEqual([false, true])
    const [ofTwelve] = await page(11)
    expect(ofTwelve?.dependencySuggestions).toEqual({ FROM: [], TO: [] })
  })

  test('keep their positions: a column without requirements has an empty one', async () => {
    const columns = [
      first,
      column(1, 'JIRA', ''),
      column(2, 'TO', 'nothing'),
      column(3, 'FROM', 'refines'),
      column(4, 'PROPERTY', 'Category', 3),
    ]
    const entries = await suggestions(columns, of('REQ-001'))
    expect(entries.map((entry: object) => Object.keys(entry).length > 0)).toEqual([
      true,
      false,
      false,
      true,
      false,
    ])
    expect(await suggestions(columns, of('NONE'))).toEqual(columns.map(() => ({})))
  })

  test.each([
    ['null', [null, null]],
    ['no-entries', []],
  ] as const)('are %s for empty columns where the ledger says so', async (A241, expected) => {
    const on = await startHostedWiki({ scenario: 'demo', config: { assumptions: { A241 } } })
    expect(await suggestions([first, column(1, 'TO', '')], of('NONE'), { on })).toEqual(expected)
    const [entry, empty] = await suggestions([first, column(1, 'TO', '')], of('REQ-001'), { on })
    expect(entry).toMatchObject({ allDependencies: true })
    expect(empty).toEqual(A241 === 'null' ? null : {})
  })

  test('are lists as in the embedded wiki where the ledger says so', async () => {
    const on = await startHostedWiki({ scenario: 'demo', config: { assumptions: { A240: 'list' } } })
    const columns = [first, column(1, 'FROM', 'refines'), column(2, 'JIRA', '', 1)]
    const { columnSuggestions } = await on.embedded('PUT', '/traceability/ENG/uiTraceability', { columns })
    expect(await suggestions(columns, '', { on })).toEqual(columnSuggestions)
  })
})

describe('steps', () => {
  test('carry an empty value, an accumulator and the values of an enumeration, in a strict world too', async () => {
    const strict = await startHostedWiki({ scenario: 'demo', config: { strict: true } })
    const accumulator = { display: true, formula: 'SUM', dataType: 'NUMBER' }
    const columns = [
      { ...first, label: 'Key', step: { type: 'FIRST_COLUMN', value: '' }, hidden: false },
      {
        ...column(1, ''),
        step: { type: 'EXTERNAL_PROPERTY', value: 'Cost', accumulator, enumValues: { low: 1, high: [2] } },
      },
      { ...column(2, ''), step: { type: 'JIRA', value: '', accumulator: null, enumValues: null } },
    ]
    const { cells } = await render(columns, of('REQ-002'), { on: strict })
    expect(cells.map(texts)).toEqual([['REQ-002'], ['200'], ['DRN-2']])
  })

  test('JIRA_RELATIONSHIP takes the relationship as its value', async () => {
    const columns = [first, column(1, 'JIRA_RELATIONSHIP', 'tests'), column(2, 'JIRA', '')]
    const { cells } = await render(columns, of('REQ-001'))
    expect(cells.slice(1).map(texts)).toEqual([['DRN-2'], ['DRN-1', 'DRN-2']])
  })

  test('JIRAFIELD hangs on requirements, not on JIRA', async () => {
    const columns = [
      first,
      column(1, 'JIRA', ''),
      column(2, 'JIRAFIELD', 'key', 1),
      column(3, 'JIRAFIELD', 'key'),
    ]
    const { cells } = await render(columns, of('REQ-002'))
    expect(cells.map(texts)).toEqual([['REQ-002'], ['DRN-2'], [], ['DRN-2']])
  })

  test.each([
    ['an unknown field', [column(1, 'JIRAFIELD', 'colour')]],
    ['no field', [column(1, 'JIRAFIELD', '')]],
    ['a formula that cannot be read', [column(1, 'CALCULATION', '1 +')]],
    ['no formula', [column(1, 'CALCULATION', '')]],
    ['no name', [column(1, 'PROPERTY', ' ')]],
    ['no name of an external one', [column(1, 'EXTERNAL_PROPERTY', '')]],
    ['a child of a property', [column(1, 'PROPERTY', 'Category'), column(2, 'TO', '', 1)]],
    ['a child of a text', [column(1, 'SPACE_KEY', ''), column(2, 'CALCULATION', '1', 1)]],
  ])('that nothing can come of render empty: %s', async (_what, columns) => {
    const { cells, columnSuggestions } = await render([first, ...columns])
    expect(cells).toHaveLength(columns.length + 1)
    expect(cells.at(-1)).toEqual([])
    expect(columnSuggestions.at(-1)).toEqual({})
  })

  test('are checked where the ledger says so, and in the embedded wiki', async () => {
    const on = await startHostedWiki({ scenario: 'demo', config: { assumptions: { A242: 'whole' } } })
    const refused = async (columns: readonly object[], mentions: readonly string[]) => {
      const hosted = await on.call('POST', '/traceability/ENG', { traceabilityMatrix: { columns } })
      const embedded = await wiki.client.put(
        '/wiki/rest/reqs/1/traceability/ENG/uiTraceability',
        { columns },
        { token: 'tok-alice' },
      )
      for (const reply of [hosted, embedded]) {
        expect(reply.status).toBe(400)
        for (const mention of mentions) expect(reply.body.message).toContain(mention)
      }
    }
    await refused([first, column(1, 'PROPERTY', ' ')], ['column 1', 'PROPERTY needs a value'])
    await refused([first, column(1, 'CALCULATION', '1 +')], ['Syntax error at position', 'column 1'])
    await refused([first, column(1, 'JIRAFIELD', 'colour')], ['JIRAFIELD', 'summary', "'colour'"])
    await refused([first, column(1, 'SPACE_KEY'), column(2, 'TO', '', 1)], ['column 2', 'SPACE_KEY'])
  })
})

/** The steps that an entry promises cells for. */
function promised(entry: Partial<Entry>): Step[] {
  const flagged: readonly (readonly [flag: string, ...steps: readonly Step[]])[] = [
    ['links', ['LINKS', '']],
    ['originalLinks', ['ORIGINAL_LINKS', '']],
    ['description', ['DESCRIPTION', '']],
    ['variant', ['VARIANT', '']],
    ['spaceKey', ['SPACE_KEY', '']],
    ['hasTestCaseVersionLinks', ['TEST_CASE_VERSION', '']],
    ['hasJiraLinks', ['JIRA', ''], ['JIRA_RELATIONSHIP', '']],
    ['hasZephyrScale', ['ZEPHYR_SCALE', '']],
    ['hasXray', ['XRAY', '']],
    ['hasCalculations', ['CALCULATION', '1 + 1']],
  ]
  const fields = entry.jiraFields ?? []
  return [
    ...(entry.dependencySuggestions?.FROM ?? []).map(({ relationship }): Step => ['TO', relationship]),
    ...(entry.dependencySuggestions?.TO ?? []).map(({ relationship }): Step => ['FROM', relationship]),
    ...(entry.propertySuggestions ?? []).map(({ property }): Step => ['PROPERTY', property]),
    ...(entry.externalPropertySuggestions ?? []).map(({ property }): Step => ['EXTERNAL_PROPERTY', property]),
    ...fields.map(({ value }): Step => ['JIRAFIELD', value]),
    ...(entry.zephyrScaleFields ?? []).map(({ value }): Step => ['ZEPHYR_SCALE', value]),
    ...(entry.xrayFields ?? []).map(({ value }): Step => ['XRAY', value]),
    ...flagged.flatMap(([flag, ...steps]) => (entry[flag] === true ? steps : [])),
  ]
}

/** All steps that a client could try in this world, without those of all dependencies or properties. */
const UNIVERSE: readonly Step[] = [
  ...['refines', 'guards', 'none'].flatMap((name): Step[] => [
    ['TO', name],
    ['FROM', name],
  ]),
  ...['Category', 'Priority', 'Cost', 'None'].flatMap((name): Step[] => [
    ['PROPERTY', name],
    ['EXTERNAL_PROPERTY', name],
  ]),
  ...['LINKS', 'ORIGINAL_LINKS', 'DESCRIPTION', 'VARIANT', 'SPACE_KEY'].map((type): Step => [type, '']),
  ...['key', 'summary', 'status', 'issuetype', 'project'].map((field): Step => ['JIRAFIELD', field]),
  ...['TEST_CASE_VERSION', 'ZEPHYR_SCALE', 'XRAY', 'JIRA', 'JIRA_RELATIONSHIP'].map((type): Step => [
    type,
    '',
  ]),
  ['ZEPHYR_SCALE', 'TEST_CASE'],
  ['XRAY', 'TEST_CASE'],
  ['CALCULATION', '1 + 1'],
]

/**
 * Builds a matrix as a client does: it asks, adds one of the children that are suggested, and asks again. At the end, each
 * step of the universe leads to cells from each column exactly if that column's entry promises it.
 */
async function dance(
  options: NonNullable<Parameters<typeof render>[2]>,
  query: string,
  picks: readonly number[],
) {
  const ask = async (columns: readonly object[]) => render(columns, query, options)
  const columns: Column[] = [first as Column]
  for (const pick of picks) {
    const { cells, columnSuggestions } = await ask(columns)
    expect(columnSuggestions).toHaveLength(columns.length)
    columns.forEach(({ step }, index) => {
      if (index > 0) expect([step, cells[index].length]).not.toEqual([step, 0])
    })
    const offered = columnSuggestions.flatMap((entry: Partial<Entry>, index: number) =>
      promised(entry).map((step) => [index, step] as const),
    )
    if (offered.length === 0) break
    // Columns of requirements first: others have no children.
    const deep = offered.filter(([, [type]]: [number, Step]) => type === 'TO' || type === 'FROM')
    const among = pick % 3 > 0 && deep.length > 0 ? deep : offered
    const [parent, [type, value]] = among[pick % among.length]
    columns.push(column(columns.length, type, value, parent))
  }
  const last = await ask(columns)
  for (const [index, entry] of last.columnSuggestions.entries()) {
    const steps = new Set(promised(entry).map((step) => step.join(' ')))
    const children = UNIVERSE.map(([type, value], at) => column(columns.length + at, type, value, index))
    const { cells } = await ask([...columns, ...children])
    const full = UNIVERSE.filter((_step, at) => cells[columns.length + at].length > 0)
    expect(full.map((step) => step.join(' ')).toSorted()).toEqual([...steps].toSorted())
  }
  return columns
}

const picked = fc.array(fc.nat(), { maxLength: 5 })

test('a matrix that is built by asking has cells exactly where an entry promised them', async () => {
  await wiki.embedded(
    'PUT',
    '/requirement2/ENG/REQ-005',
    { dependencies: [{ relationship: 'guards', spaceKey: 'LAB', key: 'SEC-001' }] },
    'admin',
  )
  const rows = fc.constantFrom('', "key IN ('REQ-005', 'REQ-009')", "@Category = 'Safety'", of('NONE'))
  const limits = fc.constantFrom(1, 3, 200)
  await fc.assert(
    fc.asyncProperty(
      picked,
      rows,
      limits,
      fc.nat(11),
      fc.constantFrom('alice', 'admin'),
      async (picks, query, limit, searchOffset, user) => {
        const columns = await dance({ limit, searchOffset, user }, query, picks)
        expect(columns[0]).toEqual(first)
      },
    ),
    { numRuns: 15 },
  )
})

test('and so has one of 200 rows among many requirements', async () => {
  const generate = [
    {
      requirements: 1000,
      space: 'OPS',
      prefix: 'O-',
      properties: { Category: ['Functional', 'Safety'] },
      external: { Cost: { from: 1, to: 9, step: 1 } },
      dependencies: { refines: 0.3 },
      links: { project: 'DRN', relationship: 'implements', share: 0.02 },
    },
  ]
  const on = await startHostedWiki(demoWith({ generate }))
  const columns = await dance({ on, space: 'OPS' }, '', [1, 2, 4, 5])
  expect(columns).toHaveLength(5)
})

function world(more: object): { scenario: ScenarioObject } {
  return demoWith({ world: more })
}
