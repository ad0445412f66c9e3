/**
 * Checks the fields of a fault that the library or a flag gives, by rules that are generated from the schema of files and of
 * the control API: the schema itself needs zod, which a page does not load for it.
 */
import {
  type PlacedIssue,
  problemsOf,
  type SchemaIssue,
  type Wording,
} from '../../model/input/schema-problems.ts'
import { quoted } from '../../model/input/refusal.ts'
import { isObject } from '../../world/objects.ts'
import { pathText } from '../format/problems.ts'
import { faultFields } from './fields.generated.ts'

/** What a field takes: the keywords of JSON Schema that faults use. */
interface FieldRule {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'object'
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly propertyNames?: FieldRule
  readonly additionalProperties?: FieldRule
  readonly anyOf?: readonly FieldRule[]
  /** What the schema says about every value that it does not take. */
  readonly message?: string
}

type Path = readonly string[]

const RULES: Readonly<Record<string, FieldRule>> = faultFields
const WORDING: Wording = {
  placeOf: (path) => (path.length === 0 ? 'a fault' : pathText(path as Path)),
  known: Object.keys(RULES),
}

/** What is wrong with the fields of a fault, one sentence each; empty if they are valid. */
export function problemsOfFields(input: unknown): string[] {
  if (!isObject(input))
    return [`the fault: must be an object such as {operation, status}, not ${quoted(input)}`]
  return Object.entries(input).flatMap(([name, value]) => {
    const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined
    if (rule === undefined)
      return problemsOf({ code: 'unrecognized_keys', keys: [name], path: [], message: '' }, input, WORDING)
    if (value === undefined) return []
    return issuesOf(rule, value, [name]).flatMap((issue) => problemsOf(issue, input, WORDING))
  })
}

/** The issues of a value, as zod reports them. */
function issuesOf(rule: FieldRule, value: unknown, path: Path): PlacedIssue[] {
  const { type, message = 'Invalid input', anyOf, enum: values } = rule
  const broken = (issue: Omit<SchemaIssue, 'message'>) => [{ ...issue, path, message }]
  if (anyOf !== undefined)
    return anyOf.some((each) => issuesOf(each, value, path).length === 0)
      ? []
      : broken({ code: 'invalid_union' })
  if (values !== undefined) return values.includes(value) ? [] : broken({ code: 'invalid_value', values })
  if (type === undefined) return []
  if (!isOfType[type](value)) {
    const number = Number.isFinite(value) ? 'int' : 'number'
    return broken({ code: 'invalid_type', expected: type === 'integer' ? number : type })
  }
  if (isObject(value))
    return Object.entries(value).flatMap(([name, each]) => [
      ...issuesOf(rule.propertyNames ?? {}, name, [...path, name]),
      ...issuesOf(rule.additionalProperties ?? {}, each, [...path, name]),
    ])
  const size = typeof value === 'string' ? value.length : Number(value)
  const minimum = rule.minimum ?? rule.minLength ?? rule.exclusiveMinimum ?? -Infinity
  const maximum = rule.maximum ?? rule.maxLength ?? Infinity
  const inclusive = rule.exclusiveMinimum === undefined
  if (size < minimum || (size === minimum && !inclusive))
    return broken({ code: 'too_small', origin: type, minimum, inclusive })
  return size > maximum ? broken({ code: 'too_big', origin: type, maximum }) : []
}

const isOfType: Readonly<Record<NonNullable<FieldRule['type']>, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: Number.isFinite,
  integer: Number.isSafeInteger,
  boolean: (value) => typeof value === 'boolean',
  object: isObject,
}
