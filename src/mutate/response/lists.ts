/** Mutants of lists and totals. */
import type { Operation } from '../../api/framework/operation.ts'
import { placeMutant, type ResponseKind, type ResponseMutant } from './make.ts'
import { nameOf, type Place, spotsAt, valueOf } from './places.ts'
import { comparedWords, placeWords } from './words.ts'

interface ListMistake {
  readonly kind: ResponseKind
  readonly did: (words: string) => string
  readonly hint: (words: string) => string
  readonly edit: (items: readonly unknown[]) => readonly unknown[]
}

const MISTAKES: readonly ListMistake[] = [
  {
    kind: 'list-empty',
    did: (words) => `returned ${words} empty`,
    hint: (words) => `expect ${words} to have items`,
    edit: () => [],
  },
  {
    kind: 'list-short',
    did: (words) => `left out the last item of ${words}`,
    hint: (words) => `compare the length of ${words} with the expected one`,
    edit: (items) => items.slice(0, -1),
  },
  {
    kind: 'item-twice',
    did: (words) => `returned the first item of ${words} twice`,
    hint: (words) => `expect each item of ${words} once`,
    edit: (items) => [...items.slice(0, 1), ...items],
  },
  {
    kind: 'list-reversed',
    did: (words) => `returned ${words} in reverse order`,
    hint: (words) => `compare the order of the items of ${words} with the expected one`,
    edit: (items) => items.toReversed(),
  },
]

export function listMutants(operation: Operation, places: readonly Place[]): ResponseMutant[] {
  return places.flatMap(({ path, shape }) => {
    if (!shape.kinds.has('list')) return []
    const words = placeWords(path, 'the list')
    return MISTAKES.map(({ kind, did, hint, edit }) =>
      placeMutant(operation, path, { kind, did: did(words), hint: hint(words) }, (box) => {
        for (const spot of spotsAt(box, path)) {
          const items = valueOf(spot)
          if (Array.isArray(items)) spot.holder[spot.name] = edit(items)
        }
      }),
    )
  })
}

/** A number with such a name counts things that the response, or a later page, has. */
const TOTAL = /^(?:total|count)$|(?:Total|Count)$/

export function totalMutants(operation: Operation, places: readonly Place[]): ResponseMutant[] {
  return places
    .filter(({ path, shape }) => shape.kinds.has('number') && TOTAL.test(nameOf(path)))
    .map(({ path }) => {
      const did = `returned ${placeWords(path, 'the response')} one too high`
      const hint = `compare ${comparedWords(path)} with the number of things that it counts`
      return placeMutant(operation, path, { kind: 'total-off', did, hint }, (box) => {
        for (const { holder, name } of spotsAt(box, path)) {
          const total = holder[name]
          if (typeof total === 'number') holder[name] = total + 1
        }
      })
    })
}
