/**
 * The form of a fault that the library is given: what `shape.ts` says for files and for the control API, read
 * without a validator, which a page would have to load first. A test holds both against each other.
 */
import { INTERFACES } from '../../api/framework/interfaces.ts'
import { MESSAGE_FAILURES, QUEUES } from '../../model/records/world/faults.ts'
import { shown } from '../../model/input/refusal.ts'
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
  readonly words: string
  readonly holds: (value: unknown) => boolean
}

const text = (longest: number): Rule => ({
  words: `must be a text of 1 to ${countText(longest, 'character')}`,
  holds: (value) => isText(value, longest) && value !== '',
})
const oneOf = (values: readonly string[]): Rule => ({
  words: `must be one of ${values.join(', ')}`,
  holds: (value) => values.includes(value as string),
})
const whole = (least: number, most: number): Rule => ({
  words: `must be a whole number from ${least} to ${most}`,
  holds: (value) => isWhole(value, least, most),
})
const always: Rule = { words: 'must be true, or left out', holds: (value) => value === true }

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
    words: 'must be a percentage from 0 to 100',
    holds: (value) => isNumber(value) && value >= 0 && value <= 100,
  },
  queue: oneOf([...QUEUES, '*']),
  service: text(255),
  messageOperation: text(255),
  answer: oneOf(MESSAGE_FAILURES),
  outage: {
    words: "must be a site's name or id",
    holds: (value) => text(255).holds(value) || isWhole(value, 1, Number.MAX_SAFE_INTEGER),
  },
  from: like(text(40), BEGIN_RULE),
  for: like(text(40), LASTING_RULE),
  after: whole(0, MAXIMUM_COUNT),
  times: whole(1, MAXIMUM_COUNT),
  every: whole(1, MAXIMUM_COUNT),
  probability: {
    words: 'must be a number above 0, at most 1',
    holds: (value) => isNumber(value) && value > 0 && value <= 1,
  },
  status: whole(MINIMUM_STATUS, MAXIMUM_STATUS),
  message: text(1000),
  body: { words: '', holds: () => true },
  headers: {
    words: 'must be an object of names (at most 100 characters) and texts (at most 1000)',
    holds: areHeaders,
  },
  latency: like(text(40), DELAY_RULE),
  drop: always,
  truncate: {
    words: 'must be a number of bytes, or a percentage below 100 such as 50%',
    holds: (value) => isText(value, 20) || isWhole(value, 0, MAXIMUM_BYTES),
  },
  malform: always,
  slow: like(text(40), DELAY_RULE),
  pageSize: whole(1, MAXIMUM_PAGE),
  performed: trueOrFalse(),
}

/** The errors in the form of a fault, one sentence each; empty if it is valid. */
export function complaintsOfForm(input: unknown): string[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return [`the fault: must be an object such as {operation, status}, not ${shown(input)}`]
  const known = Object.keys(RULES)
  return Object.entries(input).flatMap(([field, value]) => {
    if (!Object.hasOwn(RULES, field)) {
      const nearest = nearestName(field, known)
      const mend = nearest === undefined ? `it takes ${known.join(', ')}` : `did you mean '${nearest}'?`
      return [`a fault has no field ${shown(field)}: ${mend}`]
    }
    const rule = RULES[field as keyof FaultFields]
    return value === undefined || rule.holds(value) ? [] : [`${field}: ${rule.words}, not ${shown(value)}`]
  })
}

/** The same rule in words that say what the value means. */
function like({ holds }: Rule, words: string): Rule {
  return { words, holds }
}

function trueOrFalse(): Rule {
  return { words: 'must be true or false', holds: (value) => typeof value === 'boolean' }
}

function isText(value: unknown, longest: number): boolean {
  return typeof value === 'string' && value.length <= longest
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
}

function areHeaders(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(value).every(([name, header]) => name.length <= 100 && isText(header, 1000))
  )
}
