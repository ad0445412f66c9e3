/** Reads query and body of a control request as its route declares them; says everything that is wrong with them. */
import { valueAt } from '../model/input/value-at.ts'
import type * as z from 'zod'
import { announcedLength, type ExchangeRequest } from '../api/framework/exchange.ts'
import type { Parameters } from '../api/framework/operation.ts'
import { oneOf } from '../api/framework/parameter.ts'
import { sentInstead, wordsOf } from '../api/shared/schema-problems.ts'
import { bodyText } from '../gateway/exchange/body.ts'
import { refuseCoding, refuseEncoded } from '../gateway/exchange/content-coding.ts'
import { parseJson } from '../model/input/json-text.ts'
import { readPairs } from '../gateway/addresses/query-text.ts'
import { nearestName } from '../world/nearest.ts'
import { placeOf } from '../model/input/field-place.ts'
import { invalidParts, MAXIMUM_PROBLEMS } from '../model/input/errors.ts'
import { shown } from '../model/input/refusal.ts'
import { type Region, REGIONS } from '../model/schema.ts'
import { MAXIMUM_BODY_BYTES } from './limits.ts'
import { type FieldPath, repeatedFields } from '../model/input/repeated-fields.ts'
import type { ControlRoute } from './route.ts'

export const regionParameter = oneOf(REGIONS, {
  description: 'The region whose records are meant; `eu` when absent.',
})

export interface ReadInput {
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly region: Region
  readonly filters: readonly (readonly [name: string, value: string])[]
}

/** The largest body that a route reads, in bytes. */
export function maximumBytesOf(route: ControlRoute): number {
  return route.body === undefined ? 0 : (route.body.maximumBytes ?? MAXIMUM_BODY_BYTES)
}

/** Throws a Refusal (INVALID or TOO_LARGE). With `headOnly` the body is not known yet, and only its length and coding are checked. */
export function readInput(
  route: ControlRoute,
  queryText: string,
  request: ExchangeRequest,
  headOnly = false,
): ReadInput {
  const faults: string[] = []
  const { query, filters } = decodeQuery(route, queryText, faults)
  refuse(faults)
  if (route.body !== undefined) {
    if (announcedLength(request) > 0) refuseCoding(request)
    refuseEncoded(request, maximumBytesOf(route))
  }
  const text = route.body === undefined ? '' : bodyText(request, maximumBytesOf(route))
  const body = route.body === undefined || headOnly ? undefined : readBody(route.body, text)
  const inQuery = query['region'] as Region | undefined
  const inBody = regionOf(body)
  if (inQuery !== undefined && inBody !== undefined && inQuery !== inBody) {
    refuse([`region is '${inQuery}' in the query and '${inBody}' in the body: give it once`])
  }
  return { query, body, filters, region: inBody ?? inQuery ?? 'eu' }
}

function decodeQuery(route: ControlRoute, text: string, faults: string[]) {
  const declared: Parameters = route.regional ? { ...route.query, region: regionParameter } : route.query
  const query: Record<string, unknown> = {}
  const filters: (readonly [string, string])[] = []
  const seen = new Set<string>()
  for (const [name, value] of readPairs(text, faults)) {
    const declaration = Object.hasOwn(declared, name) ? declared[name] : undefined
    if (declaration === undefined && route.filters === undefined)
      faults.push(unknownParameter(name, declared))
    else if (seen.has(name))
      faults.push(`query parameter ${shown(name)} may be sent once: ${shown(value)} is one too many`)
    else if (declaration === undefined) filters.push([name, value])
    else {
      const decoded = declaration.decode(value)
      if ('complaint' in decoded) faults.push(`query parameter '${name}' ${decoded.complaint}`)
      else query[name] = decoded.value
    }
    seen.add(name)
  }
  for (const [name, declaration] of Object.entries(declared)) {
    if (seen.has(name)) continue
    if (declaration.required) faults.push(`query parameter '${name}' is required`)
    if (declaration.default !== undefined) query[name] = declaration.default
  }
  return { query, filters }
}

function unknownParameter(name: string, declared: Parameters): string {
  const nearest = nearestName(name, Object.keys(declared))
  const mend = nearest === undefined ? 'leave it out' : `did you mean '${nearest}'?`
  return `query parameter ${shown(name)} is not known here: ${mend}`
}

function readBody(declaration: NonNullable<ControlRoute['body']>, text: string): unknown {
  if (text === '' && declaration.optional !== true)
    refuse([`the body is missing: send JSON such as ${JSON.stringify(declaration.example)}`])
  const value = text === '' ? {} : parseJson(text)
  if (text !== '') refuse(repeatedFields(text, value, MAXIMUM_PROBLEMS).map(repeatedComplaint))
  const parsed = declaration.shape().safeParse(value)
  if (parsed.success) return parsed.data
  return refuse(parsed.error.issues.flatMap((issue) => complaintsOf(issue, value, declaration.shape())))
}

function repeatedComplaint(path: FieldPath): string {
  return `${placeOf(path)} is sent more than once: send each field of an object once`
}

/** What is wrong with a value, place by place, in words that name the mend. */
export function complaintsOf(issue: z.core.$ZodIssue, value: unknown, shape: z.ZodType): string[] {
  const place = issue.path.length === 0 ? 'the body' : placeOf(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const known = issue.path.length === 0 && 'shape' in shape ? Object.keys(shape.shape as object) : []
    return issue.keys.map((key) => {
      const nearest = nearestName(key, known)
      const mend =
        nearest !== undefined
          ? `did you mean '${nearest}'?`
          : known.length > 0
            ? `it takes ${known.join(', ')}`
            : 'leave it out'
      return `${place} has no field ${shown(key)}: ${mend}`
    })
  }
  const offending = valueAt(value, issue.path)
  const words = wordsOf(issue)
  if (offending === undefined) return [`${place} is required: ${words}`]
  return [`${place}: ${words}, not ${sentInstead(issue, offending)}`]
}

function regionOf(body: unknown): Region | undefined {
  const region = typeof body === 'object' && body !== null && 'region' in body ? body.region : undefined
  return REGIONS.find((name) => name === region)
}

function refuse(faults: readonly string[]): void {
  if (faults.length > 0) throw invalidParts(faults)
}
