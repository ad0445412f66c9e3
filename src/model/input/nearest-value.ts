/** What was probably meant instead of a value that is none of a list. */
import { nearestName } from '../../world/nearest.ts'
import type { SchemaIssue } from './schema-problems.ts'

/** The nearest of the values that are valid, for another text; undefined unless there is one. */
export function nearestValue({ code, values }: SchemaIssue, value: unknown): string | undefined {
  const isListed = code === 'invalid_value' && Array.isArray(values) && typeof value === 'string'
  return isListed ? nearestName(value, values.map(String)) : undefined
}
