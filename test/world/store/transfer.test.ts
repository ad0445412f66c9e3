import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { advanceTo } from '../../../src/world/time/clock.ts'
import { schedule } from '../../../src/world/time/jobs.ts'
import { exportWorld, importWorld, WorldDocumentError } from '../../../src/world/transfer.ts'
import { differencesOfSnapshots, type WorldSchema } from '../../../src/world/world.ts'
import { item, itemSchema, newWorld, START } from './arbitraries.ts'
import { items } from './naive.ts'

const schema: WorldSchema = { ...itemSchema, jobs: { tick: () => {} } }

/** Checks the fields that keys and indexes read, by their type, as shapes of records do. */
function checkRecord(table: string, record: object): string | undefined {
  const fields = record as Record<string, unknown>
  const isKey = (value: unknown) => typeof value === 'string' || Number.isFinite(value)
  const isTexts = (value: unknown) => Array.isArray(value) && value.every((text) => typeof text === 'string')
  const wellFormed: Readonly<Record<string, () => boolean>> = {
    sequence: () => typeof fields['name'] === 'string' && Number(fields['value']) >= 0,
    job: () => isKey(fields['id']) && isKey(fields['due']) && isKey(fields['created']),
    item: () =>
      [fields['id'], fields['group'], fields['rank'], fields['code'] ?? '', fields['seat'] ?? 0].every(
        isKey,
      ) && isTexts(fields['tags']),
  }
  return wellFormed[table]?.() === true ? undefined : 'is malformed'
}

const load = (document: unknown) => importWorld(schema, document, checkRecord)

const clock = { now: START, start: START, mode: 'manual', speed: 1 }
const good = { format: 'reqsim.world', version: 1, seed: 's', clock, stores: {} }
const record = { id: 1, group: 'a', rank: 0, tags: ['x'], code: 'c' }
const withItems = (...records: unknown[]) => ({ ...good, stores: { east: { item: records } } })
const withJobs = (job: object, last: unknown = 1) => ({
  ...good,
  stores: { system: { sequence: [{ name: 'job', value: last }], job: [job] } },
})
const withClock = (changes: object) => ({ ...good, clock: { ...clock, ...changes } })
const withStores = (stores: unknown) => ({ ...good, stores })
const tick = (id: number, due: number, created: number, more = {}) =>
  withJobs({ id, kind: 'tick', due, created, ...more })
const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown

