/** Checks values by rules that are data: the keywords of JSON Schema. For what is checked before zod is loaded. */
import { isObject } from '../../world/objects.ts'
import type { PlacedIssue, SchemaIssue } from './schema-problems.ts'

/** What a value must be. */
export interface ValueRule {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array'
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly propertyNames?: ValueRule
  readonly additionalProperties?: ValueRule
  readonly items?: ValueRule
  readonly anyOf?: readonly ValueRule[]
  /** What an error says about every value that the rule excludes: `must be …`. */
  readonly message?: string
}

type Path = readonly (string | number)[]

/** The issues of a value, as zod reports them. */
export function issuesOfValue(rule: ValueRule, value: unknown, path: Path): PlacedIssue[] {
  const { type, message = 'Invalid input', anyOf, enum: values, pattern } = rule
  const broken = (issue: Omit<SchemaIssue, 'message'>) => [{ ...issue, path, message }]
  if (anyOf !== undefined)
    return anyOf.some((each) => issuesOfValue(each, value, path).length === 0)
      ? []
      : broken({ code: 'invalid_union' })
  if (values !== undefined) return values.includes(value) ? [] : broken({ code: 'invalid_value', values })
  if (type === undefined) return []
  if (!isOfType(type, value)) {
    const number = Number.isFinite(value) ? 'int' : 'number'
    return broken({ code: 'invalid_type', expected: type === 'integer' ? number : type })
  }
  if (Array.isArray(value))
    return value.flatMap((each, position) => issuesOfValue(rule.items ?? {}, each, [...path, position]))
  if (isObject(value))
    return Object.entries(value).flatMap(([name, each]) => [
      ...issuesOfValue(rule.propertyNames ?? {}, name, [...path, name]),
      ...issuesOfValue(rule.additionalProperties ?? {}, each, [...path, name]),
    ])
  if (pattern !== undefined && !new RegExp(pattern).test(String(value)))
    return broken({ code: 'invalid_format' })
  const size = typeof value === 'string' ? value.length : Number(value)
  const minimum = rule.minimum ?? rule.minLength ?? rule.exclusiveMinimum ?? -Infinity
  const maximum = rule.maximum ?? rule.maxLength ?? Infinity
  const inclusive = rule.exclusiveMinimum === undefined
  if (size < minimum || (size === minimum && !inclusive))
    return broken({ code: 'too_small', origin: type, minimum, inclusive })
  return size > maximum ? broken({ code: 'too_big', origin: type, maximum }) : []
}

function isOfType(type: NonNullable<ValueRule['type']>, value: unknown): boolean {
  if (type === 'integer') return Number.isSafeInteger(value)
  if (type === 'number') return Number.isFinite(value)
  if (type === 'array') return Array.isArray(value)
  return type === 'object' ? isObject(value) : typeof value === type
}
