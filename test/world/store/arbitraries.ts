/** What the property tests of the kernel draw from: small pools, so that collisions are common. */
import * as fc from 'fast-check'
import type { KeyPart } from '../../../src/world/order.ts'
import { World, type WorldSchema } from '../../../src/world/world.ts'
import { type Item, items } from './naive.ts'

/** Text around the edges of Unicode's planes, lone surrogates included. */
export const trickyText = fc.string({
  unit: fc.constantFrom(...'a b é \ud7ff \ue000 \uffff \u{10000} 😀 \ud800 \udbff \udc00 \u0000'.split(' ')),
  maxLength: 4,
})

export const keyPart: fc.Arbitrary<KeyPart> = fc.oneof(
  fc.integer({ min: -3, max: 30 }),
  fc.constantFrom('', 'a', 'ab', '\uffff', '😀', '😀b', '\ud83d', '__proto__'),
)

export const groupName = fc.constantFrom('', 'a', 'ab', 'b', '😀', '\ue000')
export const tagName = fc.constantFrom('x', 'xy', 'xyz', 'y', '😀', '\ud83d')

export const item: fc.Arbitrary<Item> = fc
  .record({
    id: keyPart,
    group: groupName,
    rank: fc.integer({ min: 0, max: 2 }),
    tags: fc.array(tagName, { maxLength: 3 }),
    seat: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    code: fc.option(fc.constantFrom('c1', 'c2', 'c3', 'c4', 'c5', 'c6'), { nil: undefined, freq: 3 }),
  })
  .map(({ code, seat, ...rest }) => ({
    ...rest,
    ...(code === undefined ? {} : { code }),
    ...(seat === undefined ? {} : { seat }),
  }))

export const itemSchema: WorldSchema = {
  regions: ['east', 'west'],
  tables: [items] as unknown as WorldSchema['tables'],
  systemTables: [],
  jobs: {},
}

/** The first instant of the tests' worlds. */
export const START = 1_767_603_600_000

export function newWorld(schema: WorldSchema): World {
  return new World(schema, { seed: 'test', clock: { now: START, start: START, mode: 'manual', speed: 1 } })
}
