/** What the simulator answers, for the other servers to answer with: copies of its own bodies, with other keys. */
import { loadLibrary } from '../library.ts'
import { httpScenario, keyOf, LIST_PATH, newKeyOf, PAGE_SIZE, TOKEN, WIKI_PATH } from './target.ts'

export interface Samples {
  /** One requirement, as it is read by key. */
  readonly record: Readonly<Record<string, unknown>>
  /** A page of requirements, and the field that lists them. */
  readonly page: Readonly<Record<string, unknown>>
  readonly listName: string
  /** What a search for one key answers, and its list. */
  readonly found: Readonly<Record<string, unknown>>
  readonly foundName: string
  /** One requirement as a write answers it. */
  readonly written: Readonly<Record<string, unknown>>
}

/** Asks a small world of its own. */
export async function takeSamples(): Promise<Samples> {
  const { createSimulator } = await loadLibrary()
  const simulator = await createSimulator({ scenario: httpScenario(2 * PAGE_SIZE) })
  const ask = async (path: string, method = 'GET'): Promise<ReturnType<typeof JSON.parse>> => {
    const headers = { authorization: `Bearer ${TOKEN}` }
    const { status, body } = await simulator.exchange({ method, url: path, headers })
    if (status !== 200) throw new Error(`${path} answered ${status}: ${String(body)}`)
    return JSON.parse(String(body))
  }
  const page = await ask(`${LIST_PATH}?limit=${PAGE_SIZE}`)
  const found = await ask(`${WIKI_PATH}?q=${encodeURIComponent(`key = '${keyOf(1)}'`)}`)
  const [written] = await ask(`${WIKI_PATH}/${newKeyOf(1)}`, 'POST')
  return {
    record: await ask(`${LIST_PATH}/${keyOf(1)}`),
    page,
    listName: listOf(page),
    found,
    foundName: listOf(found),
    written,
  }
}

function listOf(answer: object): string {
  const [name] = Object.entries(answer).find(([, value]) => Array.isArray(value)) ?? []
  if (name === undefined) throw new Error('an answer without a list')
  return name
}
