/** A fixed session with the demo world, kept with each release: what was asked, and a digest of each answer. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Simulator } from '../../src/index.ts'

/** An exchange, or a move of the clock by a duration. */
export type Step =
  | { readonly as: string; readonly ask: string; readonly body?: unknown }
  | { readonly advance: string }

/** What is kept of a session, besides the world in its middle. */
export interface KeptSession {
  /** What happens before the world is exported, and after. */
  readonly before: readonly Step[]
  readonly after: readonly Step[]
  /** A line for each exchange: status and digest, then what was asked. */
  readonly answersBefore: readonly string[]
  readonly answersAfter: readonly string[]
}

/** Plays steps and answers a line for each exchange. */
export async function play(simulator: Simulator, steps: readonly Step[]): Promise<string[]> {
  const lines: string[] = []
  for (const step of steps) {
    if ('advance' in step) simulator.clock.advance(step.advance)
    else lines.push(await exchangeLine(simulator, step))
  }
  return lines
}

async function exchangeLine(simulator: Simulator, step: Exclude<Step, { advance: string }>): Promise<string> {
  const [method = '', url = ''] = step.ask.split(' ')
  const { status, body } = await simulator.exchange({
    method,
    url,
    headers: {
      authorization: `Bearer tok-${step.as}`,
      'content-type': 'application/json',
      'x-sim-control': '1',
    },
    body: step.body === undefined ? undefined : JSON.stringify(step.body),
  })
  const digest = bytesToHex(sha256(typeof body === 'string' ? utf8ToBytes(body) : body)).slice(0, 16)
  return `${status} ${digest} ${step.ask}`
}
