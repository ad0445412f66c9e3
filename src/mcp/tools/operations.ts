/** Tools for the operations of the service: finding, describing and calling them. */
import * as z from 'zod'
import type { OperationId } from '../../api/framework/names.ts'
import { INTERFACES } from '../../api/framework/interfaces.ts'
import { isJsonObject, type Json, type JsonObject } from '../../api/openapi/json.ts'
import { type IndexedOperation, operationIndex } from '../../api/operation-index.ts'
import { suggestionFor } from '../../model/input/option-checks.ts'
import type { JournalEntry, TakenTransition } from '../../gateway/journal/entry.ts'
import { ignoredText, type NotableExchange } from '../../gateway/journal/exchange-text.ts'
import { quoted } from '../../model/input/refusal.ts'
import { REGIONS } from '../../model/schema.ts'
import { nearestNames } from '../../world/nearest.ts'
import { callRoute, routeOf } from '../control-route.ts'
import { isSame, wordsOf } from '../../docs/words.ts'
import { object, text, wholeNumber, WORLD } from '../fields.ts'
import { CHANGES, declareTool, READS, type Session } from '../tool.ts'
import { type Data, pageText, resultOf } from './route-tool.ts'

const operation = () => text('The id, such as `wiki.requirement.search`; search_operations finds it.')

const MAXIMUM_FOUND = 50
const DEFAULT_FOUND = 10

export const searchOperations = declareTool({
  name: 'search_operations',
  title: 'Search operations',
  description:
    'Find operations of the service by words, such as `freeze baseline` or `issue link`. Returns ids for describe_operation and call_operation, best matches first.',
  effects: READS,
  input: () => ({
    query: text('Words of the id, summary, group, method or path; all operations when absent.').optional(),
    interface: z.enum(INTERFACES).describe('Only this interface.').optional(),
    offset: wholeNumber({ minimum: 0 }).describe('How many matches to skip.').default(0),
    limit: wholeNumber({ minimum: 1, maximum: MAXIMUM_FOUND })
      .describe('How many matches to list at most.')
      .default(DEFAULT_FOUND),
  }),
  run: async ({ query = '', interface: of, offset, limit }, session) => {
    const listed = (await callRoute(session, routeOf('GET /operations'), {
      query: { interface: of },
    })) as { readonly items: readonly Listed[] }
    const { found, advice } = matching(query, listed.items)
    const data = { items: found.slice(offset, offset + limit).map(briefly), total: found.length }
    return resultOf(`${pageText(data, 'operation', offset)}.${advice}`, data, 'page with offset and limit')
  },
})

interface Listed {
  readonly id: string
  readonly interface: string
  readonly group: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly stability: string
}

function briefly({ id, interface: of, method, path, summary, stability }: Listed) {
  return { operation: id, interface: of, method, path, summary, stability }
}

/** Operations that have all of the words, those in their ids first; if there are none, those that have some. */
function matching(query: string, operations: readonly Listed[]) {
  const words = wordsOf(query)
  const scored = operations.map((operation) => ({ operation, scores: scoresOf(words, operation) }))
  const byScore = (wanted: typeof scored) =>
    wanted.toSorted((left, right) => sum(right.scores) - sum(left.scores)).map(({ operation }) => operation)
  const all = scored.filter(({ scores }) => scores.every((score) => score > 0))
  if (all.length > 0) return { found: byScore(all), advice: '' }
  const nearest = nearestNames(
    query,
    operations.map(({ id }) => id),
    3,
  )
  const meant = nearest.length === 0 ? '' : ` Did you mean ${nearest.join(' or ')}?`
  const some = byScore(scored.filter(({ scores }) => scores.some((score) => score > 0)))
  return { found: some, advice: ` None has all of the words.${meant}` }
}

