/** The calls of this page to the service. */

export interface Requirement {
  readonly key: string
  readonly htmlExcerpt: string
}

/** The requirements of the space whose text contains these words, or all of them. */
export async function search(base: string, words: string): Promise<readonly Requirement[]> {
  const query = new URLSearchParams({ limit: '50' })
  if (words !== '') query.set('q', `text ~ '%${words.replaceAll("'", "''")}%'`)
  const { results } = await call<{ results: readonly Requirement[] }>(`${spaceOf(base)}?${query}`)
  return results
}

/** Replaces the text of a requirement. */
export async function write(base: string, key: string, htmlExcerpt: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ htmlExcerpt })
  await call(`${spaceOf(base)}/${encodeURIComponent(key)}`, { method: 'PUT', headers, body })
}

const spaceOf = (base: string): string => `${base}/wiki/rest/reqs/1/requirement2/ENG`

async function call<T>(url: string, init?: RequestInit): Promise<T> {
  const response = await fetch(url, init).catch(() => {
    throw new Error('The service cannot be reached.')
  })
  const body = await response.json()
  if (!response.ok) throw new Error(`${response.status}: ${body.message}`)
  return body as T
}
