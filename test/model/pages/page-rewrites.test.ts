/** What rewrites make of the definitions of a page. */
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { findPage } from '../../../src/model/pages/editing.ts'
import { pages, type RequirementDefinition } from '../../../src/model/records/wiki/pages.ts'
import { PageRewrites } from '../../../src/model/pages/saving.ts'
import type { Store } from '../../../src/world/store/store.ts'
import type { World } from '../../../src/world/world.ts'
import { createSmallWorld } from '../world-fixture.ts'

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
