/**
 * Random walks over everything that changes requirements, held against a model of a few lines: which rows a key has had,
 * what pages define, and what a view has gathered.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { containers } from '../../../../src/model/records/service/containers.ts'
import { historyEntries } from '../../../../src/model/records/wiki/history.ts'
import { createPage } from '../../../../src/model/pages/creating.ts'
import { editPage, reindexPage, uninstallPage } from '../../../../src/model/pages/editing.ts'
import { versionsOfPage } from '../../../../src/model/finding/page-versions.ts'
import { pages } from '../../../../src/model/records/wiki/pages.ts'
import { PageRewrites } from '../../../../src/model/pages/saving.ts'
import { viewPage } from '../../../../src/model/pages/view.ts'
import { Refusal } from '../../../../src/model/input/refusal.ts'
import {
  requirementMachine,
  statusAfter,
} from '../../../../src/model/records/machines/requirement-machine.ts'
import { moveRequirement } from '../../../../src/model/requirements/writing/moving.ts'
import { type RequirementRecord, requirements } from '../../../../src/model/records/wiki/requirements.ts'
import { reserveRequirements } from '../../../../src/model/requirements/writing/reserving.ts'
import { rowOfKey } from '../../../../src/model/finding/requirements/row-of-key.ts'
import { requirementOfSpace } from '../../../../src/model/searching/versions.ts'
import { deleteRequirement, writeRequirement } from '../../../../src/model/requirements/writing/writing.ts'
import type { World } from '../../../../src/world/world.ts'
import { createSmallWorld } from '../../../model/world-fixture.ts'

const KEYS = ['REQ-001', 'REQ-002', 'REQ-007', 'K-1', 'K-2'] as const
const PAGES = [4001, 4002] as const

interface Row {
  readonly key: string
  status: string
  page: number | undefined
  html: string
  flagged: boolean
  /** When it became DELETED or MOVED last; 0 in the beginning. */
  ended: number
}

/** The model: what the service promises, without tables, events or messages. */
class Sketch {
  readonly rows: Row[] = []
  readonly pages = new Map<number, Map<string, string>>(PAGES.map((page) => [page, new Map()]))
  readonly versions = new Map<number, number>(PAGES.map((page) => [page, 1]))

  live(key: string): Row | undefined {
    return this.rows.find((row) => row.key === key && row.status === 'ACTIVE')
  }

  /** The row of a key that ended last; of two that had ended in the beginning, the later one. */
  former(key: string, wanted: (row: Row) => boolean = () => true): Row | undefined {
    const ended = this.rows.filter((row) => row.key === key && row.status !== 'ACTIVE' && wanted(row))
    return ended.toSorted((a, b) => a.ended - b.ended).at(-1)
  }

  #ends = 0

