/** Alternatives that order one field the same way: of all their literals, only the farthest need be compared with. */
import { compareCodePoints } from '../../world/order.ts'
import { comparedTo, numberOf, type Scalar, textOf } from '../values.ts'
import { type ConditionContext, literalFor, ORDERINGS, someValueOf } from './compile-condition.ts'
import type { ConditionNode } from './syntax.ts'

type Comparison = ConditionNode & { readonly kind: 'comparison' }

/** Compiles `f < a OR f < b …`, comparisons of one field by one operator of `<`, `<=`, `>` and `>=`. */
export function compileOrderings<R>(
  comparisons: readonly [Comparison, ...Comparison[]],
  context: ConditionContext<R>,
): (record: R) => boolean {
  const [{ field, operator }] = comparisons
  const { values } = context.reader(field)
  const literals = comparisons.flatMap(({ value }) => literalFor(field, value, context) ?? []).map(textOf)
  if (literals.length === 0) return () => false
  const fits = ORDERINGS[operator as keyof typeof ORDERINGS]
  const step = operator.startsWith('<') ? 1 : -1
  const isNumber = (text: string) => numberOf(text) !== undefined
  const number = farthest(literals.filter(isNumber), (a, b) => step * comparedTo(b)(a))
  const compareNumber = number === undefined ? undefined : comparedTo(number)
  const byText = (texts: readonly string[]) => farthest(texts, (a, b) => step * compareCodePoints(a, b))
  const word = byText(literals.filter((text) => !isNumber(text)))
  const text = byText(literals)
  const passes = (own: string, other: string | undefined) =>
    other !== undefined && fits(compareCodePoints(own, other))
  const own = context.ownValue(field)
  return someValueOf(values, (stored: Scalar) => {
    const value = own(stored)
    if (compareNumber === undefined || numberOf(value) === undefined) return passes(String(value), text)
    return fits(compareNumber(value)) || passes(String(value), word)
  })
}

function farthest(texts: readonly string[], compare: (a: string, b: string) => number): string | undefined {
  let best = texts[0]
  for (const text of texts) if (best === undefined || compare(text, best) > 0) best = text
  return best
}
