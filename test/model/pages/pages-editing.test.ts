import { beforeEach, describe, expect, test } from 'vitest'
import { applications } from '../../../src/model/records/service/applications.ts'
import { containers } from '../../../src/model/records/service/containers.ts'
import { historyOf } from '../../../src/model/history/history.ts'
import { issueLinks } from '../../../src/model/records/tracker/issue-links.ts'
import { outboundMessages } from '../../../src/model/records/tracker/outbound-messages.ts'
import { childrenOf } from '../../../src/model/pages/content.ts'
import { type AuthoredRequirement, createPage } from '../../../src/model/pages/creating.ts'
import {
  deletePage,
  editPage,
  findPage,
  type PageEdit,
  reindexPage,
  uninstallPage,
} from '../../../src/model/pages/editing.ts'
import { findVersionOfPage, versionsOfPage } from '../../../src/model/finding/page-versions.ts'
import { pages } from '../../../src/model/records/wiki/pages.ts'
import { PageRewrites } from '../../../src/model/pages/saving.ts'
import { viewPage } from '../../../src/model/pages/view.ts'
import { type RequirementRecord, requirements } from '../../../src/model/records/wiki/requirements.ts'
import { settings } from '../../../src/model/records/service/settings.ts'
import { type UserRecord, users } from '../../../src/model/records/service/users.ts'
import { variants } from '../../../src/model/records/wiki/variants.ts'
import type { Store } from '../../../src/world/store/store.ts'
import type { World } from '../../../src/world/world.ts'
import { createSmallWorld, START } from '../world-fixture.ts'

let world: World
let store: Store
beforeEach(() => {
  world = createSmallWorld()
  store = world.region('eu')
})

const authored = (key: string, html = `<p>New ${key}</p>`): AuthoredRequirement => ({
  key,
  html,
  properties: [{ key: 'Priority', value: 'High', dataType: 'TEXT' }],
  dependencies: [{ relationship: 'refines', key: 'REQ-001' }],
})

const definition = (key: string) => ({ ...authored(key), dependencies: [] })
const rows = () => store.table(requirements)
const rowOf = (id: number) => rows().get(id) as RequirementRecord
const statusesOf = (...ids: number[]) => ids.map((id) => rowOf(id).status)
const edit = (id: number, change: PageEdit) => editPage(world, store, id, change)
const rowsOf = (key: string) => [...store.table(requirements).range('key', [1001, key])]

