/** The calls of this page to the service. */

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

/** An answer, with what remains of the rate limit. */
export interface Answer<T> {
  readonly value: T
  readonly remaining: string
}

/** The service refused; the message is for the reader. */
export class ServiceError extends Error {}

const SPACE = '/sim/wiki/rest/reqs/1/requirement2/ENG'

/** Requirements whose text holds these words; all of them for no words. */
export function search(words: string): Promise<Answer<SearchResult>> {
  const query = new URLSearchParams({ limit: '50' })
  if (words !== '') query.set('q', `text ~ '%${words.replaceAll("'", "''")}%'`)
  return ask(`${SPACE}?${query}`)
}

export function read(key: string): Promise<Answer<Requirement>> {
  return ask(`${SPACE}/${encodeURIComponent(key)}`)
}

/** Replaces the text of a requirement. */
export function write(key: string, htmlExcerpt: string): Promise<Answer<unknown>> {
  return ask(`${SPACE}/${encodeURIComponent(key)}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ htmlExcerpt }),
  })
}

async function ask<T>(url: string, init?: RequestInit): Promise<Answer<T>> {
  const answer = await fetch(url, init).catch(() => {
    throw new ServiceError('The service cannot be reached.')
  })
  if (answer.status === 429) {
    const seconds = answer.headers.get('X-Rate-Limit-Reset')
    throw new ServiceError(`Too many requests: try again in ${seconds} seconds.`)
  }
  if (!answer.ok) throw new ServiceError(`The service refused (${answer.status}): ${await messageOf(answer)}`)
  return { value: (await answer.json()) as T, remaining: answer.headers.get('X-Rate-Limit-Remaining') ?? '' }
}

async function messageOf(answer: Response): Promise<string> {
  const text = await answer.text()
  try {
    return String((JSON.parse(text) as { message?: unknown }).message ?? text)
  } catch {
    return text
  }
}