/** For each word, how well an operation matches it: 0 if not at all. */
function scoresOf(words: readonly string[], operation: Listed): number[] {
  const { id, summary, group, method, path } = operation
  const inId = wordsOf(id)
  const others = wordsOf(`${operation.interface} ${group} ${summary} ${method} ${path}`)
  return words.map((word) =>
    inId.some((each) => isSame(word, each)) ? 3 : others.some((each) => isSame(word, each)) ? 2 : 0,
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

export const describeOperation = declareTool({
  name: 'describe_operation',
  title: 'Describe an operation',
  description:
    'Get everything about one operation: parameters, schema of the body and of the response, the permission it needs, its errors, and an example for call_operation that works in the demo world.',
  effects: READS,
  input: () => ({ operation: operation() }),
  run: async ({ operation: wanted }, session) => {
    const { id, interface: name } = operationOf(wanted)
    const document = (await callRoute(session, routeOf('GET /openapi/{interface}'), {
      path: { interface: name },
    })) as OpenApi
    const found = Object.entries(document.paths)
      .flatMap(([path, item]) =>
        Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
      )
      .find(({ operation: each }) => each['operationId'] === id)
    if (found === undefined) throw new Error(`the description of ${name} lacks ${id}`)
    const { path, method, operation: declared } = found
    const resolved = withoutReferences(declared, document, new Set()) as JsonObject
    const data = {
      ...described(resolved),
      operation: id,
      interface: name,
      method: method.toUpperCase(),
      path,
    }
    return resultOf(`${id}: ${String(resolved['summary'])}`, data, 'the reference has the rest')
  },
})

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>
  readonly components: JsonObject
}

/** The fields of an OpenAPI operation that matter to a caller, and an example call. */
function described(operation: JsonObject): Record<string, unknown> {
  const parameters = (operation['parameters'] ?? []) as readonly JsonObject[]
  const [content] = contentsOf(operation['requestBody'])
  const responses = Object.entries((operation['responses'] ?? {}) as Readonly<Record<string, JsonObject>>)
  const success = responses.find(([status]) => status.startsWith('2'))
  const [result] = contentsOf(success?.[1])
  const examplesIn = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((each) => each['in'] === place && each['example'] !== undefined)
        .map((each) => [each['name'], each['example']]),
    )
  return {
    summary: operation['summary'],
    description: operation['description'],
    stability: operation['x-stability'],
    permission: operation['x-permission'],
    rateClass: operation['x-rate-class'],
    parameters: parameters.map(({ name, in: place, required, description, schema }) => ({
      name,
      in: place,
      required,
      description,
      schema,
    })),
    ...(content === undefined ? {} : { body: { contentType: content[0], schema: content[1]['schema'] } }),
    response: { status: Number(success?.[0]), contentType: result?.[0], schema: result?.[1]['schema'] },
    errors: Object.fromEntries(
      responses
        .filter(([status]) => !status.startsWith('2'))
        .map(([status, response]) => [status, response['description']]),
    ),
    exampleCall: {
      operation: operation['operationId'],
      ...(operation['x-example-token'] === undefined
        ? { as: 'admin' }
        : { token: operation['x-example-token'] }),
      path: examplesIn('path'),
      query: examplesIn('query'),
      ...(content?.[1]['example'] === undefined ? {} : { body: content[1]['example'] }),
    },
    exampleAfter: operation['x-example-after'],
    exampleResponse: result?.[1]['example'],
  }
}

function contentsOf(part: Json | undefined): [string, JsonObject][] {
  const content = part !== undefined && isJsonObject(part) ? part['content'] : undefined
  return content === undefined || !isJsonObject(content)
    ? []
    : (Object.entries(content) as [string, JsonObject][])
}

/** A part of a document with what its references name; a schema within itself is only named. */
function withoutReferences(value: Json, document: OpenApi, within: ReadonlySet<string>): Json {
  if (typeof value !== 'object' || value === null) return value
  if (!isJsonObject(value)) return value.map((each) => withoutReferences(each, document, within))
  const reference = value['$ref']
  if (typeof reference !== 'string')
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, withoutReferences(each, document, within)]),
    )
  const [kind = '', name = ''] = reference.replace('#/components/', '').split('/')
  const target = (document.components[kind] as JsonObject | undefined)?.[name]
  if (target === undefined || within.has(reference)) return { title: name }
  return withoutReferences(target, document, new Set([...within, reference]))
}

