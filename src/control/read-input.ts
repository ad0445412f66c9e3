/** Reads query and body of a control request as its route declares them; says everything that is wrong with them. */
import { announcedLength, type ExchangeRequest } from '../api/framework/exchange.ts'
import type { Parameters } from '../api/framework/operation.ts'
import { oneOf } from '../api/framework/parameter.ts'
import { suggestedValue } from '../model/input/nearest-value.ts'
import { problemsOfShape } from '../model/input/schema-problems.ts'
import { bodyText } from '../gateway/exchange/body.ts'
import { refuseCoding, refuseEncoded } from '../gateway/exchange/content-coding.ts'
import { parseJson } from '../model/input/json-text.ts'
import { decodeQuery, type QueryPair, type Reading, sentAgain } from '../gateway/addresses/query-text.ts'
import { nearestName } from '../world/nearest.ts'
import { placeOf } from '../model/input/field-place.ts'
import { invalidParts, MAXIMUM_PROBLEMS } from '../model/input/errors.ts'
import { quoted } from '../model/input/refusal.ts'
import { valueAt } from '../model/input/value-at.ts'
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
  readonly filters: readonly QueryPair[]
}

/** Values are read only in the spelling that is documented. */
const EXACTLY: Reading = { clamp: false, embedded: false, strictBooleans: true, namesAsSent: true }

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
  const { query, filters } = readQuery(route, queryText)
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

function readQuery({ query: own, regional, filters }: ControlRoute, text: string) {
  const declared: Parameters = regional ? { ...own, region: regionParameter } : own
  const { query, undeclared, problems } = decodeQuery(declared, text, EXACTLY)
  const seen = new Set<string>()
  for (const [name, value] of undeclared) {
    if (filters === undefined) problems.push(unknownParameter(name, declared))
    else if (seen.has(name)) problems.push(`query parameter ${quoted(name)} ${sentAgain(value)}`)
    seen.add(name)
  }
  refuse(problems)
  return { query, filters: undeclared }
}

function unknownParameter(name: string, declared: Parameters): string {
  const nearest = nearestName(name, Object.keys(declared))
  const suggestion = nearest === undefined ? 'leave it out' : `did you mean '${nearest}'?`
  return `query parameter ${quoted(name)} is not known here: ${suggestion}`
}

function readBody(declaration: NonNullable<ControlRoute['body']>, text: string): unknown {
  if (text === '' && declaration.optional !== true)
    refuse([`the body is missing: send JSON such as ${JSON.stringify(declaration.example)}`])
  const value = text === '' ? {} : parseJson(text)
  if (text !== '') refuse(repeatedFields(text, value, MAXIMUM_PROBLEMS).map(repeatedProblem))
  const parsed = declaration.shape().safeParse(value)
  if (parsed.success) return parsed.data
  return refuse(
    parsed.error.issues.flatMap((issue) => {
      const suggestion = suggestedValue(issue, valueAt(value, issue.path))
      return problemsOfShape(issue, value, declaration.shape()).map((problem) => problem + suggestion)
    }),
  )
}

function repeatedProblem(path: FieldPath): string {
  return `${placeOf(path)} is sent more than once: send each field of an object once`
}

function regionOf(body: unknown): Region | undefined {
  const region = typeof body === 'object' && body !== null && 'region' in body ? body.region : undefined
  return REGIONS.find((name) => name === region)
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw invalidParts(problems)
}
