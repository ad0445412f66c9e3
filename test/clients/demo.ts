/** What the clients of the demo world are told by the people who run them: addresses and credentials. */
import { createWire, type Wire, type WireOptions } from './wire.ts'

/** Where the service answers: below which address, and by which `fetch` if not by that of the platform. */
export interface Place {
  readonly address: string
  readonly fetch?: WireOptions['fetch']
  /** Gets every client of this place. */
  readonly wires?: Wire[]
}

const SITES = {
  wiki: 'https://wiki.northwind.test/wiki',
  tracker: 'https://tracker.northwind.test',
} as const

/** How a client spells booleans, unless as Python does. */
type Spell = WireOptions['spell']

/** The hosted wiki, as somebody with a personal access token calls it. */
export const hostedWiki = (place: Place, token = 'tok-alice', spell?: Spell): Wire =>
  wireAt(place, '/eu/wiki', { 'X-Api-Key': token, 'X-Base-Url': SITES.wiki }, spell)

export const standalone = (place: Place, token = 'tok-alice', spell?: Spell): Wire =>
  wireAt(place, '/eu/api', { Authorization: `Bearer ${token}` }, spell)

export const embeddedWiki = (place: Place, user = 'alice', spell?: Spell): Wire =>
  wireAt(place, '/wiki/rest/reqs/1', signedIn(user), spell)

export const embeddedTracker = (place: Place, user = 'alice'): Wire =>
  wireAt(place, '/tracker/rest/reqs/1', signedIn(user))

const signedIn = (user: string) => ({ Cookie: `JSESSIONID=sess-${user}` })

function wireAt(place: Place, path: string, headers: WireOptions['headers'], spell?: Spell): Wire {
  const send = place.fetch ?? fetch
  const options = { fetch: (url: string, init: RequestInit) => send(url, init), headers }
  const wire = createWire({
    ...options,
    base: place.address + path,
    ...(spell === undefined ? {} : { spell }),
  })
  place.wires?.push(wire)
  return wire
}
