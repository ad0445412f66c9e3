/**
 * The form of a fault that the library is given: what `shape.ts` says for files and for the control API, read
 * without a validator, which a page would have to load first. A test holds both against each other.
 */
import { INTERFACES } from '../../api/framework/interfaces.ts'
import { MESSAGE_FAILURES, QUEUES } from '../../model/records/world/faults.ts'
import { quoted } from '../../model/input/refusal.ts'
import { REGIONS } from '../../model/schema.ts'
import { nearestName } from '../../world/nearest.ts'
import {
  BEGIN_RULE,
  DELAY_RULE,
  LASTING_RULE,
  MAXIMUM_BYTES,
  MAXIMUM_COUNT,
  MAXIMUM_PAGE,
  MAXIMUM_STATUS,
  METHODS,
  MINIMUM_STATUS,
} from '../../model/records/world/fault-limits.ts'
import type { FaultFields } from '../format/fault-shape.ts'
import { countText } from '../../world/count-text.ts'

interface Rule {
  /** What the value must be. */
  readonly expected: string
  readonly isValid: (value: unknown) => boolean
}

const text = (longest: number): Rule => ({
  expected: `must be a text of 1 to ${countText(longest, 'character')}`,
  isValid: (value) => isText(value, longest) && value !== '',
})
const oneOf = (values: readonly string[]): Rule => ({
  expected: `must be one of ${values.join(', ')}`,
  isValid: (value) => values.includes(value as string),
})
const whole = (least: number, maximum: number): Rule => ({
  expected: `must be a whole number from ${least} to ${maximum}`,
  isValid: (value) => isWhole(value, least, maximum),
})
const always: Rule = { expected: 'must be true, or left out', isValid: (value) => value === true }

const RULES: Readonly<Record<keyof FaultFields, Rule>> = {
  id: whole(1, MAXIMUM_COUNT),
  enabled: trueOrFalse(),
  operation: text(255),
  interface: oneOf(INTERFACES),
  region: oneOf(REGIONS),
  method: oneOf(METHODS),
  path: text(1000),
  user: text(255),
  freeze: text(255),
  at: {
    expected: 'must be a percentage from 0 to 100',
    isValid: (value) => isNumber(value) && value >= 0 && value <= 100,
  },
  queue: oneOf([...QUEUES, '*']),
  service: text(255),
  messageOperation: text(255),
  answer: oneOf(MESSAGE_FAILURES),
  outage: {
    expected: "must be a site's name or id",
    isValid: (value) => text(255).isValid(value) || isWhole(value, 1, Number.MAX_SAFE_INTEGER),
  },
  from: like(text(40), BEGIN_RULE),
  for: like(text(40), LASTING_RULE),
  after: whole(0, MAXIMUM_COUNT),
  times: whole(1, MAXIMUM_COUNT),
  every: whole(1, MAXIMUM_COUNT),
  probability: {
    expected: 'must be a number above 0, at most 1',
    isValid: (value) => isNumber(value) && value > 0 && value <= 1,
  },
  status: whole(MINIMUM_STATUS, MAXIMUM_STATUS),
  message: text(1000),
  body: { expected: '', isValid: () => true },
  headers: {
    expected: 'must be an object of names (at most 100 characters) and texts (at most 1000)',
    isValid: areHeaders,
  },
  latency: like(text(40), DELAY_RULE),
  drop: always,
  truncate: {
    expected: 'must be a number of bytes, or a percentage below 100 such as 50%',
    isValid: (value) => isText(value, 20) || isWhole(value, 0, MAXIMUM_BYTES),
  },
  malform: always,
  slow: like(text(40), DELAY_RULE),
  pageSize: whole(1, MAXIMUM_PAGE),
  performed: trueOrFalse(),
}

/** The errors in the form of a fault, one sentence each; empty if it is valid. */
export function problemsOfForm(input: unknown): string[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return [`the fault: must be an object such as {operation, status}, not ${quoted(input)}`]
  const known = Object.keys(RULES)
  return Object.entries(input).flatMap(([field, value]) => {
    if (!Object.hasOwn(RULES, field)) {
      const nearest = nearestName(field, known)
      const suggestion = nearest === undefined ? `it takes ${known.join(', ')}` : `did you mean '${nearest}'?`
      return [`a fault has no field ${quoted(field)}: ${suggestion}`]
    }
    const rule = RULES[field as keyof FaultFields]
    return value === undefined || rule.isValid(value)
      ? []
      : [`${field}: ${rule.expected}, not ${quoted(value)}`]
  })
}

/** The same rule in words that say what the value means. */
function like({ isValid }: Rule, expected: string): Rule {
  return { expected, isValid }
}

function trueOrFalse(): Rule {
  return { expected: 'must be true or false', isValid: (value) => typeof value === 'boolean' }
}

function isText(value: unknown, longest: number): boolean {
  return typeof value === 'string' && value.length <= longest
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isWhole(value: unknown, least: number, maximum: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= maximum
}

function areHeaders(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(value).every(([name, header]) => name.length <= 100 && isText(header, 1000))
  )
}
