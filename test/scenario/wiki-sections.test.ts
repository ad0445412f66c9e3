/** The sections of a wiki beside its pages and requirements: what is wrong with them, and what they become. */
import {
  frozenRows,
  type FrozenSetRecord,
  frozenSetsOf,
} from '../../src/model/finding/requirements/frozen.ts'
import { describe, expect, test } from 'vitest'
import { baselineSequence } from '../../src/model/finding/baselines.ts'
import { baselines } from '../../src/model/records/wiki/baselines.ts'
import { excelAttachments } from '../../src/model/records/wiki/excel.ts'
import { outboundMessages } from '../../src/model/records/tracker/outbound-messages.ts'
import { propertyNames } from '../../src/model/records/wiki/property-names.ts'
import { requirements } from '../../src/model/records/wiki/requirements.ts'
import { settings } from '../../src/model/records/service/settings.ts'
import { isExtendedMode, storedSetting } from '../../src/model/settings/settings.ts'
import { matrices } from '../../src/model/records/wiki/matrices.ts'
import { requirementTypes } from '../../src/model/records/wiki/types.ts'
import { problemsOf, problemsOfText, resolveText, worldOfText } from './support.ts'

/** A wiki with two spaces and three requirements, joined to a tracker with an issue. */
const WIKI_WORLD = `
world:
  organizations: [{ name: Acme }]
  users: [{ id: 3, name: ann, organizations: [{ organization: Acme }] }]
  sites:
    - { id: 101, name: wiki, type: CONFLUENCE, baseUrl: https://wiki.acme.test/wiki, organization: Acme }
    - { name: other, type: CONFLUENCE, baseUrl: https://other.acme.test/wiki, organization: Acme }
    - { name: tracker, type: JIRA, baseUrl: https://tracker.acme.test, organization: Acme }
  spaces:
    - { container: 1001, site: wiki, key: ENG, name: Engineering, variants: [{ name: Main, current: true }, { name: Trial }] }
    - { container: 1002, site: other, key: OPS, name: Operations }
  pages: [{ id: 40, space: ENG, title: Start, version: 7 }]
  externalProperties: [{ site: wiki, name: Cost, dataType: NUMBER }, { site: wiki, name: Tags, dataType: LIST }]
  requirements:
    - { id: 61, space: ENG, key: A-1, page: Start, text: First, external: { Cost: 5, Tags: [x, y] } }
    - { id: 62, space: ENG, key: A-2, text: Second, dependencies: [{ to: A-1 }] }
    - { id: 63, space: ENG, key: GONE, status: DELETED }
    - { id: 64, space: ENG, key: TRIAL, variant: Trial }
  projects: [{ site: tracker, key: T, name: T }]
  issueTypes: [{ site: tracker, name: Bug }]
  issues: [{ project: T, key: T-1, type: Bug, summary: Broken }]
  integrations: [{ serviceId: svc, wiki: wiki, tracker: tracker, wikiApplinkId: to-tracker }]
`

const withSections = (sections: string) => `${WIKI_WORLD}  ${sections}\n`

