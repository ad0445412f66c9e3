// Pages of jsdom and happy-dom call a server of another origin; test/doors/environments has the same through MSW.

import { Window } from 'happy-dom'
import { serve, type Served } from '../../src/adapters/node.ts'
import { overFetch, overXhr, type PageParts } from './cases/cross-origin.ts'
import { describeCrossOrigin } from './environments/cross-origin.ts'

const url = 'http://page.example:3000/'
// It has no types.
const { JSDOM } = (await import('jsdom' as string)) as {
  readonly JSDOM: new (html: string, options: { readonly url: string }) => { readonly window: PageParts }
}

let served: Served
const door = {
  async open(simulator: Parameters<typeof serve>[0]) {
    served = await serve(simulator, { corsOrigin: [new URL(url).origin] })
    return served.url
  },
  close: () => served.close(),
}
const jsdom = new JSDOM('', { url }).window
const happy = new Window({ url }) as unknown as PageParts

describeCrossOrigin('XMLHttpRequest of jsdom over HTTP', door, (base) => overXhr(base, jsdom))
describeCrossOrigin('fetch of happy-dom over HTTP', door, (base) => overFetch(base, happy))
describeCrossOrigin('XMLHttpRequest of happy-dom over HTTP', door, (base) => overXhr(base, happy))