describe('export and import', () => {
  test('are the identity together, and the copy goes its own way', () => {
    fc.assert(
      fc.property(
        fc.array(item, { maxLength: 30 }),
        fc.array(fc.nat(100), { maxLength: 5 }),
        (drawn, delays) => {
          const world = newWorld(schema)
          for (const [position, each] of drawn.entries()) {
            const table = world.region(position % 2 === 0 ? 'east' : 'west').table(items)
            const { code, group, seat } = each
            const isTaken =
              (code !== undefined && table.find('code', [code]) !== undefined) ||
              (seat !== undefined && table.findUnique('seat', [group], seat) !== undefined)
            if (!isTaken) table.put({ ...each })
          }
          for (const delay of delays)
            schedule(world, { kind: 'tick', due: START + delay, payload: { delay } })
          world.region('west').next('id')
          advanceTo(world, START + 50)
          const text = JSON.stringify(exportWorld(world))
          const copy = load(JSON.parse(text))
          expect(JSON.stringify(exportWorld(copy))).toBe(text)
          expect(copy.clock).toEqual(world.clock)
          const differing = differencesOfSnapshots(schema, world.snapshot(), copy.snapshot()).flatMap(
            ({ records }) => records,
          )
          for (const { before, after } of differing) expect(after).toEqual(before)
          expect(advanceTo(copy, START + 200)).toBe(delays.filter((delay) => delay > 50).length)
          expect(JSON.stringify(exportWorld(world))).toBe(text)
        },
      ),
    )
  })

  test('freeze what they store', () => {
    const world = load(withItems(structuredClone(record)))
    expect(Object.isFrozen(world.region('east').table(items).get(1))).toBe(true)
  })

  test('keep an own field of the name __proto__ as a plain field', () => {
    const text = `{"id":2,"group":"a","rank":0,"tags":[],"__proto__":{"polluted":true}}`
    const document: unknown = JSON.parse(text)
    const stored = load(withItems(document)).region('east').table(items).get(2)
    expect(Object.getPrototypeOf(stored)).toBe(Object.prototype)
    expect('polluted' in {}).toBe(false)
  })

  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'document: must be an object'],
    ['null', null, 'document: must be an object'],
    ['a list', [], 'document: must be an object'],
    ['another format', { ...good, format: 'x' }, "format: must be 'reqsim.world'"],
    ['another version', { ...good, version: 2 }, 'version: this release reads version 1, not 2'],
    ['a version nested too deeply to be written', { ...good, version: deep }, 'not an object'],
    ['a seed that is no text', { ...good, seed: 1 }, 'seed: must be a string'],
    ['no clock', { ...good, clock: undefined }, 'clock: must be an object'],
    ['half a millisecond', withClock({ now: START + 0.5 }), 'clock.now: must be whole'],
    ['a moment after the calendar', withClock({ now: 9e15 }), 'clock.now: must be whole'],
    [
      'a start after now',
      withClock({ start: START + 1 }),
      'clock.start: must be whole milliseconds up to now',
    ],
    ['an unknown clock mode', withClock({ mode: 'fast' }), 'clock.mode: must be'],
    ['speed zero', withClock({ speed: 0 }), 'clock.speed: must be a number above 0'],
    ['endless speed', withClock({ speed: Infinity }), 'clock.speed: must be a number above 0'],
    ['no stores', withStores(undefined), 'stores: must be an object'],
    ['an unknown store', withStores({ north: {} }), "stores: no store 'north'"],
    [
      'a store named __proto__',
      JSON.parse(JSON.stringify(good).replace('"stores":{}', '"stores":{"__proto__":{}}')),
      "stores: no store '__proto__'",
    ],
    ['a store that is a list', withStores({ east: [] }), 'stores.east: must be an object'],
    ['an unknown table', withStores({ east: { thing: [] } }), "stores.east: no table 'thing'"],
    [
      'a table named __proto__',
      withStores({ east: JSON.parse('{"__proto__":[]}') }),
      "stores.east: no table '__proto__'",
    ],
    ['a table that is an object', withStores({ east: { item: {} } }), 'stores.east.item: must be a list'],
    ['a record that is none', withItems(record, 7), 'stores.east.item[1]: must be an object'],
    ['a malformed record', withItems({ id: 1 }), 'stores.east.item[0]: is malformed'],
    [
      'a key twice',
      withItems(record, { ...record, code: 'd' }),
      'stores.east.item[1]: table item: key [1] exists already',
    ],
    [
      'a unique field twice',
      withItems(record, { ...record, id: 2 }),
      'stores.east.item[1]: table item: code key ["c"] exists already',
    ],
    [
      'a job of an unknown kind',
      withJobs({ id: 1, kind: 'toString', due: START, created: START }),
      "no handler for jobs of kind 'toString'",
    ],
    ['a job in the past', tick(1, START - 1, START - 1), 'due must be an instant from clock.now on'],
    ['a job made after it is due', tick(1, START, START + 1), 'created must be an instant up to due'],
    [
      'a job whose number is still to be given',
      tick(2, START, START),
      "id must be from 1 to the last of sequence 'job', 1",
    ],
    ['a job whose payload is text', tick(1, START, START, { payload: 'x' }), 'payload must be an object'],
  ])('refuse %s', (_, document, message) => {
    expect(() => load(document)).toThrow(WorldDocumentError)
    expect(() => load(document)).toThrow(message)
  })

  test('never fail otherwise, whatever JSON comes', () => {
    const names = 'format version seed clock stores east item system job sequence __proto__ id due'
    const field = fc.constantFrom(...names.split(' '))
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue({ maxDepth: 1 }),
        fc.dictionary(field, tie('value')),
        fc.array(tie('value'), { maxLength: 3 }),
      ),
    })).value
    fc.assert(
      fc.property(json, (drawn) => {
        for (const document of [drawn, withStores(drawn), withItems(drawn), withStores({ system: drawn })]) {
          try {
            load(structuredClone(document))
          } catch (error) {
            expect(error).toBeInstanceOf(WorldDocumentError)
          }
        }
        expect(Object.keys(Object.prototype)).toEqual([])
      }),
      { numRuns: 75 },
    )
  })
})