describe('problems are reported with their place', () => {
  const first = '{ label: A, type: FIRST_COLUMN }'
  const baseline = (fields: string) => `baselines: [{ space: ENG, number: 1, name: R, ${fields} }]`
  const excel = (fields: string) => `excelAttachments: [{ space: ENG, fileName: f, ${fields} }]`
  const matrix = (column: string) => `matrices: [{ space: ENG, name: M, columns: [${first}, ${column}] }]`
  const message = (fields: string) => `outboundMessages: [{ integration: svc, ${fields} }]`
  const setting = (fields: string) => `settings: [{ site: wiki, ${fields} }]`
  test.each<[string, string]>([
    ['baselines: [{ space: ENGG, number: 1, name: R }]', "space: no space 'ENGG'; did you mean 'ENG'?"],
    ['baselines: [{ space: ENG, number: 0, name: R }]', 'baselines[0].number: must be at least 1'],
    [baseline('status: FROZEN'), 'status: must be PREVIEW or IN_CREATION'],
    [baseline('page: Strat'), "did you mean 'Start'?"],
    [baseline('createdBy: anne'), "did you mean 'ann'?"],
    ['baselines: [{ space: ENG, number: 2, name: R, parent: 1 }]', "parent: no baseline of space 'ENG' '1'"],
    ['baselines: [{ space: ENG, number: 2, name: R, parent: 2 }]', 'parent: a baseline cannot follow itself'],
    [baseline('requirements: [A-1]'), 'requirements: is for baselines in status DONE, not PREVIEW'],
    [baseline('status: DONE, message: x'), 'message: is for baselines in status ERROR, not DONE'],
    [
      baseline('status: DONE, requirements: [A-3]'),
      "requirements[0]: no requirement 'A-3' is ACTIVE in the current variant of space 'ENG'; did you mean 'A-1'?",
    ],
    [baseline('status: DONE, requirements: [GONE]'), "no requirement 'GONE' is ACTIVE"],
    [baseline('status: DONE, requirements: [TRIAL]'), "no requirement 'TRIAL' is ACTIVE"],
    [
      baseline('status: DONE, requirements: [A-1, A-1]'),
      "the key of a live requirement (baseline 1) 'wiki/ENG/A-1' is used",
    ],
    [
      'baselines: [{ space: ENG, number: 1, name: R }, { space: ENG, number: 2, name: R }]',
      "baselines[1].name: the baseline name 'wiki/ENG/R' is used",
    ],
    [
      'baselines: [{ id: 1, space: ENG, number: 1, name: R }, { id: 2, space: ENG, number: 1, name: S }]',
      "baselines[1].number: the baseline number 'wiki/ENG/1' is used",
    ],
    [
      baseline('status: DONE, frozenAt: 2026-01-05T09:00'),
      "frozenAt: must be an instant such as 2026-01-05T09:00:00Z, or a date, which means midnight UTC, not '2026-01-05T09:00'",
    ],
    [
      'links: [{ issue: T-1, requirement: ENG/A-1, baseline: 4 }]',
      "links[0].baseline: no baseline of space 'ENG' '4'",
    ],
    ['propertyNames: [{ space: EN, name: P }]', "did you mean 'ENG'?"],
    [
      'propertyNames: [{ id: 1, space: ENG, name: P }, { id: 2, space: ENG, name: P }]',
      "the property name 'wiki/ENG/P' is used",
    ],
    ['types: [{ space: ENG, name: T, pattern: REQ }]', "types[0].pattern: pattern 'REQ': a pattern is"],
    [excel('page: Strat'), "did you mean 'Start'?"],
    [
      excel('columns: [{ column: a1, header: H, role: KEY }]'),
      "columns[0].column: must be the letters of a column, such as A, not 'a1'",
    ],
    [excel('columns: [{ column: A, header: H, role: KYE }]'), "did you mean 'KEY'?"],
    ['matrices: [{ space: ENG, name: M, columns: [] }]', 'columns: must have at least 1 entry'],
    ['matrices: [{ space: ENG, name: M, columns: [{ label: A, type: FRM }] }]', "did you mean 'FROM'?"],
    [matrix(first), 'matrices[0].columns: column 1: only column 0 may be FIRST_COLUMN'],
    [
      matrix('{ label: B, type: TO, parent: 1 }'),
      'columns: column 1: parentColumnIndex must be that of an earlier column, 0 to 0, not 1',
    ],
    [
      matrix('{ label: B, type: PROPERTY }'),
      'columns: column 1: PROPERTY needs a value: the name of the property',
    ],
    [
      `matrices: [{ space: ENG, name: M, columns: [${first}], query: key = }]`,
      'matrices[0].query: Syntax error at position 5: ',
    ],
    [baseline('query: key ='), 'baselines[0].query: Syntax error at position 5: '],
    [`matrices: [{ space: ENG, name: M, columns: [${first}], owner: anne }]`, "did you mean 'ann'?"],
    ['settings: [{ site: tracker, name: isolateSpaces, value: true }]', 'but must be CONFLUENCE'],
    [
      setting('name: isolateSpace, value: true'),
      "settings[0].name: there is no setting 'isolateSpace'; did you mean 'isolateSpaces'?",
    ],
    [
      setting('name: isolateSpaces, value: maybe'),
      "settings[0].value: setting 'isolateSpaces' takes true or false, not 'maybe'",
    ],
    [
      setting('name: extendedModeSpaces, value: [ENG]'),
      "settings[0].name: is set for each space: give 'extendedMode: true' there",
    ],
    [setting('name: onboarding.tour, value: 1'), "setting 'onboarding.tour' takes a text"],
    [
      'outboundMessages: [{ integration: scv, operation: REQUIREMENT_UPDATED, requirement: ENG/A-1 }]',
      "outboundMessages[0].integration: no integration 'scv'; did you mean 'svc'?",
    ],
    [message('operation: LINK_ADED'), "did you mean 'LINK_ADDED'?"],
    [
      message('operation: REQUIREMENT_UPDATED, requirement: ENG/A-9'),
      "requirement: no requirement 'A-9' in space 'ENG'",
    ],
    [message('operation: REQUIREMENT_UPDATED, requirement: A-1'), 'requirement: needs the space: SPACE/A-1'],
    [message('operation: BASELINE_UPDATED, baseline: 1'), "baseline: needs 'requirement'"],
  ])('%s', async (sections, problem) => {
    const lines = await problemsOfText(withSections(sections))
    expect(lines).toEqual([expect.stringContaining(problem)])
    expect(lines[0]).toMatch(/^test\.yaml:\d+:\d+ /)
  })

  test('a message goes through an integration of the wiki that its requirement is in', async () => {
    const text = withSections(
      'outboundMessages: [{ integration: svc, operation: REQUIREMENT_UPDATED, requirement: OPS/B }]',
    ).replace('  projects:', '    - { space: OPS, key: B }\n  projects:')
    expect(await problemsOfText(text)).toEqual([
      expect.stringContaining("integration 'svc' is of another wiki than space 'OPS'"),
    ])
  })

  test.each([
    [
      'excel: sheet.xlsx',
      "excel: no Excel attachment of space 'ENG' 'sheet.xlsx'; did you mean 'sheets.xlsx'?",
    ],
    ['status: ARCHIVED, baseline: 9', "baseline: no baseline of space 'ENG' '9'"],
    ["key: 'B 1'", "key: key 'B 1': a key is made of letters, digits, '_', '-' and '.'"],
  ])('a requirement with %s', async (fields, problem) => {
    const entry = `{ space: ENG, ${fields.startsWith('key') ? fields : `key: B, ${fields}`} }`
    const text = withSections('excelAttachments: [{ space: ENG, fileName: sheets.xlsx }]').replace(
      '  projects:',
      `    - ${entry}\n  projects:`,
    )
    expect(await problemsOfText(text)).toEqual([expect.stringContaining(problem)])
  })
})

