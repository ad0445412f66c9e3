/** What the clients of the corpus share: each has a bug of a kind seen in real clients, and a twin without it. */
import type {
  DisturbanceKind,
  ExploreOptions,
  FailureKind,
  RunContext,
} from '../../../src/adapters/explore.ts'
import type { Simulator } from '../../../src/index.ts'

export interface CorpusEntry {
  readonly name: string
  /** The bug in one sentence. */
  readonly what: string
  readonly options: Pick<ExploreOptions, 'vary' | 'check' | 'mayFail' | 'recoverable' | 'limits'>
  readonly buggy: ExploreOptions['run']
  readonly correct: ExploreOptions['run']
  /** The shrunk failure: its disturbances, and what the client or the check reports. */
  readonly finds: {
    readonly disturbances: readonly DisturbanceKind[]
    readonly kind: FailureKind
    readonly message: RegExp
  }
}

/** The client reports that it could not do its work, which is not a bug. */
export class GaveUp extends Error {
  override readonly name = 'GaveUp'
}

export const mayGiveUp = (error: unknown): boolean => error instanceof GaveUp

export interface Reply<Body> {
  readonly status: number
  /** Parsed; undefined if it is empty or not readable. */
  readonly body: Body
  readonly isReadable: boolean
  /** The seconds of Retry-After; 0 without. */
  readonly retryAfter: number
}

/** Sends a call such as `GET /wiki/…`; undefined if there is no response. */
export async function send<Body = unknown>(
  sim: Simulator,
  call: string,
  body?: unknown,
  token = 'tok-alice',
): Promise<Reply<Body> | undefined> {
  const space = call.indexOf(' ')
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(call.includes(' /eu/')
      ? { 'X-Api-Key': token, 'X-Base-Url': 'https://wiki.northwind.test/wiki' }
      : {}),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  }
  const response = await sim
    .fetch(call.slice(space + 1), {
      method: call.slice(0, space),
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    .catch(() => undefined)
  if (response === undefined) return undefined
  const { status } = response
  const retryAfter = Number(response.headers.get('Retry-After') ?? 0)
  const text = await response.text().catch(() => '{')
  try {
    const parsed = (text === '' ? undefined : JSON.parse(text)) as Body
    return { status, body: parsed, isReadable: true, retryAfter }
  } catch {
    return { status, body: undefined as Body, isReadable: false, retryAfter }
  }
}

/** Whether a response says what became of the call. */
export function isFinal<Body>(reply: Reply<Body> | undefined): reply is Reply<Body> {
  return reply !== undefined && reply.isReadable && reply.status !== 429 && reply.status < 500
}

/** Makes up to three attempts, until a response is final. */
export async function attempts<Body>(
  { sleep }: RunContext,
  attempt: () => Promise<Reply<Body> | undefined>,
  wait = (reply: Reply<Body> | undefined) => sleep(1000 * Math.max(1, reply?.retryAfter ?? 0)),
): Promise<Reply<Body>> {
  for (let count = 1; count <= 3; count++) {
    const reply = await attempt()
    if (isFinal(reply)) return reply
    await wait(reply)
  }
  throw new Error('no final response to three attempts')
}

/** Reads; a read may be repeated. */
export async function read<Body>(
  sim: Simulator,
  context: RunContext,
  path: string,
  token?: string,
): Promise<Body> {
  const { body } = await attempts(context, () => send<Body>(sim, `GET ${path}`, undefined, token))
  return body
}

/** Reads all items of a list, however short its pages are; `path` has a query. */
export async function readItems<Item>(sim: Simulator, context: RunContext, path: string): Promise<Item[]> {
  const found: Item[] = []
  for (let total = 1; found.length < total;) {
    const page = await read<{ items: Item[]; total: number }>(sim, context, `${path}&offset=${found.length}`)
    if (page.items.length === 0) break
    found.push(...page.items)
    total = page.total
  }
  return found
}

/** The links of an issue, as wiki and tracker know them. */
export function linksOf(sim: Simulator, issueKey: string) {
  const [issue] = sim.state('issue', { key: issueKey })
  const links = sim.state('issueLink', {})
  return links.filter(({ wiki, tracker }) => wiki?.issueKey === issueKey || tracker?.issueId === issue?.id)
}
