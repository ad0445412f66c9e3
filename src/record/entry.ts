/** A forwarded request with its response as an entry of an HTTP Archive, without credentials unless they are kept. */
import type { RequestHeaders } from '../api/framework/exchange.ts'
import type { TextEntry } from '../gateway/journal/entry.ts'
import { type HarPair, headerPairs, queryPairs } from '../gateway/journal/har.ts'
import { redactEntry } from '../gateway/journal/redact.ts'
import { type CallerNames, NOTHING_ELSE } from '../replay/credentials.ts'
import { archivedText, type BodyText, bodyText, type CollectedBody, decodeBody } from './body.ts'

export interface RecordedRequest {
  readonly method: string
  /** The address on the server. */
  readonly url: string
  readonly headers: RequestHeaders
  readonly body: CollectedBody
}

export interface RecordedResponse {
  readonly status: number
  readonly statusText: string
  readonly headers: RequestHeaders
  readonly body: CollectedBody
}

export interface Recorded {
  /** Wall-clock milliseconds since 1970. */
  readonly at: number
  /** Milliseconds until the head of the response, and from the head to its end. */
  readonly waited: number
  readonly received: number
  readonly request: RecordedRequest
  /** Undefined if there was no response, or if it was incomplete. */
  readonly response: RecordedResponse | undefined
  /** Why there is no response. */
  readonly failure: string | undefined
}

const HTTP_VERSION = 'HTTP/1.1'

/** An entry of HAR 1.2. `_caller` names the owner of the credential, so that replay can give each caller a user. */
export function recordedEntry(
  { at, waited, received, request, response, failure }: Recorded,
  { keepsCredentials, callers }: { readonly keepsCredentials: boolean; readonly callers: CallerNames },
): object {
  const sent = textOf(request)
  const returned = response === undefined ? undefined : textOf(response)
  const entry: TextEntry = {
    ...NOTHING_ELSE,
    request: { method: request.method, url: request.url, headers: request.headers, body: sent?.text },
    answer: {
      status: response?.status ?? 0,
      headers: (response?.headers ?? {}) as TextEntry['answer']['headers'],
      body: returned?.text ?? '',
    },
  }
  const clean = keepsCredentials ? entry : redactEntry(entry)
  const caller = callers.nameOf(singleValues(request.headers))
  return {
    startedDateTime: new Date(at).toISOString(),
    time: waited + received,
    request: {
      method: request.method,
      url: clean.request.url,
      httpVersion: HTTP_VERSION,
      cookies: [],
      headers: headerPairs(clean.request.headers),
      queryString: queryPairs(clean.request.url),
      ...postData(request, sent, clean.request.body),
      headersSize: -1,
      bodySize: request.body.size(),
      // Replay sends such a body with its header again.
      ...(sent?.isUndecoded === true ? { _undecoded: true } : {}),
    },
    response: {
      status: clean.answer.status,
      statusText: response?.statusText ?? '',
      httpVersion: HTTP_VERSION,
      cookies: [],
      headers: headerPairs(clean.answer.headers),
      content: contentOf(response, returned, clean.answer.body),
      redirectURL: headerPairs(clean.answer.headers).find(isLocation)?.value ?? '',
      headersSize: -1,
      bodySize: response?.body.size() ?? -1,
    },
    cache: {},
    timings: { send: 0, wait: waited, receive: received },
    ...(failure === undefined ? {} : { comment: failure }),
    ...(caller === undefined ? {} : { _caller: caller }),
  }
}

interface SentText extends BodyText {
  readonly isUndecoded?: true
}

/** The decoded body; undefined if it is too large. */
function textOf({ headers, body }: RecordedRequest | RecordedResponse): SentText | undefined {
  const sent = body.bytes()
  if (sent === undefined) return undefined
  const { bytes, ...rest } = decodeBody(sent, singleValues(headers)['content-encoding'])
  return bytes === undefined ? undefined : { ...bodyText(bytes), ...rest }
}

function postData(request: RecordedRequest, sent: BodyText | undefined, text: string | undefined): object {
  if (request.body.size() === 0 || sent === undefined || text === undefined) return {}
  const mimeType = singleValues(request.headers)['content-type'] ?? ''
  return { postData: { mimeType, params: [], ...archivedText({ ...sent, text }) } }
}

function contentOf(
  response: RecordedResponse | undefined,
  returned: BodyText | undefined,
  text: string,
): object {
  const mimeType = response === undefined ? '' : (singleValues(response.headers)['content-type'] ?? '')
  if (response === undefined || returned === undefined) return { size: response?.body.size() ?? 0, mimeType }
  const archived = archivedText({ ...returned, text })
  return { size: Buffer.byteLength(text, returned.isBinary ? 'latin1' : 'utf8'), mimeType, ...archived }
}

const isLocation = ({ name }: HarPair): boolean => name.toLowerCase() === 'location'

function singleValues(headers: RequestHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [
      name,
      typeof value === 'string' ? value : value.join(', '),
    ]),
  )
}
