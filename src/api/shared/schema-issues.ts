/** Issues of a zod schema as messages that name the place, what is wrong there and what to do instead. */
import type * as z from 'zod'
import { quoted } from '../../model/input/refusal.ts'
import { valueAt } from '../../model/input/value-at.ts'
import { nearestName } from '../../world/nearest.ts'
import { sentInstead, wordsOf } from './schema-problems.ts'

/** What is wrong with a value, place by place, in words that name the correction. */
export function problemsOf(
  issue: z.core.$ZodIssue,
  value: unknown,
  shape: z.ZodType,
  whole = 'the body',
): string[] {
  const place = issue.path.length === 0 ? whole : placeOf(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const known = issue.path.length === 0 && 'shape' in shape ? Object.keys(shape.shape as object) : []
    return issue.keys.map((key) => {
      const nearest = nearestName(key, known)
      const suggestion =
        nearest !== undefined
          ? `did you mean '${nearest}'?`
          : known.length > 0
            ? `it takes ${known.join(', ')}`
            : 'leave it out'
      return `${place} has no field ${quoted(key)}: ${suggestion}`
    })
  }
  const offending = valueAt(value, issue.path)
  const words = wordsOf(issue)
  if (offending === undefined) return [`${place} is required: ${words}`]
  return [`${place}: ${words}, not ${sentInstead(issue, offending)}`]
}

/** A path within a value, in quotes. */
export function placeOf(path: readonly PropertyKey[]): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')
  return `'${text.replace(/^\./, '').slice(0, 200)}'`
}
