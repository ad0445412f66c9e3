/** Alternatives that look for texts in the same values: one pass over a record tells which few of them can hold. */
import { compileLike } from '../like.ts'
import { foldCase } from '../values.ts'
import type { FieldValue } from '../values.ts'
import { type ConditionContext, literalOf } from './compile-condition.ts'
import { printField } from './print.ts'
import type { ConditionNode, QueryNode } from './syntax.ts'

/** Fewer alternatives are as soon tested one by one. */
const WORTHWHILE = 6

/** A power of two; triples that share a place only have more alternatives tested. */
const PLACES = 4096

/** Triples that are looked at of one alternative. */
const MOST_TRIPLES = 64

/** Alternatives of which every match contains certain texts. */
export interface TextGroup<R> {
  readonly members: readonly TextMember[]
  /** What they look into, folded. */
  readonly read: (record: R) => readonly FieldValue[]
}

interface TextMember {
  readonly node: ConditionNode
  /** The places of triples of characters that whatever matches has; one at least. */
  readonly triples: readonly number[]
}

/** Full text, and LIKE of one field, in groups that are worth it; what remains is tested one by one. */
export function groupTexts<R>(
  operands: readonly QueryNode[],
  context: ConditionContext<R>,
): { readonly groups: readonly TextGroup<R>[]; readonly rest: readonly QueryNode[] } {
  const groups = new Map<string, TextGroup<R> & { readonly members: TextMember[] }>()
  const kept: QueryNode[] = []
  for (const node of operands) {
    const found = targetOf(node, context)
    const triples = triplesOf(found?.pieces ?? [])
    if (found === undefined || triples.length === 0) {
      kept.push(node)
      continue
    }
    const group = groups.get(found.name) ?? { members: [], read: found.read }
    groups.set(found.name, group)
    group.members.push({ node: node as ConditionNode, triples })
  }
  const few = [...groups.values()].filter(({ members }) => members.length < WORTHWHILE)
  return {
    groups: [...groups.values()].filter((group) => !few.includes(group)),
    rest: [...kept, ...few.flatMap(({ members }) => members.map(({ node }) => node))],
  }
}

/** Tests whether one of a group holds; `predicates` are those of its members. */
export function compileTexts<R>(
  { members, read }: TextGroup<R>,
  predicates: readonly ((record: R) => boolean)[],
): (record: R) => boolean {
  let places: Places | undefined
  // For each place the turn in which it was seen: what a text repeats is not tested again.
  let seen = new Uint32Array(0)
  let turn = 0
  const holdsIn = (text: string, record: R) => {
    if (places === undefined) {
      places = distribute(members)
      seen = new Uint32Array(PLACES)
    }
    let [first, second] = [text.charCodeAt(0), text.charCodeAt(1)]
    for (let index = 2; index < text.length; index++) {
      const third = text.charCodeAt(index)
      const place = placeOf(first, second, third)
      first = second
      second = third
      const candidates = places[place]
      if (candidates === undefined || seen[place] === turn) continue
      seen[place] = turn
      for (const member of candidates) if (predicates[member]?.(record) === true) return true
    }
    return false
  }
  return (record) => {
    turn++
    for (const values of read(record)) {
      if (values === undefined) continue
      if (typeof values !== 'object') {
        if (holdsIn(String(values), record)) return true
      } else for (const value of values) if (holdsIn(String(value), record)) return true
    }
    return false
  }
}

/** The members to be tested for each place that a text has. */
type Places = readonly (readonly number[] | undefined)[]

/** Each member stands under the place that the fewest others have. */
function distribute(members: readonly TextMember[]): Places {
  const frequency = new Uint32Array(PLACES)
  for (const { triples } of members)
    for (const place of triples) frequency[place] = (frequency[place] ?? 0) + 1
  const places = Array.from<number[] | undefined>({ length: PLACES })
  members.forEach(({ triples }, member) => {
    let rarest = triples[0] as number
    for (const place of triples)
      if ((frequency[place] as number) < (frequency[rarest] as number)) rarest = place
    const there = places[rarest]
    if (there === undefined) places[rarest] = [member]
    else there.push(member)
  })
  return places
}

interface Target<R> {
  /** The same for all that look into the same values. */
  readonly name: string
  readonly read: (record: R) => readonly FieldValue[]
  /** Folded texts, all of which are in one of the values of whatever matches. */
  readonly pieces: readonly string[]
}

function targetOf<R>(node: QueryNode, context: ConditionContext<R>): Target<R> | undefined {
  if (node.kind === 'fullText') {
    const [body, key] = [context.reader({ field: 'text' }), context.reader({ field: 'key' })]
    const read = (record: R) => [body.folded(record), key.folded(record)]
    return { name: '', read, pieces: foldCase(node.text).split('%') }
  }
  if (node.kind !== 'comparison' || node.operator !== '~') return undefined
  const { binding, folded } = context.reader(node.field)
  const literal = literalOf(node.value, context.source)
  // The answer for a list that many records share is remembered.
  if (binding === undefined || binding.shared === true || literal === undefined) return undefined
  return {
    name: printField(node.field),
    read: (record) => [folded(record)],
    pieces: compileLike(String(literal)).pieces,
  }
}

function triplesOf(pieces: readonly string[]): readonly number[] {
  const places = new Set<number>()
  for (const piece of pieces)
    for (let index = piece.length - 1; index >= 2 && places.size < MOST_TRIPLES; index--)
      places.add(placeOf(piece.charCodeAt(index - 2), piece.charCodeAt(index - 1), piece.charCodeAt(index)))
  return [...places]
}

/** The place of three characters. */
function placeOf(first: number, second: number, third: number): number {
  return ((first << 7) ^ (second << 4) ^ third) & (PLACES - 1)
}
