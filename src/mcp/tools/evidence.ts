/** Tools that say what was called: journal, verification and report. */
import * as z from 'zod'
import { ignoredText, type NotableExchange, outcomeText } from '../../gateway/journal/exchange-text.ts'
import {
  checkReport,
  FORMER_THRESHOLDS,
  type ReportThresholds,
  unknownText,
} from '../../gateway/report/check.ts'
import { type Report, STABILITIES } from '../../gateway/report/report.ts'
import { DEGREES } from '../../api/ledger/entry.ts'
import { quoted } from '../../model/input/refusal.ts'
import { countText } from '../../world/count-text.ts'
import { once } from '../../world/once.ts'
import { partAt } from '../bounded.ts'
import { callRoute, fieldsOf, routeOf } from '../control-route.ts'
import { ANY_WORLD, text, wholeNumber } from '../fields.ts'
import { type Arguments, declareTool, READS, type Session } from '../tool.ts'
import { type Data, pageText, resultOf, routeTool } from './route-tool.ts'

const LIST = routeOf('GET /journal')
const DEFAULT_ENTRIES = 20
/** Texts of ignored names in a summary. */
const MAXIMUM_NOTED = 3

export const getJournal = declareTool({
  name: 'get_journal',
  title: 'Get the journal',
  description:
    'List the latest requests, newest first, without headers and bodies; or, with `number`, get one request and its response. Credentials are removed. Requests to simulated interfaces are listed whoever sent them; calls of the other tools are not.',
  effects: READS,
  input: () => {
    // The id of an operation begins with its interface.
    const {
      format: _format,
      brief: _brief,
      interface: _interface,
      ...fields
    } = fieldsOf(LIST, { limit: DEFAULT_ENTRIES })
    return {
      number: wholeNumber({ minimum: 1 }).describe('Only this request, with headers and bodies.').optional(),
      pointer: text(
        'With `number`: a JSON Pointer to the part to return, such as `/answer/body/results/0`.',
      ).optional(),
      ...fields,
      world: ANY_WORLD,
    }
  },
  run: (toolArguments: Arguments, session) =>
    toolArguments['number'] === undefined ? list(toolArguments, session) : read(toolArguments, session),
})

async function list(toolArguments: Arguments, session: Session) {
  if (toolArguments['pointer'] !== undefined)
    throw new TypeError("pointer: needs 'number'; give both, or neither")
  const { limit = DEFAULT_ENTRIES, order = 'newest', ...others } = toolArguments
  const data = (await callRoute(session, LIST, {
    query: { ...others, limit, order, brief: true },
  })) as Data & { readonly items: readonly (Data & NotableExchange)[] }
  const items = data.items.map(({ assumptions: _assumptions, id: _id, ...entry }) => entry)
  return resultOf(
    `${pageText(data, 'request', others['offset'])}.${ignoredNote(data.items)}`,
    { ...data, items },
    'page with offset and limit, or get one by number',
  )
}

/** The latest names that requests sent for nothing. */
function ignoredNote(items: readonly NotableExchange[]): string {
  const names = new Set(items.flatMap((item) => ignoredText(item) ?? []))
  if (names.size === 0) return ''
  const more = names.size > MAXIMUM_NOTED ? ' and others' : ''
  return ` Ignored: ${[...names].slice(0, MAXIMUM_NOTED).join('; ')}${more}.`
}

async function read(toolArguments: Arguments, session: Session) {
  const { number, pointer = '', ...others } = toolArguments
  const [other] = Object.keys(others)
  if (other !== undefined)
    throw new TypeError(`${other}: does not go with 'number', which selects one request; leave one out`)
  const entry = (await callRoute(session, routeOf('GET /journal/{number}'), {
    path: { number },
  })) as Entry
  const readable = { ...entry, request: withData(entry.request), answer: withData(entry.answer) }
  const part = partAt(readable, String(pointer))
  if (part === undefined)
    throw new TypeError(
      `pointer: request ${String(number)} has nothing at ${quoted(pointer)}; begin with /answer/body or /request/body`,
    )
  const data = pointer === '' ? readable : { pointer, value: part }
  return resultOf(
    `Request ${String(number)}: ${entry.request.method} ${entry.request.url} ${outcomeText(entry.answer.status, entry)}.`,
    data,
    'give a pointer to the part',
  )
}

