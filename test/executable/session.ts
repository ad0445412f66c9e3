/** The example of every operation, called by several users; and the bytes that come back. */
import { createHash } from 'node:crypto'
import { operations } from '../../src/api/operations.ts'
import type { Operation } from '../../src/api/framework/operation.ts'
import type { PlainAnswer, Send } from '../doors/door.ts'
import { examplePath, exampleQuery } from '../support/bad-input.ts'

export interface Outcome {
  /** What was called, and the status and digest of the response. */
  readonly responses: readonly string[]
  /** The world and the report at the end. */
  readonly world: string
  readonly report: string
}

export interface SessionCall {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

const TOKENS = ['tok-admin', 'tok-alice', 'tok-eve', 'tok-app101', 'tok-uma']
/** What ends an account, or its link, comes last: every other operation is to be answered, not refused. */
const ENDINGS = new Set(['standalone.linkedAccount.delete', 'standalone.user.deleteSelf'])

/** Calls every operation, one call after the other. */
export async function callEverything(send: Send): Promise<Outcome> {
  const answers: PlainAnswer[] = []
  for (const request of everyCall()) answers.push(await send(request))
  return outcomeOf(answers)
}

/** The calls, in their order. No call needs the response to another. */
export function everyCall(): SessionCall[] {
  const ordered = operations.toSorted(
    (left, right) => Number(ENDINGS.has(left.id)) - Number(ENDINGS.has(right.id)),
  )
  const advance: SessionCall = {
    method: 'POST',
    path: '/_sim/clock/advance',
    headers: { 'content-type': 'application/json', 'x-sim-control': '1' },
    body: '{"by":"6s"}',
  }
  return [
    ...ordered.flatMap((operation) => [...TOKENS.map((token) => callOf(operation, token)), advance]),
    ...['/_sim/export', '/_sim/report'].map((path) => ({ method: 'GET', path, headers: {} })),
  ]
}

function callOf(operation: Operation, token: string): SessionCall {
  const query = exampleQuery(operation).map(([name, value]) => `${name}=${value}`)
  const { pathname, search } = new URL(`${examplePath(operation)}?${query.join('&')}`, 'http://localhost')
  const body = operation.body === undefined ? undefined : JSON.stringify(operation.body.example)
  const headers = {
    authorization: `Bearer ${token}`,
    'x-api-key': token,
    'x-base-url': 'https://wiki.northwind.test/wiki',
    'x-sim-explain': '1',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  return {
    method: operation.method,
    path: pathname + search,
    headers,
    ...(body === undefined ? {} : { body }),
  }
}

/** `answers` are those to the calls of `everyCall`. */
export function outcomeOf(answers: readonly PlainAnswer[]): Outcome {
  const responses = everyCall().map(({ method, path }, at) => {
    const digest = createHash('sha256').update(JSON.stringify(answers[at])).digest('hex')
    return `${method} ${path}: ${answers[at]?.status} ${digest}`
  })
  const [world = '', report = ''] = answers.slice(-2).map(({ body }) => Buffer.from(body, 'hex').toString())
  return { responses, world, report }
}
