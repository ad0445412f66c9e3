/** Pages to the letter: which rows an edit means, what rewrites make of definitions, and where new pages go. */
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { applications } from '../../../src/model/applications/records.ts'
import { containers } from '../../../src/model/containers/records.ts'
import { childrenOf } from '../../../src/model/pages/content.ts'
import { createPage } from '../../../src/model/pages/creating.ts'
import { deletePage, editPage, findPage, type PageEdit } from '../../../src/model/pages/editing.ts'
import { pages, type RequirementDefinition } from '../../../src/model/pages/records.ts'
import { PageRewrites } from '../../../src/model/pages/saving.ts'
import { type RequirementRecord, requirements } from '../../../src/model/requirements/records/records.ts'
import { type UserRecord, users } from '../../../src/model/users/records.ts'
import { variants } from '../../../src/model/variants/records.ts'
import type { Store } from '../../../src/world/store/store.ts'
import type { World } from '../../../src/world/world.ts'
import { createSmallWorld, START } from '../world-fixture.ts'

let world: World
let store: Store
beforeEach(() => {
  world = createSmallWorld()
  store = world.region('eu')
})

const definition = (key: string, html = `New ${key}`): RequirementDefinition => ({
  key,
  html,
  properties: [],
  dependencies: [],
})
const edit = (id: number, change: PageEdit) => editPage(world, store, id, change)
const rows = () => store.table(requirements)
const rowOf = (id: number) => rows().get(id) as RequirementRecord
const statusesOf = (...ids: number[]) => ids.map((id) => rowOf(id).status)

describe('editing a page', () => {
  test('that is removed leaves what other pages define', () => {
    const other = rowOf(6007)
    deletePage(world, store, 4001)
    expect(statusesOf(6001, 6002)).toEqual(['DELETED', 'DELETED'])
    expect(rowOf(6007)).toBe(other)
  })

  test('brings the latest row of a key back', () => {
    edit(4001, { undefine: ['REQ-001'] })
    rows().insert({ ...rowOf(6001), id: 6100 })
    edit(4001, { define: [definition('REQ-001')] })
    expect(statusesOf(6001, 6100)).toEqual(['DELETED', 'ACTIVE'])
  })

  test('brings no row of another variant back', () => {
    const variant = { id: 5002, projectContainerId: 1001, name: 'Other', current: false, createdAt: START }
    store.table(variants).insert(variant)
    edit(4001, { undefine: ['REQ-001'] })
    rows().insert({ ...rowOf(6001), id: 6100, variantId: 5002 })
    edit(4001, { define: [definition('REQ-001')] })
    expect(statusesOf(6001, 6100)).toEqual(['ACTIVE', 'DELETED'])
  })
})

describe('rewritten definitions', () => {
  type Change = readonly [key: string, definition: RequirementDefinition | undefined]
  const rewritten = (changes: readonly Change[]) => {
    const rewrites = new PageRewrites({ world, store, actor: undefined })
    for (const [key, next] of changes) rewrites.rewrite(4001, key, next)
    rewrites.save()
    const saved = findPage(store, 4001)
    rewrites.save()
    expect(findPage(store, 4001)).toBe(saved)
    return saved.definitions.map(({ key, html }) => `${key} ${html.replace(/<\/?p>/g, '')}`)
  }
  test('finds and replaces each in its place, however the keys of a page are numbered and ordered', () => {
    const known = 'A-1 A-2 A-4 A-10 B-000002 B-003 B-999999 B-1000000 C D-0001e3'.split(' ')
    const keys = fc.uniqueArray(fc.constantFrom(...known))
    fc.assert(
      fc.property(keys, fc.boolean(), (some, sorted) => {
        const content = sorted ? some.toSorted() : some
        store.table(pages).update(4001, { definitions: content.map((key) => definition(key, 'Old')) })
        for (const key of known) {
          const rewrites = new PageRewrites({ world, store, actor: undefined })
          expect(rewrites.definition(4001, key)?.key).toBe(content.find((each) => each === key))
          rewrites.rewrite(4001, key, definition(key, 'New'))
          rewrites.save()
          const expected = content.includes(key) ? content : [...content, key]
          const saved = findPage(store, 4001).definitions
          expect(saved.map((each) => each.key)).toEqual(expected)
          expect(saved.filter(({ html }) => html === 'New').map((each) => each.key)).toEqual([key])
          store.table(pages).update(4001, { definitions: content.map((each) => definition(each, 'Old')) })
        }
      }),
    )
  })

  const old = ['REQ-001 Text of REQ-001', 'REQ-002 Text of REQ-002'] as const

  test.each<[string, readonly Change[], readonly string[]]>([
    ['one', [['REQ-002', definition('REQ-002')]], [old[0], 'REQ-002 New REQ-002']],
    ['one that is taken out', [['REQ-001', undefined]], [old[1]]],
    ['one that comes in', [['REQ-009', definition('REQ-009')]], [...old, 'REQ-009 New REQ-009']],
    ['one by another key', [['REQ-001', definition('REQ-009')]], ['REQ-009 New REQ-009', old[1]]],
    ['one by the key of the other', [['REQ-001', definition('REQ-002')]], [old[1]]],
    [
      'two',
      [
        ['REQ-002', definition('REQ-002')],
        ['REQ-001', definition('REQ-001')],
      ],
      ['REQ-001 New REQ-001', 'REQ-002 New REQ-002'],
    ],
    [
      'one that is taken out before another comes in',
      [
        ['REQ-001', undefined],
        ['REQ-009', definition('REQ-009')],
      ],
      [old[1], 'REQ-009 New REQ-009'],
    ],
    [
      'one that comes in and is taken out',
      [
        ['REQ-009', definition('REQ-009')],
        ['REQ-009', undefined],
      ],
      old,
    ],
  ])('%s', (_name, changes, wanted) => {
    expect(rewritten(changes)).toEqual(wanted)
  })
})

describe('a new page', () => {
  test('gets a number that no other has', () => {
    const table = store.table(containers)
    const page = table.find('page', [4002])
    if (page !== undefined) table.insert({ ...page, id: 1200, pageId: 4003 })
    expect(createPage(world, store, { title: 'x', spaceKey: 'ENG' }).id).toBe(4004)
  })

  test('names who made it, in its first version', () => {
    const alice = store.table(users).get(2) as UserRecord
    expect(createPage(world, store, { title: 'x', spaceKey: 'ENG' }, alice).savedBy).toBe(2)
    expect(createPage(world, store, { title: 'y', spaceKey: 'ENG' })).not.toHaveProperty('savedBy')
  })

  test('goes to the only wiki where none is self-hosted, and nowhere where there are more', () => {
    const create = () => createPage(world, store, { title: 'x', spaceKey: 'ENG' })
    store.table(applications).update(101, { selfHosted: false })
    expect(create).toThrow("give 'applicationId': the region has 2 wikis and none is self-hosted")
    store.table(applications).update(104, { type: 'JIRA' })
    expect(create().applicationId).toBe(101)
    store.table(applications).update(101, { type: 'JIRA' })
    expect(create).toThrow('the region has 0 wikis')
  })
})

test('what stands below a page and is no page is none of its children', () => {
  const { pageId: _page, ...container } = store.table(containers).get(1101) ?? { id: 0 }
  store.table(containers).insert({ ...container, id: 1200, type: 'FILE' } as never)
  expect(childrenOf(store, findPage(store, 4000))).toEqual([4001, 4002])
})