describe('keys', () => {
  const extended = WIKI_WORLD.replace('name: Engineering', 'name: Engineering, extendedMode: true')
  const requirement = (text: string, key: string) =>
    text.replace('  projects:', `    - { space: ENG, key: '${key}' }\n  projects:`)

  test('have special characters in spaces in extended mode alone', async () => {
    expect(await problemsOfText(requirement(extended, 'B 1 (new)'))).toEqual([])
    expect(await problemsOfText(requirement(WIKI_WORLD, 'B 1 (new)'))).toHaveLength(1)
    expect(await problemsOfText(requirement(extended, 'B/1'))).toHaveLength(1)
  })

  test('of generated requirements follow the same rule', async () => {
    const generate = "generate: [{ requirements: 2, space: ENG, prefix: 'B #' }]"
    expect(await problemsOfText(extended + generate)).toEqual([])
    expect(await problemsOfText(WIKI_WORLD + generate)).toEqual([
      expect.stringContaining("generate[0].prefix: prefix 'B #': a key is made of letters"),
    ])
  })

  test('make the setting of the space', async () => {
    const store = (await worldOfText(extended)).region('eu')
    expect(isExtendedMode(store, 101, 1001)).toBe(true)
    expect((await worldOfText(WIKI_WORLD)).region('eu').table(settings).size).toBe(0)
  })
})

