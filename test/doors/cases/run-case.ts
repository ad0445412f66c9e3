/** Runs one of the shared cases; without any test framework, since it also runs inside a page. */
import type { Simulator } from '../../../src/simulator/simulator.ts'
import type { DoorCase } from './cases.ts'
import { bytesOf, type PlainAnswer, plainAnswer, type Send } from '../door.ts'

/** Sends the requests of a case, one after the other, to a world of its own. */
export async function runCase(entry: DoorCase, index: number, send: Send): Promise<PlainAnswer[]> {
  const answers: PlainAnswer[] = []
  for (const { request } of entry.steps) {
    const headers = request.path.startsWith('/_world/')
      ? request.headers
      : { 'X-Sim-World': `case-${index}`, ...request.headers }
    answers.push(await send({ ...request, ...(headers === undefined ? {} : { headers }) }))
  }
  return answers
}

/** The core itself, without any door; `host` and `scheme` stand for what a transport adds. */
export function sendToCore(simulator: Simulator, host?: string, scheme?: 'https'): Send {
  return async ({ method = 'GET', path, headers = {}, body }) => {
    const lower = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    const answer = await simulator.exchange({
      method,
      url: path,
      scheme,
      headers: host === undefined ? lower : { ...lower, host },
      body: body === undefined ? undefined : bytesOf(body),
    })
    const bytes = typeof answer.body === 'string' ? new TextEncoder().encode(answer.body) : answer.body
    return plainAnswer(answer.status, Object.entries(answer.headers), bytes)
  }
}
