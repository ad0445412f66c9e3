/** What the clients of the demo world are told by the people who run them: addresses and credentials. */
import type { Opened } from './doors.ts'
import { createWire, type Wire } from './wire.ts'

const SITES = {
  wiki: 'https://wiki.northwind.test/wiki',
  tracker: 'https://tracker.northwind.test',
} as const

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

/** The hosted wiki, as somebody with a personal access token calls it. */
export const hostedWiki = ({ address }: Opened, token = 'tok-alice'): Wire =>
  wireAt(`${address}/eu/wiki`, { 'X-Api-Key': token, 'X-Base-Url': SITES.wiki })

export const standalone = ({ address }: Opened, token = 'tok-alice'): Wire =>
  wireAt(`${address}/eu/api`, bearer(token))

export const embeddedWiki = ({ address }: Opened, user = 'alice'): Wire =>
  wireAt(`${address}/wiki/rest/reqs/1`, { Cookie: `JSESSIONID=sess-${user}` })

export const embeddedTracker = ({ address }: Opened, user = 'alice'): Wire =>
  wireAt(`${address}/tracker/rest/reqs/1`, { Cookie: `JSESSIONID=sess-${user}` })

const wireAt = (base: string, headers: Readonly<Record<string, string>>): Wire =>
  createWire({ fetch: (url, init) => fetch(url, init), base, headers })
