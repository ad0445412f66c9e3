/**
 * Cases that nobody wrote: sequences that the fuzzer draws (test/fuzz), as far as a client of HTTP can send them. What each
 * is answered with is what the core answers.
 */
import fc from 'fast-check'
import type { ExchangeRequest } from '../../../src/api/framework/exchange.ts'
import type { Simulator } from '../../../src/index.ts'
import { anyAdvance, anyExchange, requestOfStep } from '../../fuzz/sequences.ts'
import type { DoorCase, DoorRequest } from './cases.ts'
import { createSubject } from './subject.ts'

const CASES = 15
const LENGTH = 20
const SEED = 20260105

/** What any client may set, pages included; the rest belongs to what carries the request. */
const CARRIED = new Set([
  'authorization',
  'x-api-key',
  'x-base-url',
  'content-type',
  'x-sim-explain',
  'x-sim-control',
])
/** Neither too long nor with what is lost at its ends. */
const PLAIN_VALUE = /^[!-~](?:[ -~]{0,400}[!-~])?$/
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])

const step = fc.oneof({ weight: 9, arbitrary: anyExchange }, { weight: 1, arbitrary: anyAdvance })
const subject = await createSubject()
const drawn = fc.sample(fc.array(step, { minLength: LENGTH, maxLength: LENGTH }), {
  numRuns: CASES,
  seed: SEED,
})

export const drawnCases: readonly DoorCase[] = await Promise.all(
  drawn.map(async (steps, index): Promise<DoorCase> => {
    const simulator = subject.fork()
    const played: DoorCase['steps'][number][] = []
    for (const one of steps) {
      const request = requestOfStep(one, simulator.world)
      const carried = carriedBy(request)
      if (carried !== undefined)
        played.push({ request: carried, expect: { status: await statusOf(simulator, request) } })
    }
    return { name: `drawn sequence ${index + 1}`, steps: played }
  }),
)

async function statusOf(simulator: Simulator, request: ExchangeRequest): Promise<number> {
  return (await simulator.exchange(request)).status
}

/** The request as the doors are asked it; undefined for one that no client of HTTP sends as it is. */
function carriedBy({ method, url, headers, body }: ExchangeRequest): DoorRequest | undefined {
  const isPlain = Object.entries(headers).every(
    ([name, value]) => CARRIED.has(name) && typeof value === 'string' && PLAIN_VALUE.test(value),
  )
  if (!METHODS.has(method) || !isPlain || !isKept(url)) return undefined
  const carried = { method, path: url, headers: headers as Readonly<Record<string, string>> }
  if (body === undefined) return carried
  if (method === 'GET' || method === 'HEAD' || body.length > 20_000) return undefined
  // A body without a type is given one by some doors.
  if (headers['content-type'] === undefined) return undefined
  if (typeof body !== 'string') return { ...carried, body: { bytes: [...body] } }
  return body.isWellFormed() ? { ...carried, body } : undefined
}

/** Whether an address reaches the core as it is written. */
function isKept(url: string): boolean {
  if (url.length > 4000 || !URL.canParse(`http://x${url}`)) return false
  const { pathname, search, hash } = new URL(`http://x${url}`)
  return hash === '' && `${pathname}${search}` === url
}