describe('saving a page', () => {
  test('raises its version and keeps what the edit does not name', () => {
    const saved = edit(4001, { title: 'Flying' })
    expect(saved.version).toBe(2)
    expect(saved.definitions.map(({ key }) => key)).toEqual(['REQ-001', 'REQ-002'])
    expect(store.table(containers).find('page', [4001])?.name).toBe('Flying')
  })

  test('a new key becomes a new ACTIVE row, empty and flagged until the page is viewed', () => {
    edit(4001, { define: [authored('REQ-013')] })
    const [row] = rowsOf('REQ-013')
    expect(row).toMatchObject({
      status: 'ACTIVE',
      html: '',
      text: '',
      dependencies: [],
      htmlNeedsUpdating: true,
    })
    expect(row).toMatchObject({ pageId: 4001, originContainerId: 1101, variantId: 5001, spaceKey: 'ENG' })
    const { gathered } = viewPage(world, store, 4001)
    expect(gathered.map(({ key }) => key)).toEqual(['REQ-001', 'REQ-002', 'REQ-013'])
    expect(rowsOf('REQ-013')).toMatchObject([
      {
        html: '<p>New REQ-013</p>',
        text: 'New REQ-013',
        htmlNeedsUpdating: false,
        dependencies: [{ relationship: 'refines', spaceKey: 'ENG', key: 'REQ-001' }],
      },
    ])
    expect(viewPage(world, store, 4001).gathered).toEqual([])
  })

  test('an existing requirement keeps its old text until the view, and is flagged meanwhile', () => {
    edit(4001, { define: [authored('REQ-001')] })
    expect(rowsOf('REQ-001')).toMatchObject([
      { id: 6001, html: '<p>Text of REQ-001</p>', htmlNeedsUpdating: true },
    ])
    viewPage(world, store, 4001)
    expect(rowsOf('REQ-001')).toMatchObject([{ id: 6001, text: 'New REQ-001', htmlNeedsUpdating: false }])
  })

  test('a requirement that the page no longer defines becomes DELETED; defining it again restores it, flagged', () => {
    edit(4001, { undefine: ['REQ-002'] })
    expect(rowsOf('REQ-002')).toMatchObject([{ id: 6002, status: 'DELETED', htmlNeedsUpdating: false }])
    edit(4001, { define: [authored('REQ-002')] })
    expect(rowsOf('REQ-002')).toMatchObject([
      { id: 6002, status: 'ACTIVE', html: '<p>Text of REQ-002</p>', htmlNeedsUpdating: true },
    ])
  })

  test('a key that another page deleted is used again by a new row', () => {
    edit(4001, { undefine: ['REQ-002'] })
    edit(4002, { define: [authored('REQ-002')] })
    expect(rowsOf('REQ-002')).toMatchObject([
      { id: 6002, status: 'DELETED', pageId: 4001 },
      { status: 'ACTIVE', pageId: 4002, html: '' },
    ])
  })

  test('content replaces every definition', () => {
    const saved = edit(4001, { content: [authored('REQ-002'), authored('REQ-020')] })
    expect(saved.definitions.map(({ key }) => key)).toEqual(['REQ-002', 'REQ-020'])
    expect(rowsOf('REQ-001')[0]?.status).toBe('DELETED')
    expect(rowsOf('REQ-002')).toMatchObject([{ id: 6002, status: 'ACTIVE' }])
  })

  test('a key that ends in a number raises the stored sequence of its prefix, and never lowers it', () => {
    edit(4001, { define: [authored('REQ-003'), authored('SAF.9'), authored('TOP')] })
    expect(store.last('key/1001/REQ-')).toBe(7)
    expect(store.last('key/1001/SAF.')).toBe(9)
    edit(4001, { define: [authored('REQ-041'), authored('X-99999999999999999999')] })
    expect(store.last('key/1001/REQ-')).toBe(41)
    // Beyond that no number is suggested.
    expect(store.last('key/1001/X-')).toBe(Number.MAX_SAFE_INTEGER)
  })

  test('a reserved row without a page belongs to the page that comes to define it', () => {
    const table = store.table(requirements)
    const {
      originContainerId: _origin,
      pageId: _page,
      ...reserved
    } = table.get(6001) as never as Record<string, never>
    table.insert({ ...reserved, id: 6500, key: 'REQ-050' } as never)
    edit(4002, { define: [authored('REQ-050')] })
    expect(rowsOf('REQ-050')).toMatchObject([{ id: 6500, pageId: 4002, htmlNeedsUpdating: true }])
  })

  test('rows of other variants stay as they are', () => {
    store
      .table(variants)
      .insert({ id: 5002, projectContainerId: 1001, name: 'Experimental', current: false, createdAt: 0 })
    const table = store.table(requirements)
    const original = table.get(6001)!
    table.insert({ ...original, id: 6501, variantId: 5002 })
    edit(4001, { undefine: ['REQ-001'] })
    expect([6001, 6501].map((id) => table.get(id)?.status)).toEqual(['DELETED', 'ACTIVE'])
  })

  test('a removed page leaves what other pages define', () => {
    const other = rowOf(6007)
    deletePage(world, store, 4001)
    expect(statusesOf(6001, 6002)).toEqual(['DELETED', 'DELETED'])
    expect(rowOf(6007)).toBe(other)
  })

  test('an edit brings the latest row of a key back', () => {
    edit(4001, { undefine: ['REQ-001'] })
    rows().insert({ ...rowOf(6001), id: 6100, status: 'ACTIVE' })
    edit(4001, { undefine: ['REQ-002'] })
    expect(statusesOf(6001, 6100)).toEqual(['DELETED', 'DELETED'])
    edit(4001, { define: [definition('REQ-001')] })
    expect(statusesOf(6001, 6100)).toEqual(['DELETED', 'ACTIVE'])
  })

  test('an edit brings no row of another variant back', () => {
    const variant = { id: 5002, projectContainerId: 1001, name: 'Other', current: false, createdAt: START }
    store.table(variants).insert(variant)
    edit(4001, { undefine: ['REQ-001'] })
    rows().insert({ ...rowOf(6001), id: 6100, variantId: 5002 })
    edit(4001, { define: [definition('REQ-001')] })
    expect(statusesOf(6001, 6100)).toEqual(['ACTIVE', 'DELETED'])
  })
})

