/** Generated numbers and texts. json-schema-faker generates them from their kind and bounds. */
import type { Random } from '../world/random/random.ts'
import type { FieldSchema } from '../scenario/format/format.ts'
import { hasFormat, textOfFormat } from './formats.ts'
import type { Progress } from './invention.ts'
import { largest, smallest } from './merge-schemas.ts'
import type { Schema } from './normal-schema.ts'
import { hasPattern, textOfPattern } from './pattern.ts'

const MAXIMUM_TEXT_LENGTH = 1000
/** A documented minimum may ask for more. */
const MAXIMUM_REQUIRED_LENGTH = 20_000
const MAXIMUM_NUMBER = Number.MAX_SAFE_INTEGER
const USUAL_NUMBER = 1000
const STEP = 0.001
/** How often a text of a format is drawn until it matches a pattern too. */
const FORMAT_DRAWS = 5
/** Steps are multiplied by at most this number to be whole. */
const MAXIMUM_TIMES = 1000
/** Formats that the generator supports. */
const FORMATS: ReadonlySet<string> = new Set([
  'date-time',
  'date',
  'time',
  'email',
  'uuid',
  'uri',
  'ipv4',
  'hostname',
  'ipv6',
  'duration',
  'uri-reference',
])

export function inventNumber(progress: Progress, schema: Schema, path: string): number {
  const isWhole = schema.types[0] === 'integer'
  const { minimum: from, maximum: to, above, below, multipleOf } = schema
  const room = (smallest(to, below) ?? Infinity) - (largest(from, above) ?? -Infinity)
  const step = isWhole ? 1 : Math.min(STEP, room > 0 ? room / 4 : STEP)
  const low = bound(largest(from, above === undefined ? undefined : above + step))
  const high = bound(smallest(to, below === undefined ? undefined : below - step))
  if (multipleOf !== undefined) {
    const bounds = { low: largest(from, above), high: smallest(to, below) }
    const multiple = inventMultiple(
      progress.random(path),
      isWhole ? wholeStep(multipleOf) : multipleOf,
      bounds,
      schema,
    )
    if (multiple !== undefined) return multiple
  }
  const lowerBound = low ?? (high === undefined ? 1 : Math.min(1, high))
  const upperBound = Math.max(high ?? lowerBound + USUAL_NUMBER, lowerBound)
  const minimum = isWhole ? Math.ceil(lowerBound) : lowerBound
  const maximum = isWhole ? Math.max(minimum, Math.floor(upperBound)) : upperBound
  if (minimum === maximum) return minimum
  const type = isWhole ? 'integer' : 'number'
  const made = progress.makeField({ type, minimum, maximum } as FieldSchema, progress.random(path))
  return typeof made === 'number' && made >= minimum && made <= maximum ? made : minimum
}

/** A step of which every multiple is whole, such as 1 for 0.25. */
function wholeStep(step: number): number {
  for (let times = 1; times <= MAXIMUM_TIMES; times++) {
    const whole = Number((step * times).toPrecision(15))
    if (Number.isInteger(whole)) return whole
  }
  return step
}

/** A multiple of a step between two numbers; undefined if there is none. */
function inventMultiple(
  random: Random,
  step: number,
  { low, high }: { readonly low: number | undefined; readonly high: number | undefined },
  { above, below }: Schema,
): number | undefined {
  // A rounding error must not make a bound another multiple.
  const times = (value: number, round: (value: number) => number) => {
    const exact = value / step
    return Math.abs(exact - Math.round(exact)) < 1e-9 ? Math.round(exact) : round(exact)
  }
  const exclude = (limit: number | undefined, count: number, by: number): number =>
    limit !== undefined && Math.abs(count * step - limit) <= Math.abs(limit) * 1e-12 ? count + by : count
  const first = low === undefined ? undefined : exclude(above, times(low, Math.ceil), 1)
  const last = high === undefined ? undefined : exclude(below, times(high, Math.floor), -1)
  const usual = Math.max(1, Math.floor(USUAL_NUMBER / step))
  const lowerBound = first ?? Math.min(1, last ?? 1)
  const upperBound = last ?? lowerBound + usual
  if (!Number.isSafeInteger(lowerBound) || !Number.isSafeInteger(upperBound) || lowerBound > upperBound)
    return undefined
  return Number((random.integer(lowerBound, upperBound) * step).toPrecision(15))
}

function bound(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.min(Math.max(value, -MAXIMUM_NUMBER), MAXIMUM_NUMBER)
}

export function inventText(progress: Progress, schema: Schema, path: string): string {
  const random = progress.random(path)
  const required = schema.minimumLength ?? 0
  // A minimum beyond every bound cannot be met, so it is not worth any length.
  const lowerBound =
    required > MAXIMUM_REQUIRED_LENGTH ? 0 : Math.min(required, schema.maximumLength ?? Infinity)
  const upperBound = Math.min(
    schema.maximumLength ?? MAXIMUM_TEXT_LENGTH,
    Math.max(MAXIMUM_TEXT_LENGTH, lowerBound),
  )
  progress.values += Math.floor(lowerBound / 50)
  const { pattern, format } = schema
  if (pattern === undefined)
    return plainText(progress, schema, random, { minimum: lowerBound, maximum: upperBound })
  if (format !== undefined) {
    // Patterns beside a format mostly describe the same texts less exactly.
    for (let draw = 0; draw < FORMAT_DRAWS; draw++) {
      const made = plainText(progress, schema, random, { minimum: lowerBound, maximum: upperBound })
      const fitting = spellingsOf(made).find(
        (text) => text.length >= lowerBound && hasPattern(text, pattern) && hasFormat(text, format),
      )
      if (fitting !== undefined) return fitting
    }
  }
  return textOfPattern(pattern, random, lowerBound, upperBound)
}

/** A text of a format, and other spellings of it that formats allow: without a fraction of seconds, or in one letter case. */
function spellingsOf(text: string): readonly string[] {
  const whole = text.replace(/\.0+(?=Z$)/, '')
  return [text, whole, text.toLowerCase(), text.toUpperCase()]
}

/** A text of a format, without its pattern. */
function plainText(
  progress: Progress,
  schema: Schema,
  random: Random,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
): string {
  const isBounded = schema.minimumLength !== undefined || schema.maximumLength !== undefined
  const { format } = schema
  const wanted =
    format !== undefined && FORMATS.has(format)
      ? { type: 'string', format }
      : {
          type: 'string',
          ...(isBounded
            ? {
                minLength: Math.max(minimum, Math.min(maximum, 1)),
                maxLength: Math.max(minimum, Math.min(maximum, 20)),
              }
            : {}),
        }
  const made = progress.makeField(wanted as FieldSchema, random)
  if (format === 'byte' && !isBounded) return btoa(String(made))
  const isFitting =
    typeof made === 'string' &&
    made.length >= minimum &&
    made.length <= maximum &&
    (format === undefined || hasFormat(made, format))
  if (isFitting) return made
  const sized = format === undefined ? undefined : textOfFormat(format, random, minimum, maximum)
  if (sized !== undefined) return sized
  if (typeof made !== 'string') return 'x'.repeat(Math.max(minimum, Math.min(maximum, 1)))
  return format === undefined ? made.slice(0, maximum).padEnd(minimum, 'x') : made
}
