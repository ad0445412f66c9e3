/** A client of the service. It does not know about the simulator. */

export interface Connection {
  /** The address of the standalone interface, such as `https://api.example.com/api`. */
  readonly apiUrl: string
  /** The address of the wiki in which the service is embedded. */
  readonly wikiUrl: string
  readonly token: string
  /** Waits the given milliseconds. Default: a timer of the platform. */
  readonly wait?: (milliseconds: number) => Promise<void>
}

export interface Requirement {
  readonly key: string
  readonly status: string
  readonly text: string
}

export interface Baseline {
  readonly baseline: number
  readonly name: string
  readonly status: string
  readonly count: number
  /** Why it could not be frozen; absent unless that failed. */
  readonly message?: string
}

/** An error response that a retry would not change. */
export class ServiceError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(`${status}: ${message}`)
    this.status = status
  }
}

export interface Client {
  readRequirement(applicationId: number, projectId: number, key: string): Promise<Requirement>
  /** Freezes a baseline and waits until it is frozen. Rejects with ServiceError if that fails. */
  freezeBaseline(spaceKey: string, version: number): Promise<Baseline>
}

const ATTEMPTS = 4
const FIRST_PAUSE = 500
const POLL_PAUSE = 2000
const MOST_POLLS = 100

export function createClient(connection: Connection): Client {
  const wait = connection.wait ?? sleep

  /** Retries failed requests: after a rate limit when the window ends, after a 503 with growing pauses. */
  async function send<T>(method: string, url: string): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(url, { method, headers: { Authorization: `Bearer ${connection.token}` } })
      if (response.ok) return (await response.json()) as T
      const pause = pauseBefore(response, attempt)
      if (pause === undefined || attempt === ATTEMPTS) throw await errorOf(response)
      await wait(pause)
    }
  }

  return {
    readRequirement(applicationId, projectId, key) {
      const project = `${connection.apiUrl}/applications/${applicationId}/projects/${projectId}`
      return send('GET', `${project}/variants/current/requirements/${encodeURIComponent(key)}`)
    },

    async freezeBaseline(spaceKey, version) {
      const base = `${connection.wikiUrl}/rest/reqs/1`
      await send('POST', `${base}/baseline-actions/${spaceKey}/freeze/${version}`)
      for (let poll = 0; poll < MOST_POLLS; poll++) {
        const baseline = await send<Baseline>('GET', `${base}/baseline/${spaceKey}/${version}`)
        if (baseline.status === 'DONE') return baseline
        if (baseline.status === 'ERROR')
          throw new ServiceError(200, `${baseline.name} could not be frozen: ${baseline.message}`)
        await wait(POLL_PAUSE)
      }
      throw new ServiceError(200, `baseline ${version} of ${spaceKey} is still not frozen`)
    },
  }
}

/** Milliseconds until the next attempt; undefined if a retry would not help. */
function pauseBefore(response: Response, attempt: number): number | undefined {
  if (response.status === 429) return Number(response.headers.get('X-Rate-Limit-Reset')) * 1000
  return response.status === 503 ? FIRST_PAUSE * 2 ** (attempt - 1) : undefined
}

async function errorOf(response: Response): Promise<ServiceError> {
  const text = await response.text()
  return new ServiceError(response.status, text === '' ? response.statusText : text)
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
