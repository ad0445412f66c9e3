import { expect, test } from 'vitest'
import { createFrozenSet, frozenRows, frozenSets } from '../../../src/model/finding/requirements/frozen.ts'
import { findChildren } from '../../../src/model/finding/requirements/lookup.ts'
import { type RequirementRecord, requirements } from '../../../src/model/records/wiki/requirements.ts'
import { buildWorld, plannedRow, plannedWorld } from './requirements-world.ts'

const COUNT = 300

/** A baseline in which each copy but the first names the one before, twice the first, and itself; reads are counted. */
function frozenChain(count: number) {
  const store = buildWorld(plannedWorld([plannedRow({})]), { hidden: false })
  const [row] = store.table(requirements).scan()
  const { spaceKey, projectContainerId, variantId } = row as RequirementRecord
  const keyOf = (at: number) => `C-${1000 + at}`
  const read = { dependencies: 0 }
  const source = (at: number): RequirementRecord => {
    const names = [keyOf(at - 1), keyOf(0), keyOf(0), keyOf(at)]
    const dependencies = names.map((key, index) => {
      return { relationship: index === 2 ? 'uses' : 'refines', spaceKey, key }
    })
    return {
      ...(row as RequirementRecord),
      id: 80_000 + at,
      key: keyOf(at),
      get dependencies() {
        read.dependencies++
        return dependencies
      },
    }
  }
  const copies = Array.from({ length: count }, (_, at) => ({ source: source(at), id: 90_000 + at }))
  const set = createFrozenSet({ projectContainerId, number: 7, variantId }, copies, 0)
  store.table(frozenSets).put(set)
  return { store, set, read }
}

test('children of all copies of a baseline are found in a number of steps that grows with it', () => {
  const { store, set, read } = frozenChain(COUNT)
  const childrenOf = new Map(
    [...frozenRows(store, set)].map((copy) => [
      copy.key,
      findChildren(store, copy).map(({ other, relationship }) => `${relationship} ${other.key}`),
    ]),
  )
  const uses = Array.from({ length: COUNT }, (_, at) => `uses C-${1000 + at}`)
  const refines = uses.map((text) => text.replace('uses', 'refines'))
  expect(childrenOf.get('C-1000')).toEqual([...refines, ...uses])
  expect(childrenOf.get('C-1005')).toEqual(['refines C-1005', 'refines C-1006'])
  expect(childrenOf.get('C-1299')).toEqual(['refines C-1299'])
  // Each copy's own dependencies are read when its row is made; those of all others would be read 90,000 times.
  expect(read.dependencies).toBeLessThan(COUNT * 20)
})

test('copies that are still to be made are no children', () => {
  const { store, set } = frozenChain(10)
  store.table(frozenSets).put({ ...set, copied: 3 })
  const [first] = [...frozenRows(store, set)]
  const children = findChildren(store, first as RequirementRecord).map(({ other }) => other.key)
  expect(new Set(children)).toEqual(new Set(['C-1000', 'C-1001', 'C-1002']))
})
