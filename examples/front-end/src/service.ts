/** The requests of this page to the service. */

export interface Requirement {
  readonly key: string
  readonly status: string
  readonly htmlExcerpt: string
  readonly properties: readonly { readonly key: string; readonly display: string }[]
}

export interface SearchResult {
  readonly results: readonly Requirement[]
  readonly count: number
}

/** The body of a response, with the remaining requests of the rate limit. */
export interface Reply<T> {
  readonly value: T
  readonly remaining: string
}

/** A failed request. The message is for the user. */
export class ServiceError extends Error {}

const SPACE = '/sim/wiki/rest/reqs/1/requirement2/ENG'

/** Finds requirements whose text contains these words, or all of them without words. */
export function search(words: string): Promise<Reply<SearchResult>> {
  const query = new URLSearchParams({ limit: '50' })
  if (words !== '') query.set('q', `text ~ '%${words.replaceAll("'", "''")}%'`)
  return send(`${SPACE}?${query}`)
}

export function read(key: string): Promise<Reply<Requirement>> {
  return send(`${SPACE}/${encodeURIComponent(key)}`)
}

/** Replaces the text of a requirement. */
export function write(key: string, htmlExcerpt: string): Promise<Reply<unknown>> {
  return send(`${SPACE}/${encodeURIComponent(key)}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ htmlExcerpt }),
  })
}

async function send<T>(url: string, init?: RequestInit): Promise<Reply<T>> {
  const response = await fetch(url, init).catch(() => {
    throw new ServiceError('The service cannot be reached.')
  })
  if (response.status === 429) {
    const seconds = response.headers.get('X-Rate-Limit-Reset')
    throw new ServiceError(`Too many requests: try again in ${seconds} seconds.`)
  }
  if (!response.ok)
    throw new ServiceError(`The service returned an error (${response.status}): ${await messageOf(response)}`)
  return {
    value: (await response.json()) as T,
    remaining: response.headers.get('X-Rate-Limit-Remaining') ?? '',
  }
}

async function messageOf(response: Response): Promise<string> {
  const text = await response.text()
  try {
    return String((JSON.parse(text) as { message?: unknown }).message ?? text)
  } catch {
    return text
  }
}
