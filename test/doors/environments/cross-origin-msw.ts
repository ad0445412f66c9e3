/** The table of requests of a page of another origin, through MSW in a test environment that has a document. */
import type { SetupServer } from 'msw/node'
import { handlers } from '../../../src/adapters/msw.ts'
import { overFetch, overXhr } from '../cases/cross-origin.ts'
import { describeCrossOrigin } from './cross-origin.ts'

const BASE = 'https://service.example.com'

export function describeMswCrossOrigin(
  version: 'MSW 2' | 'MSW 3',
  setupServer: () => SetupServer,
  unhandled: Parameters<SetupServer['listen']>[0],
): void {
  const page = navigator.userAgent.includes('jsdom') ? 'jsdom' : 'happy-dom'
  for (const [client, callAt] of Object.entries({ fetch: overFetch, XMLHttpRequest: overXhr })) {
    const server = setupServer()
    const open = (simulator: Parameters<typeof handlers>[0]) => {
      server.listen(unhandled)
      server.resetHandlers(...handlers(simulator, { base: BASE, corsOrigin: '*' }))
      return Promise.resolve(BASE)
    }
    describeCrossOrigin(
      `${client} of ${page} through ${version}`,
      { open, close: () => server.close() },
      callAt,
    )
  }
}
