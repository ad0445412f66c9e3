/** What runs inside a page of another origin than the simulator: the table, over the network or through a service worker. */
import { setupWorker } from 'msw/browser'
import { handlers } from '../../src/adapters/msw.ts'
import { crossAll, type Crossed, crossOriginSimulator, overFetch, overXhr } from './cases/cross-origin.ts'

declare global {
  /** The results of all cases; `worker` lets a service worker respond in place of the network. */
  var crossFromPage: (
    base: string,
    client: 'fetch' | 'XMLHttpRequest',
    expected: readonly Crossed[],
    worker: boolean,
  ) => Promise<readonly (Crossed | string)[]>
}

const worker = setupWorker()

globalThis.crossFromPage = async (base, client, expected, isMocked) => {
  if (isMocked) {
    await worker.start({ quiet: true })
    worker.resetHandlers(...handlers(await crossOriginSimulator(), { base }))
  }
  const results = await crossAll((client === 'fetch' ? overFetch : overXhr)(base), expected)
  if (isMocked) worker.stop()
  return results
}
