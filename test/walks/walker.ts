/** Sends the requests of a walk to its world, and reads what steps can choose from. */
import type { ExchangeResponse } from '../../src/api/framework/exchange.ts'
import type { Simulator } from '../../src/index.ts'
import type { TableName, TableRecords } from '../../src/model/schema.ts'
import { exportWorld } from '../../src/world/transfer.ts'
import { touched } from './untouched.ts'

export const WIKI = '/wiki/rest/reqs/1'
export const TRACKER = '/tracker/rest/reqs/1'
export const API = '/api'
export const CONTROL = '/_sim'
export const HOSTED_WIKI = '/eu/wiki'
/** A body that stands for the exported world. */
export const EXPORTED = '(the world as it is exported)'
/** The address of the wiki, which requests to the hosted wiki name. */
const WIKI_ADDRESS = 'https://wiki.northwind.test/wiki'

export interface WalkRequest {
  readonly method: string
  readonly url: string
  readonly body?: unknown
  /** The user who sends it, `admin` when absent; the control API has no users. */
  readonly as?: 'admin' | 'alice'
}

export const get = (url: string): WalkRequest => ({ method: 'GET', url })
export const post = (url: string, body?: unknown): WalkRequest => ({ method: 'POST', url, body })
export const put = (url: string, body?: unknown): WalkRequest => ({ method: 'PUT', url, body })
export const patch = (url: string, body: unknown): WalkRequest => ({ method: 'PATCH', url, body })
export const remove = (url: string, body?: unknown): WalkRequest => ({ method: 'DELETE', url, body })

export interface WalkAnswer {
  readonly status: number
  readonly text: string
  /** The parsed JSON; undefined if there is none. */
  readonly body: ReturnType<typeof JSON.parse>
}

/** A world, and what was sent to it. */
export interface Walker {
  readonly simulator: Simulator
  /** Every request with its status, one line each. */
  readonly log: string[]
  /** What was wrong with single answers, whatever the walk did. */
  readonly complaints: string[]
  send(request: WalkRequest): Promise<WalkAnswer>
  /** The body of a GET that is not logged; undefined if it is refused. */
  look(url: string): Promise<ReturnType<typeof JSON.parse>>
  /** The body of a GET that must succeed. */
  read(url: string): Promise<ReturnType<typeof JSON.parse>>
  /** The records of a table. */
  state<N extends TableName>(table: N): readonly TableRecords[N][]
}

export function createWalker(simulator: Simulator): Walker {
  const log: string[] = []
  const complaints: string[] = []
  const send: Walker['send'] = async (request) => {
    const before = simulator.world.snapshot()
    const body = request.body === EXPORTED ? exportWorld(simulator.world) : request.body
    const answer = await simulator.exchange(exchangeOf({ ...request, body }))
    const { status } = answer
    const text = textOf(answer)
    log.push(`${lineOf(request)} → ${status}${status >= 400 ? ` ${text.slice(0, 300)}` : ''}`)
    const struck = answer.headers['X-Sim-Fault'] !== undefined
    if (status === 500) complaints.push(`500: ${lineOf(request)}: ${text.slice(0, 500)}`)
    const changed = status >= 400 && !struck ? touched(before, simulator.world.snapshot()) : []
    if (changed.length > 0)
      complaints.push(`a refusal changed ${changed.join(', ')}: ${lineOf(request)} → ${status}`)
    return { status, text, body: isJson(answer) && text !== '' ? JSON.parse(text) : undefined }
  }
  return {
    simulator,
    log,
    complaints,
    send,
    async look(url) {
      const answer = await simulator.exchange(exchangeOf({ method: 'GET', url }))
      return answer.status === 200 ? JSON.parse(textOf(answer)) : undefined
    },
    async read(url) {
      const { status, text, body } = await send({ method: 'GET', url })
      if (status !== 200) complaints.push(`unreadable: GET ${url} → ${status} ${text.slice(0, 500)}`)
      return status === 200 ? body : undefined
    },
    state: (table) => simulator.state(table),
  }
}

/** A request in one line, so that it can be sent again. */
export function lineOf({ method, url, body, as }: WalkRequest): string {
  const content = body === undefined ? '' : ` ${JSON.stringify(body)}`
  return `${as === undefined ? '' : `as ${as}: `}${method} ${url}${content}`
}

function exchangeOf({ method, url, body, as = 'admin' }: WalkRequest) {
  const plain = typeof body === 'string' && url.endsWith('/label')
  const own: Record<string, string> = url.startsWith(CONTROL)
    ? { 'x-sim-control': '1', 'content-type': 'application/json' }
    : url.startsWith(HOSTED_WIKI)
      ? { 'x-api-key': `tok-${as}`, 'x-base-url': WIKI_ADDRESS }
      : { authorization: `Bearer tok-${as}` }
  if (body !== undefined) own['content-type'] = plain ? 'text/plain' : 'application/json'
  const sent = body === undefined ? undefined : plain ? body : JSON.stringify(body)
  return { method, url, headers: own, ...(sent === undefined ? {} : { body: sent }) }
}

const isJson = ({ headers }: ExchangeResponse): boolean =>
  headers['Content-Type']?.startsWith('application/json') === true

function textOf({ body }: ExchangeResponse): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body)
}
