/** Alternatives that look for texts in the same values: the triples of characters in a text tell which of them can hold. */
import { compileLike, splitPattern } from '../like.ts'
import { foldCase } from '../values.ts'
import type { FieldValue } from '../values.ts'
import { type ConditionContext, patternOfValue } from './compile-condition.ts'
import { printField } from './print.ts'
import { someValue } from './reader.ts'
import type { QueryNode } from './syntax.ts'

type Predicate<R> = (record: R) => boolean

/** A power of two; triples may share a slot. */
const PLACES = 4096

/** Alternatives that search the same folded values. */
interface TextGroup<R> {
  readonly read: (record: R) => readonly FieldValue[]
  readonly members: { readonly predicate: Predicate<R>; readonly triples: readonly number[] }[]
}

/** Compiles full text, and LIKE of one field, in groups; `rest` remains to be tested one by one. */
export function compileTexts<R>(
  operands: readonly QueryNode[],
  context: ConditionContext<R>,
  compile: (node: QueryNode) => Predicate<R>,
): { readonly predicates: readonly Predicate<R>[]; readonly rest: readonly QueryNode[] } {
  const groups = new Map<string, TextGroup<R>>()
  const rest: QueryNode[] = []
  for (const node of operands) {
    const target = targetOf(node, context)
    const triples = triplesOf(target?.pieces ?? [])
    if (target === undefined || triples.length === 0) {
      rest.push(node)
      continue
    }
    const group = groups.get(target.name) ?? { read: target.read, members: [] }
    groups.set(target.name, group)
    group.members.push({ predicate: compile(node), triples })
  }
  return { predicates: Array.from(groups.values(), compileGroup), rest }
}

function compileGroup<R>({ read, members }: TextGroup<R>): Predicate<R> {
  const places = distribute(members)
  const holdsIn = (text: string, record: R) => {
    let [first, second] = [text.charCodeAt(0), text.charCodeAt(1)]
    for (let index = 2; index < text.length; index++) {
      const third = text.charCodeAt(index)
      const triple = tripleOf(first, second, third)
      const candidates = places[placeOf(triple)]
      if (
        candidates?.some((candidate) => candidate.triple === triple && candidate.predicate(record)) === true
      )
        return true
      first = second
      second = third
    }
    return false
  }
  return (record) => {
    for (const values of read(record))
      if (someValue(values, (value) => holdsIn(String(value), record))) return true
    return false
  }
}

/** Files each member under its rarest triple. */
function distribute<R>(members: TextGroup<R>['members']) {
  const frequency = new Map<number, number>()
  for (const { triples } of members)
    for (const triple of triples) frequency.set(triple, (frequency.get(triple) ?? 0) + 1)
  const places = Array.from<{ triple: number; predicate: Predicate<R> }[] | undefined>({ length: PLACES })
  for (const { predicate, triples } of members) {
    const [triple = 0] = triples.toSorted((a, b) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0))
    ;(places[placeOf(triple)] ??= []).push({ triple, predicate })
  }
  return places
}

interface Target<R> {
  /** Equal for all that search the same values. */
  readonly name: string
  readonly read: (record: R) => readonly FieldValue[]
  /** Folded texts, all of which every match contains in one of its values. */
  readonly pieces: readonly string[]
}

function targetOf<R>(node: QueryNode, context: ConditionContext<R>): Target<R> | undefined {
  if (node.kind === 'fullText') {
    const [body, key] = [context.reader({ field: 'text' }), context.reader({ field: 'key' })]
    const read = (record: R) => [body.folded(record), key.folded(record)]
    return { name: '', read, pieces: splitPattern(foldCase(node.text)) }
  }
  if (node.kind !== 'comparison' || node.operator !== '~') return undefined
  const { binding, folded } = context.reader(node.field)
  const pattern = patternOfValue(node.value, context.source)
  // Such lists have a cached result already.
  if (binding === undefined || binding.shared === true || pattern === undefined) return undefined
  return {
    name: printField(node.field),
    read: (record) => [folded(record)],
    pieces: compileLike(pattern).pieces,
  }
}

function triplesOf(pieces: readonly string[]): readonly number[] {
  const triples = new Set<number>()
  for (const piece of pieces)
    for (let index = 2; index < piece.length; index++)
      triples.add(tripleOf(piece.charCodeAt(index - 2), piece.charCodeAt(index - 1), piece.charCodeAt(index)))
  return [...triples]
}

/** A number for three characters, unique for triples of ASCII. */
function tripleOf(first: number, second: number, third: number): number {
  return (first << 14) ^ (second << 7) ^ third
}

function placeOf(triple: number): number {
  return (triple ^ (triple >>> 9)) & (PLACES - 1)
}
