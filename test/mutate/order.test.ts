import { describe, expect, it } from 'vitest'
import type { ServiceMutant } from '../../src/mutate/mutant.ts'
import { inTellingOrder } from '../../src/mutate/order.ts'
import {
  MUTATION_KINDS,
  type MutationGroup,
  type MutationKind,
} from '../../src/scenario/format/mutation-kinds.ts'

function mutant(place: string, kind: MutationKind, name = ''): ServiceMutant {
  const groups = Object.keys(MUTATION_KINDS) as MutationGroup[]
  const group = groups.find((each) => (MUTATION_KINDS[each] as readonly string[]).includes(kind))!
  const id = `${place}:${group}:${kind}${name === '' ? '' : `:${name}`}`
  return { id, group, kind, sentence: `${id} happened`, hint: '', begin: () => undefined as never }
}

const fields = (place: string, count: number) =>
  Array.from({ length: count }, (_, index) => mutant(place, 'field-null', `f${index}`))
const idsOf = (mutants: readonly ServiceMutant[], seed = '1') =>
  inTellingOrder(mutants, seed).map(({ id }) => id)

describe('the order of mutants', () => {
  it('has effects before pages, pages before permissions, and fields last', () => {
    const all = (
      ['field-null', 'refused', 'page-repeated', 'lost-write', 'never-ends', 'limit-never'] as const
    ).map((kind) => mutant('a.b.c', kind))
    expect(inTellingOrder(all, '1').map(({ kind }) => kind)).toEqual([
      'lost-write',
      'page-repeated',
      'refused',
      'never-ends',
      'limit-never',
      'field-null',
    ])
  })

  it('has at most two of a kind for an operation until all kinds had their turn', () => {
    const ids = idsOf([
      ...fields('a', 5),
      ...fields('b', 3),
      mutant('a', 'status-200'),
      mutant('b', 'allowed'),
    ])
    const places = ids.map((id) => id.replace(/:f\d$/, ''))
    expect(places.slice(0, 6).toSorted()).toEqual(
      ['a:response:field-null', 'b:response:field-null']
        .flatMap((id) => [id, id])
        .concat('a:response:status-200', 'b:permission:allowed')
        .toSorted(),
    )
    expect(places.slice(6, 9).toSorted()).toEqual([
      'a:response:field-null',
      'a:response:field-null',
      'b:response:field-null',
    ])
    expect(places.slice(9)).toEqual(['a:response:field-null'])
  })

  it('is the same for the same seed, whatever the order of the mutants was, and another for another seed', () => {
    const all = [...fields('a', 20), ...fields('b', 20)]
    expect(idsOf(all.toReversed())).toEqual(idsOf(all))
    expect(idsOf(all, '2')).not.toEqual(idsOf(all))
    expect(idsOf(all, '2').toSorted()).toEqual(idsOf(all).toSorted())
  })

  it('knows every kind', () => {
    const kinds = Object.values(MUTATION_KINDS).flat()
    const last = mutant('a', 'no-such-kind' as MutationKind)
    const ids = idsOf([last, ...kinds.map((kind) => mutant('a', kind))])
    expect(ids).toHaveLength(kinds.length + 1)
    expect(ids.at(-1)).toBe(last.id)
  })
})