test('a time without a zone starts no clock', async () => {
  expect(await problemsOfText('clock: { start: 2026-01-05T09:00 }')).toEqual([
    expect.stringContaining('clock.start: must be an instant such as'),
  ])
})

describe('baselines', () => {
  const DONE =
    '{ space: ENG, number: 3, name: R 3, status: DONE, requirements: [A-2, A-1], page: Start, createdBy: ann }'

  test('freeze what requirements are as the world begins', async () => {
    const world = await worldOfText(withSections(`baselines: [${DONE}]`))
    const store = world.region('eu')
    expect([...store.table(baselines).scan()]).toEqual([
      {
        id: 1,
        applicationId: 101,
        projectContainerId: 1001,
        spaceKey: 'ENG',
        number: 3,
        name: 'R 3',
        status: 'DONE',
        pageId: 40,
        createdAt: world.now,
        createdBy: 3,
        frozenAt: world.now,
      },
    ])
    const [set] = frozenSetsOf(store, 1001, 3)
    const [first, second] = [...frozenRows(store, set as FrozenSetRecord)]
    const live = store.table(requirements).get(61)
    expect(first).toEqual({
      ...live,
      id: 66,
      baseline: 3,
      status: 'ARCHIVED',
      pageVersion: 7,
    })
    expect(second).toMatchObject({ id: 65, key: 'A-2', dependencies: [{ key: 'A-1' }] })
    expect(second).not.toHaveProperty('pageVersion')
    expect([store.last('requirement'), store.last(baselineSequence(1001))]).toEqual([66, 3])
  })

  test('give their copies the ids of the scenario', async () => {
    const text = withSections(`baselines: [${DONE.replace('page:', 'firstCopy: 90, page:')}]`).replace(
      'id: 62, ',
      '',
    )
    const store = (await worldOfText(text)).region('eu')
    expect([...store.table(requirements).scan()].map(({ id, key }) => `${id} ${key}`)).toEqual([
      '61 A-1',
      '63 GONE',
      '64 TRIAL',
      '92 A-2',
    ])
    const [set] = frozenSetsOf(store, 1001, 3)
    expect(set).toMatchObject({ ids: [91, 90], sources: [{ key: 'A-1' }, { key: 'A-2' }] })
    expect(store.last('requirement')).toBe(92)
  })

  test('whose copies take the place of others are refused', async () => {
    const text = withSections(`baselines: [${DONE.replace('page:', 'firstCopy: 61, page:')}]`)
    expect(await problemsOf(() => worldOfText(text))).toEqual([
      expect.stringContaining('two records conflict'),
    ])
  })

  test('freeze generated requirements too, and rows may be given one by one', async () => {
    const text = withSections(
      'baselines: [{ space: ENG, number: 1, name: R, status: DONE, requirements: [G-2] }]',
    ).replace(
      '  projects:',
      '    - { space: ENG, key: A-1, status: ARCHIVED, baseline: 1, text: As it was }\n  projects:',
    )
    const world = await worldOfText(`${text}generate: [{ requirements: 2, space: ENG, prefix: G- }]`)
    const eu = world.region('eu')
    const copies = [...frozenSetsOf(eu, 1001, 1)].flatMap((set) => [...frozenRows(eu, set)])
    expect(copies.map(({ key, text: says }) => [key, says])).toEqual([
      ['A-1', 'As it was'],
      ['G-2', 'Requirement 2'],
    ])
  })

  test('are merged by their number', async () => {
    const base = withSections(
      'baselines: [{ space: ENG, number: 3, name: R }, { space: ENG, number: 4, name: S }]',
    )
    const text =
      'extends: [base]\nworld: { baselines: [{ space: wiki/ENG, number: 3, name: Renamed }, { number: 4, remove: true }] }'
    const { world } = await resolveText(text, { base })
    expect(world.baselines).toEqual([{ space: 'wiki/ENG', number: 3, name: 'Renamed' }])
  })
})

