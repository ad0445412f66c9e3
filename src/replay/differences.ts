/** Compares a response with the recorded one: status, headers, the shape of the body, and values on request. */
import type { ArchivedExchange } from './archive.ts'
import { covers, type Difference } from './paths.ts'
import { shapeDifferences } from './shape.ts'
import type { ReplayedResponse } from './target.ts'
import { areSameTransfer } from './tickets.ts'
import { shownValue, valueDifferences, type ValueRules } from './values.ts'

/** The maximum number of differences per exchange. */
const COUNTED = 200
/** Headers with compared values, and headers of which only the presence is compared. */
const COMPARED = ['location', 'allow', 'deprecation'] as const
const PRESENT = [
  'retry-after',
  'www-authenticate',
  'x-rate-limit-limit',
  'x-rate-limit-remaining',
  'x-rate-limit-reset',
] as const

export function differencesOf(
  recorded: ArchivedExchange,
  response: ReplayedResponse,
  rules: ValueRules,
): Difference[] {
  const headers = headerDifferences(recorded.responseHeaders, response.headers, rules)
  const status =
    recorded.status === response.status
      ? []
      : [{ place: 'status', text: `${response.status} instead of ${recorded.status}` }]
  // A different status has a different body, which would only add noise.
  const body =
    status.length > 0 || recorded.method === 'HEAD' || recorded.responseBody === undefined
      ? []
      : bodyDifferences(recorded.responseBody, response.body, rules)
  return [...status, ...headers, ...body]
    .filter(({ place }) => !covers(rules.ignored, place))
    .slice(0, COUNTED)
}

type Headers = Readonly<Record<string, string>>

function headerDifferences(
  recorded: Headers,
  replayed: Headers,
  { valuesAt, stands }: ValueRules,
): Difference[] {
  const named = valuesAt.flatMap(({ written }) => /^header[ .](.+)$/.exec(written)?.[1]?.toLowerCase() ?? [])
  const values = [
    ['content-type', mediaType(recorded['content-type']), mediaType(replayed['content-type'])] as const,
    ...[...new Set([...COMPARED, ...named])].map((name) => [name, recorded[name], replayed[name]] as const),
  ]
  return [
    ...values
      .filter(
        ([name, before, now]) => !(name === 'location' ? isSamePlace(before, now, stands) : before === now),
      )
      .map(([name, before, now]) => ({
        place: `header ${name}`,
        text: `${shownHeader(now)} instead of ${shownHeader(before)}`,
      })),
    ...PRESENT.filter(
      (name) => !named.includes(name) && (recorded[name] === undefined) !== (replayed[name] === undefined),
    ).map((name) => ({
      place: `header ${name}`,
      text: replayed[name] === undefined ? 'missing' : 'not recorded',
    })),
  ]
}

/** Addresses are equal if their segments are equal or ids of the same record in two worlds, or if both sign the same transfer. */
function isSamePlace(
  before: string | undefined,
  now: string | undefined,
  stands: ValueRules['stands'],
): boolean {
  const was = before?.split(/[/?&=]/) ?? []
  const is = now?.split(/[/?&=]/) ?? []
  if (areSameTransfer(before, now, (recorded, replayed) => stands('', recorded, replayed))) return true
  return (
    (before === undefined) === (now === undefined) &&
    was.length === is.length &&
    was.every((segment, at) => segment === is[at] || stands('', segment, is[at]))
  )
}

function mediaType(value: string | undefined): string | undefined {
  return value?.split(';', 1)[0]?.trim().toLowerCase()
}

function shownHeader(value: string | undefined): string {
  return value === undefined ? 'none' : `'${value.slice(0, 200)}'`
}

/** For JSON bodies, compares the shape. For others, only their presence, unless values are requested. */
function bodyDifferences(recorded: string, replayed: string, rules: ValueRules): Difference[] {
  const before = parsed(recorded)
  const now = parsed(replayed)
  if (before !== undefined && now !== undefined) {
    const shape = shapeDifferences(before.value, now.value, COUNTED)
    return [...shape, ...valueDifferences(before.value, now.value, rules, COUNTED)]
  }
  if (before !== undefined || now !== undefined || (recorded === '') !== (replayed === ''))
    return [{ place: 'body', text: `${kindOf(replayed, now)} instead of ${kindOf(recorded, before)}` }]
  return recorded === replayed || !(rules.values || covers(rules.valuesAt, 'body'))
    ? []
    : [{ place: 'body', text: `${shownValue(replayed)} instead of ${shownValue(recorded)}` }]
}

function kindOf(text: string, value: object | undefined): string {
  if (text === '') return 'none'
  return value === undefined ? 'text that is not JSON' : 'JSON'
}

/** The value of a JSON text; undefined for other text. */
export function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