export const callOperationTool = declareTool({
  name: 'call_operation',
  title: 'Call an operation',
  description:
    'Send one request to the simulated service and get its response. A status of 400 or more is a response of the service, not an error of the tool: read its message. Say who calls with `as`. Work that takes time (tasks, queues, freezing) goes on when advance_clock moves the clock.',
  effects: CHANGES,
  input: () => ({
    operation: operation(),
    as: text('The name of the user who calls, such as `alice`; nobody when absent.').optional(),
    token: text('The token to call with instead of `as`, such as `tok-alice`.').optional(),
    path: object('Parameters of the path by name, such as {"spaceKey": "ENG"}.').optional(),
    query: object('Parameters of the query by name; a list for a repeated one.').optional(),
    body: z.unknown().describe('The body as JSON data, or text for an operation that takes text.').optional(),
    headers: z.record(z.string(), z.string()).describe('More headers of the request by name.').optional(),
    region: z.enum(REGIONS).describe('`eu` when absent.').optional(),
    world: WORLD,
  }),
  run: async ({ operation: wanted, ...input }, session) => {
    const { id } = operationOf(wanted)
    const response = await session.simulator.call(id as OperationId, input as never)
    const { status, headers, body } = response
    const entry = await entryOf(session, input.world, headers['x-request-id'])
    const exchange = entry?.number
    if (status === 0) {
      const data = { status, exchange, connection: 'closed without a response' }
      return resultOf(`${id}: a fault closed the connection without a response.`, data, '')
    }
    const content = body instanceof Uint8Array ? { bytes: body.length } : { body: body as unknown }
    const { assumptions = [], transitions = [] } = entry ?? {}
    const data = { status, exchange, headers: withoutCommon(headers), ...content, assumptions, transitions }
    const where = `get_journal with number ${exchange} and a pointer below /answer/body has any part of it`
    const ignored = entry && ignoredText(entry)
    const notes = [
      ...(ignored === undefined ? [] : [`It ignored: ${ignored}.`]),
      ...listed('Transition', transitions.map(transitionText)),
      ...listed('Assumptions (GET /assumptions)', assumptions),
    ]
    return resultOf([`${id} returned ${status}.`, ...notes].join(' '), data, where)
  },
})

type ListedEntry = NotableExchange &
  Pick<JournalEntry, 'id' | 'assumptions' | 'transitions'> & { readonly number: number }

/** Assumptions and transitions that a summary names. */
const MAXIMUM_NOTED = 6

function listed(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return []
  const more = names.length > MAXIMUM_NOTED ? ` and ${names.length - MAXIMUM_NOTED} more` : ''
  return [`${what}: ${names.slice(0, MAXIMUM_NOTED).join(', ')}${more}.`]
}

function transitionText({ machine, from, event, to }: TakenTransition): string {
  return `${machine} ${from} → ${to} (${event})`
}

/** An exchange in the journal, by the id that its response has. */
async function entryOf(
  session: Session,
  world: string | undefined,
  id: string | undefined,
): Promise<ListedEntry | undefined> {
  const { items } = (await callRoute(session, routeOf('GET /journal'), {
    query: { order: 'newest', brief: true, limit: 20, world: world ?? 'default' },
  })) as { readonly items: readonly ListedEntry[] }
  return items.find((entry) => entry.id === id)
}

const COMMON = new Set(['content-type', 'x-request-id', 'x-rate-limit-limit', 'x-rate-limit-reset'])

/** Headers that say something; those of every response are in the journal. */
function withoutCommon(headers: Readonly<Record<string, string>>): Data {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !COMMON.has(name)))
}

function operationOf(id: string): IndexedOperation {
  const found = operationIndex.find((operation) => operation.id === id)
  if (found !== undefined) return found
  const ids = operationIndex.map((operation) => operation.id)
  throw new TypeError(
    `operation: there is no ${quoted(id)}; ${suggestionFor(id, ids, 'search_operations finds ids')}`,
  )
}