test('the other sections become records', async () => {
  const world = await worldOfText(
    withSections(`
  propertyNames: [{ space: ENG, name: Priority }, { space: ENG, name: Due, dataType: DATE, description: When }]
  types: [{ space: ENG, name: Need, pattern: 'A-{0}' }]
  excelAttachments: [{ id: 9, space: ENG, page: 40, fileName: f.xlsx, columns: [{ column: A, header: Id, role: KEY }] }]
  matrices:
    - space: ENG
      name: M
      query: key = 'A-1'
      columns: [{ label: R, type: FIRST_COLUMN }, { label: P, type: PROPERTY, value: Priority, hidden: true }]
      variables: { __x: y, keys: [A-1, A-2] }
      owner: 3
  settings: [{ site: wiki, name: limitForPages, value: 5 }]
  outboundMessages:
    - { integration: svc, operation: LINK_ADDED, requirement: ENG/A-1, issue: T-1, relationship: tests, createdBy: ann }
    - { integration: svc, operation: CREATE_ISSUE, template: 1, status: FAILED, attempts: 2, lastResponse: no }`),
  )
  const store = world.region('eu')
  const place = { applicationId: 101, projectContainerId: 1001 }
  expect([...store.table(propertyNames).scan()]).toEqual([
    { id: 1, ...place, name: 'Priority', dataType: 'TEXT' },
    { id: 2, ...place, name: 'Due', dataType: 'DATE', description: 'When' },
  ])
  expect([...store.table(requirementTypes).scan()]).toEqual([
    { id: 1, ...place, name: 'Need', pattern: 'A-{0}' },
  ])
  expect([...store.table(excelAttachments).scan()]).toEqual([
    {
      id: 9,
      ...place,
      pageId: 40,
      fileName: 'f.xlsx',
      sheet: 'Sheet1',
      headerRow: 1,
      columns: [{ column: 'A', header: 'Id', role: 'KEY' }],
      integrationState: 'INTEGRATED',
    },
  ])
  expect([...store.table(matrices).scan()]).toEqual([
    {
      id: 1,
      ...place,
      name: 'M',
      type: 'TRACEABILITY',
      query: "key = 'A-1'",
      columns: [
        { label: 'R', step: { type: 'FIRST_COLUMN' }, columnIndex: 0, parentColumnIndex: 0 },
        {
          label: 'P',
          step: { type: 'PROPERTY', value: 'Priority' },
          columnIndex: 1,
          parentColumnIndex: 0,
          hidden: true,
        },
      ],
      variables: { __x: 'y', keys: ['A-1', 'A-2'] },
      sharedLevel: 'SHARED_EDIT',
      status: 'ACTIVE',
      ownerId: 3,
      createdAt: world.now,
      updatedAt: world.now,
    },
  ])
  expect(storedSetting(store, 101, 'limitForPages')).toBe(5)
  const message = { serviceId: 'svc', applinkId: 'to-tracker', createdAt: world.now }
  expect([...store.table(outboundMessages).scan()]).toEqual([
    {
      id: 1,
      ...message,
      operation: 'LINK_ADDED',
      spaceKey: 'ENG',
      key: 'A-1',
      issueKey: 'T-1',
      relationship: 'tests',
      createdBy: 3,
      status: 'PENDING',
      attempts: 0,
    },
    {
      id: 2,
      ...message,
      operation: 'CREATE_ISSUE',
      templateId: 1,
      status: 'FAILED',
      lastResponse: 'no',
      attempts: 2,
    },
  ])
  expect(store.table(requirements).get(61)?.externalProperties).toEqual([
    { metadataId: 1, value: 5 },
    { metadataId: 2, value: 'x, y', multivalues: ['x', 'y'] },
  ])
})
