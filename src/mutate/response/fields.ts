/** Mutants of fields and values. Each changes its field in every item that has it. */
import type { Operation } from '../../api/framework/operation.ts'
import { placeMutant, type ResponseKind, type ResponseMutant } from './make.ts'
import { FIRST_ENTRY, nameOf, type Path, type Place, type Spot, spotsAt, valueOf } from './places.ts'
import { kindOf, type ResponseShape } from './shape.ts'
import { dayLater, neighbourOf, nextChoice } from './values.ts'
import { comparedWords, expectedWords, placeWords } from './words.ts'

interface FieldMistake {
  readonly kind: ResponseKind
  /** Whether a place can have it, by its declaration. */
  readonly applies: (place: Place) => boolean
  readonly did: (words: string, shape: ResponseShape) => string
  /** Default: the comparison with the expected value. */
  readonly hint?: (words: string) => string
  /** Changes a value that is not null. */
  readonly edit: (spot: Spot, shape: ResponseShape) => void
}

/** Null says the same as a field that is absent (A21), so no mistake changes a null: what it may become is no other value. */
const MISTAKES: readonly FieldMistake[] = [
  {
    kind: 'field-missing',
    applies: ({ parent }) => parent !== undefined,
    did: (words) => `left out ${words}`,
    edit: leaveOut,
  },
  {
    kind: 'field-null',
    applies: ({ parent }) => parent !== undefined,
    did: (words) => `returned null as ${words}`,
    edit: (spot) => replace(spot, () => null),
  },
  {
    kind: 'field-swapped',
    applies: hasNeighbour,
    did: (words) => `returned the value of the next field as ${words}`,
    edit: ({ holder, name }) => replace({ holder, name }, (value) => neighbourOf(holder, name) ?? value),
  },
  {
    kind: 'other-choice',
    applies: ({ shape }) => shape.choices.size > 1,
    did: (words, shape) =>
      isFlag(shape)
        ? `returned the opposite of ${words}`
        : `returned another value of its enumeration as ${words}`,
    edit: (spot, { choices }) => replace(spot, (value) => nextChoice([...choices], value)),
  },
  {
    kind: 'id-as-text',
    applies: ({ path, shape }) => shape.kinds.has('number') && /(?:^i|I)ds?$/.test(nameOf(path)),
    did: (words) => `returned ${words} as a text instead of a number`,
    hint: (words) => `compare ${words} with the expected number, and its type too`,
    edit: (spot) => replace(spot, (value) => (typeof value === 'number' ? String(value) : value)),
  },
  {
    kind: 'date-shifted',
    applies: ({ shape }) => shape.isInstant,
    did: (words) => `returned ${words} a day late`,
    hint: (words) => `compare ${words} with the expected instant`,
    edit: (spot) => replace(spot, (value) => (typeof value === 'string' ? dayLater(value) : value)),
  },
]

export function fieldMutants(operation: Operation, places: readonly Place[]): ResponseMutant[] {
  return places.flatMap((place) => [
    ...MISTAKES.filter(({ applies }) => applies(place)).map((mistake) =>
      fieldMutant(operation, mistake, place.path, place.shape),
    ),
    ...(place.shape.isMap ? [entryMutant(operation, place)] : []),
  ])
}

/** A map as a whole is a field. What it maps to has names that are data, so only its first entry goes missing. */
function entryMutant(operation: Operation, { path, shape }: Place): ResponseMutant {
  return fieldMutant(operation, MISTAKES[0] as FieldMistake, [...path, FIRST_ENTRY], shape)
}

function fieldMutant(
  operation: Operation,
  { kind, did, hint, edit }: FieldMistake,
  path: Path,
  shape: ResponseShape,
): ResponseMutant {
  const compared = comparedWords(path)
  const mistake = {
    kind,
    did: did(placeWords(path, 'the response'), shape),
    hint: hint?.(compared) ?? `compare ${compared} with ${expectedWords(shape)}`,
  }
  return placeMutant(operation, path, mistake, (box) => {
    for (const spot of spotsAt(box, path)) if (kindOf(valueOf(spot)) !== undefined) edit(spot, shape)
  })
}

function replace({ holder, name }: Spot, change: (value: unknown) => unknown): void {
  holder[name] = change(holder[name])
}

function leaveOut({ holder, name }: Spot): void {
  delete holder[name]
}

function isFlag({ choices }: ResponseShape): boolean {
  return choices.size === 2 && choices.has(true)
}

/** Whether another field of the object may have a value of the same kind. */
function hasNeighbour({ shape, parent }: Place): boolean {
  if (parent === undefined) return false
  const others = [...parent.fields.values()].filter((field) => field !== shape)
  return others.some(({ kinds }) => [...kinds].some((kind) => shape.kinds.has(kind)))
}
