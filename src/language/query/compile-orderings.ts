/** Alternatives that order one field the same way: of all their literals, only the farthest need be compared with. */
import { compareCodePoints } from '../../world/order.ts'
import { numberOf, type Scalar } from '../values.ts'
import { type ConditionContext, literalOf, ORDERINGS, someValueOf } from './compile-condition.ts'
import type { ConditionNode } from './syntax.ts'

type Comparison = ConditionNode & { readonly kind: 'comparison' }

/** Compiles `f < a OR f < b …`, comparisons of one field by one operator of `<`, `<=`, `>` and `>=`. */
export function compileOrderings<R>(
  comparisons: readonly [Comparison, ...Comparison[]],
  context: ConditionContext<R>,
): (record: R) => boolean {
  const [{ field, operator }] = comparisons
  const { values } = context.reader(field)
  const literals = comparisons.flatMap(({ value }) => literalOf(value, context.source) ?? [])
  if (literals.length === 0) return () => false
  const fits = ORDERINGS[operator as keyof typeof ORDERINGS]
  const step = operator.startsWith('<') ? 1 : -1
  const numbers = literals.flatMap((literal) => numberOf(literal) ?? [])
  const words = literals.filter((literal) => numberOf(literal) === undefined).map(String)
  const number = farthest(numbers, (a, b) => step * (a - b))
  const word = farthest(words, (a, b) => step * compareCodePoints(a, b))
  const text = farthest(literals.map(String), (a, b) => step * compareCodePoints(a, b))
  const passes = (own: string, other: string | undefined) =>
    other !== undefined && fits(compareCodePoints(own, other))
  return someValueOf(values, (value: Scalar) => {
    const own = number === undefined ? undefined : numberOf(value)
    if (own === undefined || number === undefined) return passes(String(value), text)
    return fits(own - number) || passes(String(value), word)
  })
}

function farthest<T>(items: readonly T[], compare: (a: T, b: T) => number): T | undefined {
  let best = items[0]
  for (const item of items) if (best === undefined || compare(item, best) > 0) best = item
  return best
}
