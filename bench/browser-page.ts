/** What runs inside the page of the benchmark: a simulator behind MSW's service worker, and a handler written by hand. */
import { http, HttpResponse } from 'msw'
import { setupWorker } from 'msw/browser'
import { handlers } from '../src/adapters/msw.ts'
import { createSimulator } from '../src/index.ts'

declare global {
  /** Starts the worker; answers the milliseconds from making the simulator to being ready. */
  var startMocking: () => Promise<number>
  /** Requests a second, so many one after the other. */
  var askInTurn: (url: string, count: number) => Promise<number>
}

globalThis.startMocking = async () => {
  const started = performance.now()
  const simulator = await createSimulator({ scenario: 'demo', config: { rateLimit: 'off' } })
  const byHand = http.get('/hand/:key', ({ params }) => HttpResponse.json({ key: params['key'] }))
  const worker = setupWorker(byHand, ...handlers(simulator, { base: '/sim' }))
  await worker.start({ quiet: true })
  return performance.now() - started
}

globalThis.askInTurn = async (url, count) => {
  const started = performance.now()
  for (let number = 0; number < count; number++) {
    const answer = await fetch(url, { headers: { authorization: 'Bearer tok-alice' } })
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
    await answer.json()
  }
  return (count * 1000) / (performance.now() - started)
}