describe('versions of a page', () => {
  const alice = () => store.table(users).get(2)!
  const versions = (id: number) => versionsOfPage(store, id)

  test('each save keeps the previous version with its user and time', () => {
    const start = world.now
    world.setClock({ now: start + 1000 })
    editPage(world, store, 4001, { title: 'Flying', links: [{ spaceKey: 'ENG', key: 'A' }] }, alice())
    world.setClock({ now: start + 2000 })
    edit(4001, { undefine: ['REQ-001'] })
    expect(versions(4001)).toMatchObject([
      { id: '4001/1', version: 1, title: 'Flight control', links: [], savedAt: start },
      { id: '4001/2', version: 2, title: 'Flying', links: [{ key: 'A' }], savedAt: start + 1000, savedBy: 2 },
    ])
    expect(versions(4001)[0]).not.toHaveProperty('savedBy')
    expect(store.table(pages).get(4001)).toMatchObject({ version: 3, savedAt: start + 2000 })
    expect(store.table(pages).get(4001)).not.toHaveProperty('savedBy')
    expect(versions(4001)[1]?.definitions.map(({ key }) => key)).toEqual(['REQ-001', 'REQ-002'])
  })

  test('of each page the latest hundred are kept', () => {
    for (let save = 1; save <= 230; save++) {
      edit(4001, { title: `Title ${save}` })
      if (save <= 3) edit(4002, { title: `Other ${save}` })
    }
    const kept = Array.from({ length: 100 }, (_, at) => 131 + at)
    expect(versions(4001).map(({ version, title }) => [version, title])).toEqual(
      kept.map((version) => [version, `Title ${version - 1}`]),
    )
    expect(versions(4002).map(({ version }) => version)).toEqual([1, 2, 3])
    expect([30, 130, 131, 230, 231].map((version) => findVersionOfPage(store, 4001, version)?.title)).toEqual(
      [undefined, undefined, 'Title 130', 'Title 229', undefined],
    )
  })

  test('those of a removed page stay, the last one too', () => {
    edit(4001, { title: 'Flying' })
    deletePage(world, store, 4001)
    expect(versions(4001).map(({ version, title }) => [version, title])).toEqual([
      [1, 'Flight control'],
      [2, 'Flying'],
    ])
  })

  test('a rewritten definition makes a version and flags nothing', () => {
    const definition = { key: 'REQ-001', html: 'Rewritten', properties: [], dependencies: [] }
    const rewrites = new PageRewrites({ world, store, actor: undefined })
    rewrites.rewrite(4001, 'REQ-001', definition)
    // There is no such page.
    rewrites.rewrite(9, 'REQ-001', definition)
    rewrites.save()
    expect(store.table(pages).get(9)).toBeUndefined()
    const saved = store.table(pages).get(4001)
    expect(saved?.definitions.map(({ html }) => html)).toEqual(['Rewritten', '<p>Text of REQ-002</p>'])
    expect(saved?.version).toBe(2)
    expect(versions(4001)[0]?.definitions[0]?.html).toBe('<p>Text of REQ-001</p>')
    expect(rowsOf('REQ-001')[0]?.htmlNeedsUpdating).toBe(false)
  })

  test('uninstalling takes definitions and links off, and deletes the requirements', () => {
    edit(4001, { links: [{ spaceKey: 'ENG', key: 'REQ-007' }] })
    const saved = uninstallPage(world, store, 4001, alice())
    expect(saved).toMatchObject({ version: 3, definitions: [], links: [], savedBy: 2 })
    expect(rowsOf('REQ-001')).toMatchObject([{ id: 6001, status: 'DELETED' }])
    expect(historyOf(store, 6001).map(({ event, by }) => [event, by])).toEqual([
      ['REINDEXED', undefined],
      ['REMOVED', 2],
    ])
  })
})