interface Entry extends NotableExchange {
  readonly request: { readonly method: string; readonly url: string; readonly body?: unknown }
  readonly answer: { readonly status: number; readonly body?: unknown }
}

/** The same with a JSON body as data. */
function withData<T extends { readonly body?: unknown }>(message: T): T {
  if (typeof message.body !== 'string') return message
  try {
    return { ...message, body: JSON.parse(message.body) }
  } catch {
    return message
  }
}

export const verify = routeTool({
  name: 'verify',
  title: 'Verify that requests were sent',
  route: 'POST /verify',
  description:
    'Check that a client sent the expected requests: of an `operation` or to a `path`, and `times`, `atLeast` or `atMost` (default: at least one). `ok` is the result; if requests are missing, `nearest` lists similar ones and how they differ.',
  effects: READS,
  world: ANY_WORLD,
  summarise: ({ ok, count, message }) =>
    ok === true ? `ok: ${countText(Number(count), 'request')}.` : String(message),
})

const thresholds = once(() => ({
  maxAssumptions: count('The maximum number of assumptions that shaped responses.'),
  assumptionsBelow: z
    .enum(DEGREES)
    .describe('With `maxAssumptions`: count only assumptions below this degree of certainty.')
    .optional(),
  minExercised: count('The minimum number of exercised operations.'),
  maxUnknownFields: count('The maximum number of unknown parameters and fields in requests.'),
  maxUnmatched: count('The maximum number of requests that match no operation.'),
  maxRateLimited: count('The maximum number of requests over a rate limit.'),
  forbid: z
    .array(z.enum(STABILITIES))
    .describe('Classes of operations that must not be used, such as internal.')
    .optional(),
}))

const count = (description: string) => wholeNumber({ minimum: 0 }).describe(description).optional()

/** The deprecated names of version 0.2, in few words: the list of tools is in each context of a model. */
function formerThresholds(): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(
    Object.entries(FORMER_THRESHOLDS).map(([former, name]) => {
      return [former, thresholds()[name].describe(`Now \`${name}\`.`)]
    }),
  )
}

export const report = declareTool({
  name: 'report',
  title: 'Get the report',
  description:
    'Get what the requests so far exercised and relied on: operations with their statuses, transitions of state machines, assumptions, unknown fields and rate limits. With thresholds, `problems` lists those that were exceeded.',
  effects: READS,
  input: () => ({ world: ANY_WORLD, ...thresholds(), ...formerThresholds() }),
  run: async ({ world, ...wanted }, session) => {
    const whole = (await callRoute(session, routeOf('GET /report'), { query: { world } })) as Report
    const problems = checkReport(whole, wanted as ReportThresholds)
    const data = { problems, ...used(whole) }
    const judged = problems.length === 0 ? 'no problems' : countText(problems.length, 'problem')
    const names = whole.unknown.slice(0, MAXIMUM_NOTED).map(unknownText)
    const ignored = names.length === 0 ? '' : ` Ignored: ${names.join('; ')}.`
    const summary = `${countText(whole.exchanges, 'request')}, ${countText(data.operations.length, 'operation')} used, ${judged}.${ignored}`
    return resultOf(
      summary,
      data,
      'call_control with GET /report and format markdown returns all of it as text',
    )
  },
})

/** The report without operations, transitions and classes that nothing used. */
function used({ exchanges, faulted, unmatched, defects, rateLimited, ...parts }: Report) {
  return {
    exchanges,
    faulted,
    unmatched,
    defects,
    rateLimited,
    operations: parts.operations
      .filter((each) => each.exercised > 0 || each.faulted > 0)
      .map((each) => ({
        operation: each.operation,
        stability: each.stability,
        exercised: each.exercised,
        statuses: each.statuses,
        invalid: each.invalid,
        faulted: each.faulted,
        rateLimited: each.rateLimited,
      })),
    transitions: parts.machines.flatMap(({ machine, transitions }) =>
      transitions.filter(({ times }) => times > 0).map((each) => ({ machine, ...each })),
    ),
    assumptions: parts.assumptions
      .filter(({ times, general }) => times > 0 && !general)
      .map(({ id, title, times, inForce }) => ({ id, title, times, inForce })),
    unknown: parts.unknown,
  }
}
