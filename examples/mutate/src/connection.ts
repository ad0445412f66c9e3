/** Requests to the service with everything that a retry can mend: rate limits, short outages, an expired token. */

export interface Connection {
  /** The address of the standalone interface, such as `https://api.example.com/api`. */
  readonly apiUrl: string
  /** The address of the wiki in which the service is embedded. */
  readonly wikiUrl: string
  /** The address of the tracker in which the service is embedded. */
  readonly trackerUrl: string
  readonly token: string
  /** Exchanges an expired token for a new one. Default: an expired token is an error. */
  readonly renewToken?: () => Promise<string>
  /** Default: that of the platform. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Waits the given milliseconds. Default: a timer of the platform. */
  readonly wait?: (milliseconds: number) => Promise<void>
}

/** A response with another status than the call expects. */
export class ServiceError extends Error {
  readonly status: number
  /** The parsed body of the response; absent if there is none or it is not JSON. */
  readonly body: unknown

  constructor(status: number, message: string, body?: unknown) {
    super(message)
    this.name = 'ServiceError'
    this.status = status
    this.body = body
  }
}

export interface Content {
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as plain text. */
  readonly text?: string
  /** The status of success. Default: 200. */
  readonly status?: number
}

/** Resolves with the body of the response; rejects with ServiceError for any status but the expected one. */
export type Send = <T>(method: string, url: string, content?: Content) => Promise<T>

const ATTEMPTS = 4
const FIRST_PAUSE = 500

export function createSend(connection: Connection): Send {
  const { renewToken, fetch: call = fetch, wait = sleep } = connection
  let { token } = connection

  return async function send<T>(method: string, url: string, content: Content = {}): Promise<T> {
    let mayRenew = renewToken !== undefined
    for (let attempt = 1; ; attempt++) {
      const response = await call(url, { method, ...bodyOf(content, token) })
      if (response.status === (content.status ?? 200)) return (await parsed(response)) as T
      if (response.status === 401 && mayRenew && renewToken !== undefined) {
        token = await renewToken()
        mayRenew = false
        continue
      }
      const pause = pauseBefore(response, attempt)
      if (pause === undefined || attempt === ATTEMPTS) throw await errorOf(response)
      await wait(pause)
    }
  }
}

function bodyOf({ json, text }: Content, token: string): Pick<RequestInit, 'headers' | 'body'> {
  const headers = { Authorization: `Bearer ${token}` }
  if (text !== undefined) return { headers: { ...headers, 'Content-Type': 'text/plain' }, body: text }
  if (json === undefined) return { headers }
  return { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(json) }
}

/** Milliseconds until the next attempt; undefined if a retry would not help. */
function pauseBefore(response: Response, attempt: number): number | undefined {
  if (response.status === 429) return Number(response.headers.get('X-Rate-Limit-Reset')) * 1000
  return response.status === 503 ? FIRST_PAUSE * 2 ** (attempt - 1) : undefined
}

async function parsed(response: Response): Promise<unknown> {
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}

/** Takes the message from the body of an error response, if it has one. */
async function errorOf(response: Response): Promise<ServiceError> {
  const text = await response.text()
  try {
    const body = JSON.parse(text) as { message?: string }
    return new ServiceError(response.status, body.message ?? text, body)
  } catch {
    return new ServiceError(response.status, text)
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