describe('messages to the tracker about a page', () => {
  beforeEach(() => {
    const wiki = { applicationId: 101, spaceKey: 'ENG', key: 'REQ-001', relationship: 'implements' }
    for (const [id, issueKey, applinkId] of [
      [1, 'DRN-1', 'first'],
      [2, 'DRN-2', 'first'],
      [3, 'X-1', 'second'],
    ] as const)
      store
        .table(issueLinks)
        .insert({ id, serviceId: `service-${applinkId}`, wiki: { ...wiki, issueKey, applinkId } })
  })
  const messages = () =>
    [...store.table(outboundMessages).scan()].map(
      ({ operation, serviceId, key }) => `${operation} ${serviceId} ${key}`,
    )

  test('a new text is sent to the tracker once a view has gathered it, once per application link', () => {
    edit(4001, { define: [authored('REQ-001'), authored('REQ-013')] })
    reindexPage(world, store, store.table(pages).get(4001)!)
    expect(messages()).toEqual([])
    viewPage(world, store, 4001)
    const queued = ['REQUIREMENT_UPDATED service-first REQ-001', 'REQUIREMENT_UPDATED service-second REQ-001']
    expect(messages()).toEqual(queued)
    viewPage(world, store, 4001)
    expect(messages()).toEqual(queued)
  })

  test.each([
    ['an edit', () => void edit(4001, { undefine: ['REQ-001'] })],
    ['the removal of the page', () => deletePage(world, store, 4001)],
  ])('a removal is sent to the tracker at once by %s', (_what, act) => {
    act()
    expect(messages()).toEqual([
      'REQUIREMENT_DELETED service-first REQ-001',
      'REQUIREMENT_DELETED service-second REQ-001',
    ])
  })
})

test('in extended mode a page defines keys with other characters', () => {
  const setting = { id: '101/1001/extendedMode', applicationId: 101, projectContainerId: 1001 }
  world
    .region('eu')
    .table(settings)
    .insert({ ...setting, name: 'extendedMode', value: true })
  edit(4001, { define: [authored('REQ 1 (draft)')] })
  createPage(world, store, { title: 'x', spaceKey: 'ENG', content: [authored('A + B')] })
  expect(rowsOf('A + B')).toMatchObject([{ status: 'ACTIVE' }])
  expect(() => edit(4001, { define: [authored('A/B')] })).toThrow(/define: key 'A\/B'/)
})

describe('refusals leave the page as it was', () => {
  const cases: [name: string, change: PageEdit, message: RegExp][] = [
    [
      'a key of another page',
      { define: [authored('REQ-050'), authored('REQ-007')] },
      /'REQ-007' is defined on page 4002 'Power'/,
    ],
    ['a key with a space', { define: [authored('REQ 1')] }, /define: key 'REQ 1'/],
    ['an empty key', { content: [authored('')] }, /content: key ''/],
    ['a key that is too long', { define: [authored('K'.repeat(256))] }, /more than 255 characters/],
    ['a key twice', { content: [authored('A'), authored('A')] }, /'A' is there twice/],
    [
      'a key in define and undefine',
      { define: [authored('REQ-001')], undefine: ['REQ-001'] },
      /in 'define' and in 'undefine'/,
    ],
    ['undefine of what is not defined', { undefine: ['NOPE'] }, /no definition 'NOPE' in page 4001/],
    ['content beside define', { content: [], define: [] }, /leave out 'define' and 'undefine'/],
    ['content beside undefine', { content: [], undefine: ['REQ-001'] }, /leave out 'define' and 'undefine'/],
    ['an empty title', { title: ' ', undefine: ['REQ-001'] }, /title ' '/],
    ['a title that is too long', { title: 't'.repeat(256) }, /1 to 255/],
  ]
  test.each(cases)('%s', (_name, change, message) => {
    const held = () => JSON.stringify([...store.table(pages).scan(), ...store.table(requirements).scan()])
    const before = held()
    expect(() => edit(4001, change)).toThrow(message)
    expect(held()).toBe(before)
    expect(store.last('key/1001/REQ-')).toBe(7)
  })

  test('an unknown page', () => {
    expect(() => edit(9, {})).toThrow("no page '9'")
  })
})

