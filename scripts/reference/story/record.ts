// Plays a story on a world and records it: each request, its answer, and the facts before and after it.

import { issueLinks } from '../../../src/model/records/tracker/issue-links.ts'
import { outboundMessages } from '../../../src/model/records/tracker/outbound-messages.ts'
import { requirements } from '../../../src/model/records/wiki/requirements.ts'
import { trackerTexts } from '../../../src/model/records/tracker/tracker.ts'
import { trackerMessages } from '../../../src/model/records/tracker/inbound-messages.ts'
import { createSimulator } from '../../../src/index.ts'
import type { ResolvedScenario } from '../../../src/scenario/format/format.ts'
import type { Simulator } from '../../../src/simulator/simulator.ts'
import { type Cut, isWithin } from './cut.ts'

/** One request as a reader would send it. */
export interface StoryRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** Path and query on the one port. */
  readonly path: string
  /** A token of the demo; the control API takes none. */
  readonly token?: string
  readonly body?: object
  /** What happens, in the words of diagrams and tables. */
  readonly label: string
}

/** What the story relies on in an answer, and how much of it the page shows. */
export interface Expected {
  readonly cut: Cut
  /** What the shown answer must hold for the words around it to be true. */
  readonly holds: unknown
  /** How many items the shown list must have. */
  readonly count?: number
  /** Where in the shown answer stands what the diagram draws as the reply to a reading; without it the reading is not drawn. */
  readonly reply?: readonly (string | number)[]
}

/** A message of either queue. */
export interface Message {
  readonly from: 'wiki' | 'tracker'
  readonly id: number
  /** Operation and subject, such as `REQUIREMENT_UPDATED REQ-001`. */
  readonly what: string
  readonly status: string
  readonly attempts: number
  readonly lastResponse: string | undefined
}

/** What both products know at one moment, as far as stories tell of it. */
export interface Facts {
  /** By product and id, in the order of the queues. */
  readonly messages: ReadonlyMap<string, Message>
  /** The tracker's copies of texts, by key. */
  readonly texts: ReadonlyMap<string, string>
  /** Keys of requirements that need their excerpt. */
  readonly flagged: ReadonlySet<string>
  /** The links that the wiki shows, by id: `DRN-1 implements REQ-001`. */
  readonly links: ReadonlyMap<number, string>
}

/** One request of the story and all that came of it. */
export interface Told {
  readonly request: StoryRequest
  readonly status: number
  /** The answer as the page shows it. */
  readonly shown: unknown
  /** What the diagram draws as the reply; undefined for none. */
  readonly reply: string | undefined
  /** The virtual instant after it, in milliseconds. */
  readonly at: number
  /** How often the products synchronised meanwhile. */
  readonly synchronisations: number
  readonly before: Facts
  readonly after: Facts
}

export interface Story {
  readonly simulator: Simulator
  /** Sends a request and records what came of it. Throws when the answer is not as the story tells it. */
  readonly send: (request: StoryRequest, expected: Expected) => Promise<Told>
}

/** A story that begins with the world of a scenario; its clock moves by requests only. */
export async function beginStory(scenario: ResolvedScenario): Promise<Story> {
  const simulator = await createSimulator({ scenario, clock: { mode: 'manual' } })
  return { simulator, send: (request, expected) => send(simulator, request, expected) }
}

/** What a request carries beside its address. */
export function headersOf({ token, path, method, body }: StoryRequest): Record<string, string> {
  const control = path.startsWith('/_sim') && method !== 'GET'
  return {
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(body === undefined && !control ? {} : { 'Content-Type': 'application/json' }),
    ...(control ? { 'X-Sim-Control': '1' } : {}),
  }
}

async function send(
  simulator: Simulator,
  request: StoryRequest,
  { cut, holds, count, reply }: Expected,
): Promise<Told> {
  const { method, path, body, label } = request
  const before = factsOf(simulator)
  const { status, body: text } = await simulator.exchange({
    method,
    url: path,
    headers: headersOf(request),
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const answer: unknown = text === '' ? undefined : JSON.parse(String(text))
  const shown = cut(answer)
  const wrongCount = count !== undefined && (shown as readonly unknown[]).length !== count
  if (status >= 300 || wrongCount || !isWithin(holds, shown)) {
    throw new Error(
      `the story is not true any more: ${label} (${method} ${path}) answers ${status} ${JSON.stringify(shown)}, and the page tells of ${JSON.stringify(holds)}`,
    )
  }
  return {
    request,
    status,
    shown,
    reply: reply === undefined ? undefined : String(valueAt(shown, reply)),
    at: simulator.world.now,
    synchronisations: synchronisationsOf(answer),
    before,
    after: factsOf(simulator),
  }
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (inner as Readonly<Record<string | number, unknown>>)[name],
    value,
  )
}

function synchronisationsOf(answer: unknown): number {
  const { fired = [] } = (answer ?? {}) as { readonly fired?: readonly { readonly kind: string }[] }
  return fired.filter(({ kind }) => kind === 'integration.synchronise').length
}

function factsOf({ world }: Simulator): Facts {
  const store = world.region('eu')
  const messages = [...messagesOf('wiki', store.table(outboundMessages).scan())].concat([
    ...messagesOf('tracker', store.table(trackerMessages).scan()),
  ])
  const texts = [...store.table(trackerTexts).scan()].filter(({ baseline }) => baseline === null)
  const rows = [...store.table(requirements).scan()]
  const links = [...store.table(issueLinks).scan()].flatMap(({ id, wiki }) =>
    wiki === undefined ? [] : [[id, `${wiki.issueKey} ${wiki.relationship} ${wiki.key}`] as const],
  )
  return {
    messages: new Map(messages.map((message) => [`${message.from} ${message.id}`, message])),
    texts: new Map(texts.map(({ key, html }) => [key, html])),
    flagged: new Set(rows.filter(({ htmlNeedsUpdating }) => htmlNeedsUpdating).map(({ key }) => key)),
    links: new Map(links),
  }
}

interface QueueRecord {
  readonly id: number
  readonly operation: string
  readonly key?: string
  readonly issueKey?: string
  readonly newIssueKey?: string
  readonly status: string
  readonly attempts: number
  readonly lastResponse?: string
}

function messagesOf(from: Message['from'], records: Iterable<QueueRecord>): Message[] {
  return [...records].map((record) => {
    const { id, operation, key, issueKey, newIssueKey, status, attempts, lastResponse } = record
    const renamed = newIssueKey === undefined ? issueKey : `${issueKey} to ${newIssueKey}`
    return { from, id, what: `${operation} ${key ?? renamed ?? ''}`, status, attempts, lastResponse }
  })
}
