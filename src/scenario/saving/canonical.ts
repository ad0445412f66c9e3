/** Values as text that is the same for equal values, whatever the order of their fields. */
import { compareCodePoints } from '../../world/order.ts'

export function canonical(value: unknown): string {
  return JSON.stringify(value, sorted) ?? ''
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => compareCodePoints(a, b)))
}