describe('creating and removing pages', () => {
  test('a page is created in a space, or below another page', () => {
    const top = createPage(world, store, { title: 'Safety', spaceKey: 'ENG', content: [authored('SAF-1')] })
    expect(top).toMatchObject({ version: 1, spaceKey: 'ENG', applicationId: 101 })
    const below = createPage(world, store, { title: 'Hazards', parent: top.id })
    expect(store.table(containers).find('page', [below.id])).toMatchObject({
      parentContainerId: top.containerId,
      projectContainerId: 1001,
      type: 'PAGE',
      level: 'DOCUMENT',
      name: 'Hazards',
    })
    expect(rowsOf('SAF-1')).toMatchObject([{ pageId: top.id, status: 'ACTIVE' }])
  })

  test.each([
    [{ title: 'x' }, /spaceKey is missing: send it, or the page id of the 'parent'/],
    [{ title: 'x', spaceKey: 'NOPE' }, /no space 'NOPE' in application 101/],
    [{ title: 'x', spaceKey: 'ENG', applicationId: 104 }, /no space 'ENG' in application 104/],
    [{ title: 'x', parent: 1 }, /no page '1'/],
    [{ title: 'x', parent: 4000, spaceKey: 'ENG' }, /leave out one of them/],
    [{ title: '', spaceKey: 'ENG' }, /title/],
    [{ title: 'x', spaceKey: 'ENG', content: [authored('REQ-007')] }, /defined on page 4002/],
  ])('refuses %o', (page, message) => {
    expect(() => createPage(world, store, page)).toThrow(message)
    expect(store.table(pages).size).toBe(3)
    expect(store.table(containers).size).toBe(4)
  })

  test('in a region without a wiki of its own, the wiki must be named', () => {
    expect(() => createPage(world, world.region('us'), { title: 'x', spaceKey: 'ENG' })).toThrow(
      /applicationId/,
    )
  })

  test('removing a page deletes its requirements and moves its children up', () => {
    edit(4000, { define: [authored('TOP-1')] })
    deletePage(world, store, 4000)
    expect(store.table(pages).get(4000)).toBeUndefined()
    expect(store.table(containers).find('page', [4000])).toBeUndefined()
    expect(store.table(containers).find('page', [4001])?.parentContainerId).toBe(1001)
    const [row] = rowsOf('TOP-1')
    expect(row).toMatchObject({ status: 'DELETED' })
    expect(row).not.toHaveProperty('originContainerId')
    expect(row).not.toHaveProperty('pageId')
    // Its key is free again.
    edit(4001, { define: [authored('TOP-1')] })
    expect(rowsOf('TOP-1')).toHaveLength(2)
  })

  test('a new page gets a number that no other has', () => {
    const table = store.table(containers)
    const page = table.find('page', [4002])
    if (page !== undefined) table.insert({ ...page, id: 1200, pageId: 4003 })
    expect(createPage(world, store, { title: 'x', spaceKey: 'ENG' }).id).toBe(4004)
  })

  test('the first version of a new page names its user', () => {
    const alice = store.table(users).get(2) as UserRecord
    expect(createPage(world, store, { title: 'x', spaceKey: 'ENG' }, alice).savedBy).toBe(2)
    expect(createPage(world, store, { title: 'y', spaceKey: 'ENG' })).not.toHaveProperty('savedBy')
  })

  test('a new page is created in the only wiki if none is self-hosted, and refused if there are several', () => {
    const create = () => createPage(world, store, { title: 'x', spaceKey: 'ENG' })
    store.table(applications).update(101, { selfHosted: false })
    expect(create).toThrow("give 'applicationId': the region has 2 wikis and none is self-hosted")
    store.table(applications).update(104, { type: 'JIRA' })
    expect(create().applicationId).toBe(101)
    store.table(applications).update(101, { type: 'JIRA' })
    expect(create).toThrow('the region has 0 wikis')
  })
})

test('containers below a page that are no pages are not its children', () => {
  const { pageId: _page, ...container } = store.table(containers).get(1101) ?? { id: 0 }
  store.table(containers).insert({ ...container, id: 1200, type: 'FILE' } as never)
  expect(childrenOf(store, findPage(store, 4000))).toEqual([4001, 4002])
})
