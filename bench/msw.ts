/**
 * What a mocked request costs through MSW in Node: the simulator's handler beside one written by hand that answers the same
 * body. A process of its own, since MSW takes over `fetch`. Prints its rows as JSON.
 */
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { loadLibrary, loadMswDoor } from './library.ts'
import { ratiosOf, type Row, rowOf } from './measure.ts'
import { TARGETS } from './targets.ts'

const ROUNDS = Number(process.argv[2] ?? 5)
const REQUESTS = 500
const PATH = '/wiki/rest/reqs/1/requirement2/ENG/REQ-001'

const { createSimulator } = await loadLibrary()
const { handlers } = await loadMswDoor()
const simulator = await createSimulator({ scenario: 'demo', config: { rateLimit: 'off' } })
const headers = { authorization: 'Bearer tok-alice' }
const sample = JSON.parse(
  String((await simulator.exchange({ method: 'GET', url: PATH, headers })).body),
) as Record<string, unknown>
const byHand = http.get('http://hand.test/requirements/:key', ({ params }) =>
  HttpResponse.json({ ...sample, key: params['key'] }),
)
const simulated = handlers(simulator, { base: 'http://simulator.test' })
const server = setupServer()
server.listen({ onUnhandledFrame: 'error' })
try {
  console.log(JSON.stringify(await measure()))
} finally {
  server.close()
}

async function measure(): Promise<Row[]> {
  const ours: number[] = []
  const hand: number[] = []
  for (let round = -1; round < ROUNDS; round++) {
    // Each alone: MSW asks the handlers of a server in turn.
    server.resetHandlers(...simulated)
    const some = await rateOf(`http://simulator.test${PATH}`)
    server.resetHandlers(byHand)
    const others = await rateOf('http://hand.test/requirements/REQ-001')
    if (round < 0) continue
    ours.push(some)
    hand.push(others)
  }
  return [
    rowOf({ name: 'MSW in Node, by key', unit: 'req/s' }, ours),
    rowOf({ name: 'MSW in Node, a handler written by hand', unit: 'req/s' }, hand),
    rowOf(TARGETS.msw, ratiosOf(ours, hand)),
  ]
}

/** Requests a second, one after the other. */
async function rateOf(url: string): Promise<number> {
  const started = performance.now()
  for (let count = 0; count < REQUESTS; count++) {
    const answer = await fetch(url, { headers })
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
    await answer.json()
  }
  return (REQUESTS * 1000) / (performance.now() - started)
}