  end(row: Row, status: 'DELETED' | 'MOVED'): void {
    Object.assign(row, { status, flagged: false, ended: ++this.#ends })
  }

  require(key: string): Row {
    const live = this.live(key)
    if (live === undefined) throw new Refused()
    return live
  }

  defined({ page, key }: Row): string | undefined {
    return page === undefined ? undefined : this.pages.get(page)!.get(key)
  }

  define(page: number | undefined, key: string, html: string | undefined): void {
    if (page === undefined) return
    const definitions = this.pages.get(page)!
    if (html === undefined ? definitions.delete(key) : definitions.set(key, html)) this.touched.add(page)
  }

  touched = new Set<number>()
}

class Refused extends Error {}

type Step = (sketch: Sketch, world: World) => readonly [expected: () => void, actual: () => void]

const writing = (world: World) => ({ world, store: world.region('eu'), actor: undefined })
const space = (world: World) => world.region('eu').table(containers).get(1001)!
const rewriting = (world: World, action: (rewrites: PageRewrites) => void) => {
  const rewrites = new PageRewrites(writing(world))
  action(rewrites)
  rewrites.save()
}
const rowOf = (world: World, key: string) => requirementOfSpace(world.region('eu'), space(world), key)

const reserve =
  (key: string, page: number | undefined, override: boolean): Step =>
  (sketch, world) => [
    () => {
      const live = sketch.live(key)
      if (live === undefined) {
        sketch.rows.push({ key, status: 'ACTIVE', page, html: '', flagged: true, ended: 0 })
      } else if (!override) throw new Refused()
      else if (page !== undefined && live.page !== page) {
        const html = sketch.defined(live) ?? (live.flagged ? undefined : live.html)
        if (html !== undefined) {
          sketch.define(live.page, key, undefined)
          sketch.define(page, key, html)
        }
        live.page = page
        live.flagged = true
      }
    },
    () =>
      rewriting(world, (rewrites) => {
        reserveRequirements(writing(world), rewrites, space(world), { keys: [key], pageId: page, override })
      }),
  ]

const write =
  (key: string, html: string, page: number | undefined): Step =>
  (sketch, world) => [
    () => {
      const row = sketch.require(key)
      const to = page ?? row.page
      if (to === row.page && !row.flagged && row.html === html && (sketch.defined(row) ?? html) === html)
        return
      if (to !== row.page) sketch.define(row.page, key, undefined)
      sketch.define(to, key, html)
      Object.assign(row, { page: to, html, flagged: false })
    },
    () =>
      rewriting(world, (rewrites) => {
        const text = { html, ...(page === undefined ? {} : { pageId: page }) }
        writeRequirement(writing(world), rewrites, rowOf(world, key), text)
      }),
  ]

const remove =
  (key: string): Step =>
  (sketch, world) => [
    () => {
      const row = sketch.require(key)
      sketch.define(row.page, key, undefined)
      sketch.end(row, 'DELETED')
    },
    () => rewriting(world, (rewrites) => void deleteRequirement(writing(world), rewrites, rowOf(world, key))),
  ]

const rename =
  (key: string, newKey: string): Step =>
  (sketch, world) => [
    () => {
      const row = sketch.require(key)
      if (sketch.live(newKey) !== undefined) throw new Refused()
      const html = sketch.defined(row)
      if (html !== undefined) {
        const renamed = [...sketch.pages.get(row.page!)!].map(([own, text]) => [
          own === key ? newKey : own,
          text,
        ])
        sketch.pages.set(row.page!, new Map(renamed as [string, string][]))
        sketch.touched.add(row.page!)
      }
      sketch.rows.push({ ...row, key: newKey })
      sketch.end(row, 'MOVED')
    },
    () =>
      rewriting(world, (rewrites) => {
        moveRequirement(writing(world), rewrites, rowOf(world, key), { space: space(world), key: newKey })
      }),
  ]

/** What a save or reindex of a page with these definitions does. */
function bringInLine(sketch: Sketch, page: number, definitions: ReadonlyMap<string, string>): void {
  const elsewhere = (row: Row | undefined) => row?.page !== undefined && row.page !== page
  if ([...definitions.keys()].some((key) => elsewhere(sketch.live(key)))) throw new Refused()
  for (const row of sketch.rows) {
    if (row.status === 'ACTIVE' && row.page === page && !definitions.has(row.key)) sketch.end(row, 'DELETED')
  }
  for (const key of definitions.keys()) {
    const former = sketch.former(key, (row) => row.page === page && row.status === 'DELETED')
    const row = sketch.live(key) ?? former
    if (row === undefined)
      sketch.rows.push({ key, status: 'ACTIVE', page, html: '', flagged: true, ended: 0 })
    else Object.assign(row, { status: 'ACTIVE', page, flagged: true })
  }
}

const edit =
  (page: number, define: readonly (readonly [string, string])[], undefine: readonly string[]): Step =>
  (sketch, world) => [
    () => {
      const definitions = new Map(sketch.pages.get(page))
      for (const key of undefine) if (!definitions.delete(key)) throw new Refused()
      for (const [key, html] of define) {
        if (undefine.includes(key)) throw new Refused()
        definitions.set(key, html)
      }
      bringInLine(sketch, page, definitions)
      sketch.pages.set(page, definitions)
      sketch.touched.add(page)
    },
    () => {
      const authored = define.map(([key, html]) => ({ key, html, properties: [], dependencies: [] }))
      editPage(world, world.region('eu'), page, { define: authored, undefine })
    },
  ]

const reindex =
  (page: number): Step =>
  (sketch, world) => [
    () => bringInLine(sketch, page, sketch.pages.get(page)!),
    () => reindexPage(world, world.region('eu'), world.region('eu').table(pages).get(page)!),
  ]

const uninstall =
  (page: number): Step =>
  (sketch, world) => [
    () => {
      bringInLine(sketch, page, new Map())
      sketch.pages.set(page, new Map())
      sketch.touched.add(page)
    },
    () => uninstallPage(world, world.region('eu'), page),
  ]

const view =
  (page: number): Step =>
  (sketch, world) => [
    () => {
      for (const row of sketch.rows) {
        const html =
          row.status === 'ACTIVE' && row.page === page && row.flagged ? sketch.defined(row) : undefined
        if (html !== undefined) Object.assign(row, { html, flagged: false })
      }
    },
    () => viewPage(world, world.region('eu'), page),
  ]

const page = fc.constantFrom(...PAGES)
const html = fc.constantFrom('<p>A</p>', '<p>B</p>', 'C')
const maybePage = fc.option(page, { nil: undefined })
/** Everything that changes requirements of these keys. */
function stepsOver(keys: readonly string[]): fc.Arbitrary<{ name: string; step: Step }> {
  const key = fc.constantFrom(...keys)
  return fc.oneof(
    fc.tuple(key, maybePage, fc.boolean()).map((a) => ({ name: `reserve ${a}`, step: reserve(...a) })),
    fc.tuple(key, html, maybePage).map((a) => ({ name: `write ${a}`, step: write(...a) })),
    fc.tuple(key).map((a) => ({ name: `delete ${a}`, step: remove(...a) })),
    fc
      .tuple(key, key)
      .filter(([from, to]) => from !== to)
      .map((a) => ({ name: `rename ${a}`, step: rename(...a) })),
    fc
      .tuple(
        page,
        fc.uniqueArray(fc.tuple(key, html), { maxLength: 2, selector: ([own]) => own }),
        fc.uniqueArray(key, { maxLength: 1 }),
      )
      .map((a) => ({ name: `edit ${JSON.stringify(a)}`, step: edit(...a) })),
    fc.tuple(page).map((a) => ({ name: `reindex ${a}`, step: reindex(...a) })),
    fc.tuple(page).map((a) => ({ name: `view ${a}`, step: view(...a) })),
    fc.tuple(page).map((a) => ({ name: `uninstall ${a}`, step: uninstall(...a) })),
  )
}

function sketchOf(world: World): Sketch {
  const sketch = new Sketch()
  for (const { id, definitions } of world.region('eu').table(pages).scan()) {
    for (const { key, html } of definitions) sketch.pages.get(id)?.set(key, html)
  }
  for (const row of rowsOf(world)) {
    const { key, status, pageId, html, htmlNeedsUpdating } = row
    sketch.rows.push({ key, status, page: pageId, html, flagged: htmlNeedsUpdating, ended: 0 })
  }
  return sketch
}

const rowsOf = (world: World): RequirementRecord[] => [...world.region('eu').table(requirements).scan()]

/** True when it was done, false when it was refused; a refusal leaves nothing behind. */
function attempt(world: World, action: () => void): boolean {
  try {
    world.transact(action)
    return true
  } catch (error) {
    if (error instanceof Refusal || error instanceof Refused) return false
    throw error
  }
}

function expectAgreement(world: World, sketch: Sketch): void {
  const store = world.region('eu')
  const shown = rowsOf(world).map(({ key, status, pageId, html, htmlNeedsUpdating }) => ({
    key,
    status,
    page: pageId,
    html,
    flagged: htmlNeedsUpdating,
  }))
  expect(shown).toEqual(sketch.rows.map(({ ended: _ended, ...row }) => row))
  const place = rowsOf(world)[0]!
  for (const key of KEYS) {
    const found = rowOfKey(store, { ...place, key })
    const wanted = sketch.live(key) ?? sketch.former(key)
    expect([key, found && rowsOf(world).indexOf(found)]).toEqual([key, wanted && sketch.rows.indexOf(wanted)])
  }
  const live = shown.filter(({ status }) => status === 'ACTIVE').map(({ key }) => key)
  expect(new Set(live).size).toBe(live.length)
  for (const id of PAGES) {
    const { definitions, version } = store.table(pages).get(id)!
    expect(definitions.map((definition) => [definition.key, definition.html])).toEqual([
      ...sketch.pages.get(id)!,
    ])
    expect(version).toBe(sketch.versions.get(id))
    const before = versionsOfPage(store, id).map((kept) => kept.version)
    expect(before).toEqual(Array.from({ length: version - 1 }, (_, at) => at + 1))
    for (const { key } of definitions) expect(sketch.live(key)?.page).toBe(id)
  }
}

/** Every row that changed has a new entry in its history, and no other row has. */
function expectHistory(world: World, before: ReadonlyMap<number, RequirementRecord>, last: number): void {
  const noted = [...world.region('eu').table(historyEntries).scan()].filter(({ id }) => id > last)
  const changed = rowsOf(world).filter((row) => before.get(row.id) !== row)
  expect([...new Set(noted.map(({ requirementId }) => requirementId))].toSorted()).toEqual(
    changed.map(({ id }) => id).toSorted(),
  )
  for (const { changes } of noted) expect(changes.length).toBeGreaterThan(0)
}

describe('the life of requirements', () => {
  test.each([
    { of: 'many keys', keys: KEYS, steps: 1, numRuns: 300, seed: 3 },
    // Fewer keys have more rows each: a page restores one that others have followed.
    { of: 'two keys', keys: ['K-1', 'K-2'], steps: 25, numRuns: 200, seed: 4 },
  ])('agrees with the model on every walk over $of', ({ keys, steps, numRuns, seed }) => {
    const tally = new Map<string, number>()
    fc.assert(
      fc.property(fc.array(stepsOver(keys), { minLength: steps, maxLength: 25 }), (walk) => {
        const world = createSmallWorld()
        const sketch = sketchOf(world)
        for (const { name, step } of walk) {
          const before = new Map(rowsOf(world).map((row) => [row.id, row]))
          const last = world.region('eu').last('historyEntry')
          const kept = structuredClone({ rows: sketch.rows, pages: sketch.pages })
          sketch.touched.clear()
          const [expected, actual] = step(sketch, world)
          const allowed = attempt(world, expected)
          expect([name, attempt(world, actual)]).toEqual([name, allowed])
          if (allowed) for (const id of sketch.touched) sketch.versions.set(id, sketch.versions.get(id)! + 1)
          else {
            sketch.rows.splice(0, Infinity, ...kept.rows)
            for (const [id, definitions] of kept.pages) sketch.pages.set(id, definitions)
          }
          expectAgreement(world, sketch)
          expectHistory(world, before, last)
          const kind = `${name.split(' ', 1)[0]} ${allowed ? 'done' : 'refused'}`
          tally.set(kind, (tally.get(kind) ?? 0) + 1)
        }
      }),
      { numRuns, seed },
    )
    // The walks reach both outcomes of everything that can be refused.
    for (const event of ['reserve', 'write', 'delete', 'rename', 'edit'])
      for (const outcome of ['done', 'refused']) expect(tally.get(`${event} ${outcome}`)).toBeGreaterThan(10)
  })

  test('every event that the table lacks is refused by name', () => {
    const { states, events, transitions } = requirementMachine
    const lacking = [...states, 'none' as const].flatMap((from) =>
      events
        .filter((event) => !transitions.some((known) => known.from === from && known.event === event))
        .map((event) => [from, event] as const),
    )
    const store = createSmallWorld().region('eu')
    expect(lacking.length).toBeGreaterThan(30)
    for (const [from, event] of lacking) {
      const kind = {
        kind: 'CONFLICT',
        message: expect.stringContaining(`'K-1' ${from === 'none' ? 'does' : 'is'}`),
      }
      expect(() => statusAfter(store, from, event, 'K-1')).toThrow(expect.objectContaining(kind))
    }
    for (const { from, event, to } of transitions) expect(statusAfter(store, from, event, 'K-1')).toBe(to)
  })

  test('a page that is created and viewed is what its requirements say', () => {
    const world = createSmallWorld()
    const store = world.region('eu')
    const content = [{ key: 'K-9', html: 'Nine', properties: [], dependencies: [] }]
    const { id } = createPage(world, store, { title: 'New', spaceKey: 'ENG', content })
    viewPage(world, store, id)
    expect(rowsOf(world).find((row) => row.key === 'K-9')).toMatchObject({ html: 'Nine', pageId: id })
    expect([...store.table(historyEntries).scan()].map(({ event }) => event)).toEqual(['DEFINED', 'GATHERED'])
  })
})
