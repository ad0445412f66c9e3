/** Checks plain JSON by the fields that a table declares. An imported world holds millions of values: each is looked at once. */
import type { Field, Fields } from '../../world/store/fields.ts'
import { isObject } from '../../world/objects.ts'
import { FIRST_INSTANT, LAST_INSTANT, LAST_WRITTEN_INSTANT } from '../../world/time/duration.ts'
import { placeOf } from './field-place.ts'
import { quoted } from './refusal.ts'
import { noField } from './schema-problems.ts'

interface Problem {
  readonly path: readonly PropertyKey[]
  /** The message, after the place. */
  readonly message: string
  /** The value has the right form, and has a field too many or breaks a rule besides. */
  readonly isOfForm?: true
}

type Check = (value: unknown) => Problem | undefined

/** Returns what is wrong with a record, naming field and value; undefined if nothing is. */
export function recordCheck(fields: Fields): (record: object) => string | undefined {
  const check = checkOfObject(fields, Object.keys(fields))
  return (record) => {
    const problem = check(record)
    if (problem === undefined) return undefined
    return `${problem.path.length === 0 ? 'the record' : placeOf(problem.path)}${problem.message}`
  }
}

function checkOf(field: Field): Check {
  const ofForm = checkOfForm(field)
  const { isNullable, rule } = field
  if (rule === undefined && isNullable === undefined) return ofForm
  return (value) => {
    if (isNullable && value === null) return undefined
    const problem = ofForm(value)
    if (problem !== undefined || rule === undefined || rule.isValid(value as never)) return problem
    return { ...wrong(value, rule.expected), isOfForm: true }
  }
}

function checkOfForm(field: Field): Check {
  switch (field.form) {
    case 'text':
      return (value) => (typeof value === 'string' ? undefined : wrong(value, 'must be text'))
    case 'flag':
      return (value) => (typeof value === 'boolean' ? undefined : wrong(value, 'must be true or false'))
    case 'json':
      return () => undefined
    case 'instant':
      return checkOfNumber({ isWhole: true, from: FIRST_INSTANT, to: LAST_INSTANT })
    case 'dueInstant':
      return checkOfNumber({ isWhole: true, from: FIRST_INSTANT, to: LAST_WRITTEN_INSTANT })
    case 'number':
      return checkOfNumber(field)
    case 'choice': {
      const expected = `must be ${field.values.map((value) => JSON.stringify(value)).join(' or ')}`
      const values: readonly unknown[] = field.values
      return (value) => (values.includes(value) ? undefined : wrong(value, expected))
    }
    case 'list':
      return checkOfList(checkOf(field.of))
    case 'pair':
      return checkOfPair(field.of.map(checkOf))
    case 'map':
      return checkOfMap(checkOf(field.of))
    case 'object':
      return checkOfObject(field.fields)
    case 'either':
      return checkOfEither(field.of)
    case 'later':
      return (value) => checkOf(field.of())(value)
  }
}

function checkOfNumber(bounds: {
  readonly isWhole?: true
  readonly from?: number
  readonly above?: number
  readonly to?: number
}): Check {
  const { isWhole, above = -Infinity } = bounds
  const from = bounds.from ?? (isWhole ? Number.MIN_SAFE_INTEGER : -Infinity)
  const to = bounds.to ?? (isWhole ? Number.MAX_SAFE_INTEGER : Infinity)
  return (value) => {
    if (!Number.isFinite(value)) return wrong(value, 'must be a number')
    if (isWhole && !Number.isInteger(value)) return wrong(value, 'must be a whole number')
    const number = value as number
    if (number >= from && number > above && number <= to) return undefined
    const expected =
      number > to
        ? `must be at most ${to}`
        : number < from
          ? `must be at least ${from}`
          : `must be more than ${above}`
    return { ...wrong(value, expected), isOfForm: true }
  }
}

function checkOfList(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return wrong(value, 'must be a list')
    for (let position = 0; position < value.length; position++) {
      const problem = check(value[position])
      if (problem !== undefined) return within(position, problem)
    }
    return undefined
  }
}

function checkOfPair(checks: readonly Check[]): Check {
  return (value) => {
    if (!Array.isArray(value) || value.length !== checks.length) return wrong(value, 'must be a list of two')
    for (const [position, check] of checks.entries()) {
      const problem = check(value[position])
      if (problem !== undefined) return within(position, problem)
    }
    return undefined
  }
}

function checkOfMap(check: Check): Check {
  return (value) => {
    if (!isObject(value)) return wrong(value, 'must be an object')
    for (const [name, member] of Object.entries(value)) {
      const problem = check(member)
      if (problem !== undefined) return within(name, problem)
    }
    return undefined
  }
}

/** `known` are the names to suggest for a field that does not exist. */
function checkOfObject(fields: Fields, known: readonly string[] = []): Check {
  const members = Object.entries(fields).map(([name, field]) => ({
    name,
    isRequired: field.isOptional === undefined,
    check: checkOf(field),
  }))
  return (value) => {
    if (!isObject(value)) return wrong(value, 'must be an object')
    let count = 0
    for (const { name, isRequired, check } of members) {
      if (!Object.hasOwn(value, name)) {
        if (isRequired) return within(name, check(undefined) ?? wrong(undefined, 'must be any JSON'))
        continue
      }
      const problem = check(value[name])
      if (problem !== undefined) return within(name, problem)
      count++
    }
    if (count === Object.keys(value).length) return undefined
    const name = Object.keys(value).find((each) => !Object.hasOwn(fields, each)) ?? ''
    return {
      path: [],
      message: ` has ${noField(name, known)}`,
      isOfForm: true,
    }
  }
}

function checkOfEither(options: readonly Field[]): Check {
  const checks = options.map(checkOf)
  const expected = 'must have one of the shapes that are described'
  const kinds = kindsOf(options)
  if (kinds !== undefined) {
    return (value) => {
      if (!isObject(value)) return wrong(value, 'must be an object')
      const kind = Object.hasOwn(value, kinds.name) ? value[kinds.name] : undefined
      const check = checks[kinds.values.indexOf(kind)]
      return check === undefined ? within(kinds.name, wrong(kind, expected)) : check(value)
    }
  }
  return (value) => {
    const problems: Problem[] = []
    for (const check of checks) {
      const problem = check(value)
      if (problem === undefined) return undefined
      problems.push(problem)
    }
    const [only, ...others] = problems.filter(({ isOfForm }) => isOfForm)
    return only !== undefined && others.length === 0 ? only : wrong(value, expected)
  }
}

/** The field whose one value says which of several objects a value is, with those values in order. */
function kindsOf(
  options: readonly Field[],
): { readonly name: string; readonly values: readonly unknown[] } | undefined {
  const objects = options.flatMap((option) => (option.form === 'object' ? [option.fields] : []))
  const [first] = objects
  if (first === undefined || objects.length < options.length) return undefined
  for (const name of Object.keys(first)) {
    const values = objects.flatMap((fields) => {
      const field = fields[name]
      return field?.form === 'choice' && field.values.length === 1 ? field.values : []
    })
    if (values.length === options.length) return { name, values }
  }
  return undefined
}

function wrong(value: unknown, expected: string): Problem {
  const message = value === undefined ? ` is required: ${expected}` : `: ${expected}, not ${quoted(value)}`
  return { path: [], message }
}

function within(step: PropertyKey, problem: Problem): Problem {
  return { ...problem, path: [step, ...problem.path] }
}
