/** A client of the service as an integrator writes one: nothing in it knows of the simulator. */

export interface Connection {
  /** The address of the standalone interface, such as `https://api.example.com/api`. */
  readonly apiUrl: string
  /** The address of the wiki that the service is embedded in. */
  readonly wikiUrl: string
  readonly token: string
  /** How the client waits; the platform's timer when absent. */
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
}

/** The service refused, and asking again would not help. */
export class ServiceError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(`${status}: ${message}`)
    this.status = status
  }
}

export interface Client {
  readRequirement(applicationId: number, projectId: number, key: string): Promise<Requirement>
  /** Freezes a baseline and waits until it is frozen. Rejects with ServiceError when that fails. */
  freezeBaseline(spaceKey: string, version: number): Promise<Baseline>
}

const ATTEMPTS = 4
const FIRST_PAUSE = 500
const POLL_PAUSE = 2000
const MOST_POLLS = 100

export function createClient(connection: Connection): Client {
  const wait = connection.wait ?? sleep

  /** Asks until there is an answer: a full rate window is waited out, an absent service asked again, ever more rarely. */
  async function ask<T>(method: string, url: string): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const answer = await fetch(url, { method, headers: { Authorization: `Bearer ${connection.token}` } })
      if (answer.ok) return (await answer.json()) as T
      const pause = pauseBefore(answer, attempt)
      if (pause === undefined || attempt === ATTEMPTS) throw await errorOf(answer)
      await wait(pause)
    }
  }

  return {
    readRequirement(applicationId, projectId, key) {
      const project = `${connection.apiUrl}/applications/${applicationId}/projects/${projectId}`
      return ask('GET', `${project}/variants/current/requirements/${encodeURIComponent(key)}`)
    },

    async freezeBaseline(spaceKey, version) {
      const base = `${connection.wikiUrl}/rest/reqs/1`
      await ask('POST', `${base}/baseline-actions/${spaceKey}/freeze/${version}`)
      for (let poll = 0; poll < MOST_POLLS; poll++) {
        const baseline = await ask<Baseline>('GET', `${base}/baseline/${spaceKey}/${version}`)
        if (baseline.status === 'DONE') return baseline
        if (baseline.status === 'ERROR') throw new ServiceError(200, `${baseline.name} could not be frozen`)
        await wait(POLL_PAUSE)
      }
      throw new ServiceError(200, `baseline ${version} of ${spaceKey} is still not frozen`)
    },
  }
}

/** Milliseconds until it makes sense to ask again; undefined where it makes none. */
function pauseBefore(answer: Response, attempt: number): number | undefined {
  if (answer.status === 429) return Number(answer.headers.get('X-Rate-Limit-Reset')) * 1000
  return answer.status === 503 ? FIRST_PAUSE * 2 ** (attempt - 1) : undefined
}

async function errorOf(answer: Response): Promise<ServiceError> {
  const text = await answer.text()
  return new ServiceError(answer.status, text === '' ? answer.statusText : text)
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
