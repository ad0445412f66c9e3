/** The places of a request in which patterns of the simulator read a client's text. */
import { secretLike } from './shapes.ts'

export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** The most characters of a text that are put into a head. */
const LONGEST_HEAD = 8000
const LONGEST_SECRET = 2000

/** Requests that put this text everywhere: into bodies read in each way, addresses and headers; `token` may be none. */
export function requestsWith(text: string, token: string | undefined): Sent[] {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const line = text.slice(0, LONGEST_HEAD).replaceAll(/[^\x20-\x7e]/g, ' ')
  const address = line.replaceAll(/[ "<>\\^`{|}]/g, 'a')
  const post = (url: string, type: string, body = text, headers: Sent['headers'] = {}): Sent => ({
    method: 'POST',
    url,
    headers: { ...authorization, 'content-type': type, ...headers },
    body,
  })
  return [
    // What a page of another site may send without a preflight.
    post('/api/applications', 'text/plain', text, { 'x-api-key': secretLike(text, LONGEST_SECRET) }),
    post('/api/templates/parse?applicationId=103', 'application/json', JSON.stringify({ content: text })),
    post('/wiki/rest/reqs/1/integration', 'application/json'),
    post('/tracker/rest/reqs/1/nowhere', 'application/x-www-form-urlencoded'),
    post('/api/files/3100/upload/blob?applicationId=103', 'multipart/form-data; boundary=x'),
    { method: 'GET', url: `/wiki/${address}?${address}`, headers: authorization },
    {
      method: 'GET',
      url: `/wiki/rest/reqs/1/requirement2/ENG?q=${encodeURIComponent(line)}&to=${address}`,
      headers: { ...authorization, cookie: line, referer: line, origin: line, accept: line },
    },
    {
      method: 'POST',
      url: `/_sim/journal;${address}`,
      headers: { authorization: line, 'x-sim-world': line, 'x-base-url': line, 'content-type': line },
    },
  ]
}
