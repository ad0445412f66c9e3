import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileForScan } from '../../../src/model/requirements/searching/query-filing.ts'

const spaceKey = fc.constantFrom('A', 'B', '')
// Few characters, so that names are met again; the last two are not ordered by code units.
const key = fc
  .array(fc.constantFrom('a', 'b', '1', '\uffff', '\u{1f600}'), { maxLength: 3 })
  .map((characters) => characters.join(''))
const name = fc.record({ spaceKey, key })

test('what is filed is found in whichever order it is asked for, in the order in which it was given', () => {
  fc.assert(
    fc.property(fc.array(name, { maxLength: 40 }), fc.array(name, { maxLength: 60 }), (names, asked) => {
      const named = names.map((each, thing) => ({ ...each, thing }))
      const find = fileForScan(named)
      for (const { spaceKey: space, key: ofSpace } of [...asked, ...asked.toReversed(), ...names]) {
        const things = named.filter((each) => each.spaceKey === space && each.key === ofSpace)
        expect(find(space, ofSpace)).toEqual(things.map(({ thing }) => thing))
      }
    }),
  )
})

test('a scan in order of key finds each thing', () => {
  const keys = Array.from({ length: 1000 }, (_, number) => `K-${String(number).padStart(4, '0')}`)
  const named = keys
    .filter((_, number) => number % 7 === 0)
    .map((each) => ({ spaceKey: 'A', key: each, thing: each }))
  const find = fileForScan(named)
  expect(keys.flatMap((each) => find('A', each))).toEqual(named.map(({ thing }) => thing))
})
