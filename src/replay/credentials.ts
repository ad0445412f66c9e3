/** Credentials of recordings: keeps their owners, removes their values. */
import type { JournalEntry } from '../gateway/journal/entry.ts'
import { isSecretName, redactEntry } from '../gateway/journal/redact.ts'
import { REDACTED } from '../gateway/journal/secret-repeats.ts'

type Headers = Readonly<Record<string, string>>

/** The parts of an exchange that may contain a credential. */
export interface Recorded {
  readonly method: string
  readonly url: string
  /** Lower-case names. */
  readonly headers: Headers
  readonly body: string | undefined
  readonly status: number
  readonly responseHeaders: Headers
  readonly responseBody: string | undefined
}

/** Removes credentials: whole headers, and a placeholder elsewhere. */
export function withoutCredentials(recorded: Recorded): Recorded {
  const { method, url, headers, body, status, responseHeaders, responseBody } = recorded
  const { request, answer } = redactEntry({
    ...NOTHING_ELSE,
    request: { method, url, headers, body: withoutSecretParts(body, headers['content-type']) },
    answer: { status, headers: responseHeaders, body: responseBody ?? '' },
  })
  return {
    method,
    url: request.url,
    headers: withoutSecrets(request.headers as Headers),
    body: body === undefined ? undefined : String(request.body),
    status,
    responseHeaders: answer.headers,
    responseBody: responseBody === undefined ? undefined : String(answer.body),
  }
}

/** A multipart form without the values of fields with credentials. */
function withoutSecretParts(body: string | undefined, mediaType = ''): string | undefined {
  const [, boundary] = /^multipart\/form-data\b.{0,200}?;\s?boundary="?([^";]{1,100})/i.exec(mediaType) ?? []
  if (body === undefined || boundary === undefined) return body
  return body
    .split(`--${boundary}`)
    .map((part) => {
      const blank = /\r?\n\r?\n/.exec(part)
      const head = blank === null ? '' : part.slice(0, blank.index)
      const [, name = ''] = /\bname="([^"]{1,200})"/.exec(head) ?? []
      return blank === null || !isSecretName(name) ? part : `${head}${blank[0]}${REDACTED}\r\n`
    })
    .join(`--${boundary}`)
}

/** The fields of an entry of the journal that other recordings lack. */
export const NOTHING_ELSE: Omit<JournalEntry, 'request' | 'answer'> = {
  id: '',
  at: 0,
  world: '',
  interface: undefined,
  region: undefined,
  operation: undefined,
  user: undefined,
  assumptions: [],
  unknownParameters: [],
  unknownFields: [],
  rateLimitExceeded: false,
}

function withoutSecrets(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => !isSecretName(name) && value !== REDACTED),
  )
}

/** Names callers by their credentials. */
export interface CallerNames {
  /** The user of HTTP Basic, else `1` for the first credential, `2` for the next; undefined without one. */
  nameOf(headers: Headers): string | undefined
}

const KEPT_FROM = ['authorization', 'x-api-key', 'cookie'] as const

export function createCallerNames(): CallerNames {
  const numbers = new Map<string, string>()
  return {
    nameOf(headers) {
      const name = KEPT_FROM.find((each) => headers[each] !== undefined)
      const sent = name === undefined ? undefined : headers[name]
      if (sent === undefined || sent === REDACTED) return undefined
      const credential = name === 'cookie' ? sessionOf(sent) : sent
      if (credential === undefined) return undefined
      const user = userOfBasic(credential)
      if (user !== undefined) return user
      const known = numbers.get(credential)
      if (known !== undefined) return known
      const number = String(numbers.size + 1)
      numbers.set(credential, number)
      return number
    },
  }
}

function sessionOf(cookies: string): string | undefined {
  return cookies
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => isSecretName(pair.split('=', 1)[0] ?? ''))
}

function userOfBasic(credential: string): string | undefined {
  const [, encoded] = /^Basic +([\w+/=-]{1,4000})$/i.exec(credential) ?? []
  if (encoded === undefined) return undefined
  const [user] = Buffer.from(encoded, 'base64').toString('utf8').split(':', 1)
  return user === undefined || user === '' ? undefined : user
}
