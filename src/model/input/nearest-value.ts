/** What was probably meant instead of a value that is none of a list. */
import { nearestName } from '../../world/nearest.ts'
import type { SchemaIssue } from './schema-problems.ts'

/** `; did you mean 'lost-write'?`, or nothing. */
export function suggestedValue(issue: SchemaIssue, value: unknown): string {
  const nearest = nearestValue(issue, value)
  return nearest === undefined ? '' : `; did you mean '${nearest}'?`
}

/** The nearest of the values that are valid, for another text; undefined unless there is one. */
export function nearestValue({ code, values }: SchemaIssue, value: unknown): string | undefined {
  const isListed = code === 'invalid_value' && Array.isArray(values) && typeof value === 'string'
  return isListed ? nearestName(value, values.map(String)) : undefined
}
