/** Searches of each class over 100,000 requirements, through the interface: from the request to the answer with 20 of them. */
import type { ScenarioObject, Simulator } from '../src/index.ts'
import { loadLibrary } from './library.ts'
import { type Figure, type Row, rowOf, timesOf } from './measure.ts'
import { LARGE, TARGETS } from './targets.ts'

/** How requirements are spread. */
export interface Spread {
  /** Values of the property Batch. */
  readonly batches: number
  readonly pages: number
  /** The share of requirements that are linked to one of the demo's five issues. */
  readonly linked: number
}

/** Each value, page and issue has a little under a hundredth of the requirements, so at most 1,000 of 100,000. */
const SPREAD: Spread = { batches: 110, pages: 100, linked: 0.045 }

/** Queries of the language by what is special about them. */
export const QUERIES = {
  key: "key = 'BIG-0000500'",
  property: "@Batch = 'B-7'",
  page: "page = 'Chapter 7'",
  jira: "jira = 'DRN-2'",
  baseline: "baseline = 'Batch 7'",
  text: "text ~ '%condition 77%'",
  twenty: Array.from({ length: 20 }, (_, index) => `text ~ '%n${index}thing%'`).join(' OR '),
  negated: "NOT @Batch = 'B-7' AND @Missing IS NULL",
  chain: "to -> @Batch = 'B-7'",
} as const

/** The demo with `count` requirements in one more space. */
export async function createSearchable(count: number, spread: Spread = SPREAD): Promise<Simulator> {
  const { createSimulator } = await loadLibrary()
  return createSimulator({ scenario: searchable(count, spread) })
}

/** Freezes the requirements of one batch, so that there is a baseline to search. */
export async function freezeBatch(simulator: Simulator): Promise<void> {
  const post = async (path: string, body?: object) => {
    const answer = await simulator.exchange({
      method: 'POST',
      url: `/wiki/rest/reqs/1/${path}`,
      headers: { authorization: 'Bearer tok-alice', 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${String(answer.body)}`)
  }
  await post('baseline/BIG/1/create', { name: 'Batch 7', queryString: QUERIES.property })
  simulator.clock.advance('1h')
}

function searchable(count: number, { batches, pages, linked }: Spread): ScenarioObject {
  return {
    name: 'searchable',
    extends: ['demo'],
    config: { rateLimit: 'off' },
    world: {
      settings: [{ site: 'wiki', name: 'baselineMaximumRequirements', value: 1_000_000 }],
      spaces: [{ site: 'wiki', key: 'BIG', name: 'Product line', grants: { edit: ['alice'] } }],
    },
    generate: [
      {
        requirements: count,
        space: 'BIG',
        prefix: 'BIG-',
        padding: 7,
        pages,
        pageTitle: 'Chapter {page}',
        text: 'The drone shall satisfy condition {number} while it flies.',
        properties: { Batch: Array.from({ length: batches }, (_, index) => `B-${index + 1}`) },
        dependencies: { refines: 0.3 },
        links: { project: 'DRN', share: linked },
      },
    ],
  }
}

/** How many there are that match. Throws where the query is refused. */
export async function search(simulator: Simulator, query: string): Promise<number> {
  const answer = await simulator.exchange({
    method: 'GET',
    url: `/wiki/rest/reqs/1/requirement2/BIG?limit=20&q=${encodeURIComponent(query)}`,
    headers: { authorization: 'Bearer tok-alice' },
  })
  if (answer.status !== 200) throw new Error(`${query}: ${answer.status} ${String(answer.body)}`)
  const { total, count, results } = JSON.parse(String(answer.body)) as {
    total?: number
    count?: number
    results: unknown[]
  }
  return total ?? count ?? results.length
}

/** So many searches of each class. */
export async function measureQueries(times: number): Promise<Row[]> {
  const large = await createSearchable(LARGE)
  await freezeBatch(large)
  const measure = async (figure: Figure, query: string) =>
    rowOf(
      figure,
      await timesOf(
        times,
        () => {},
        () => search(large, query),
      ),
    )
  return [
    await measure(TARGETS.queryKey, QUERIES.key),
    await measure(TARGETS.queryProperty, QUERIES.property),
    await measure(TARGETS.queryPage, QUERIES.page),
    await measure(TARGETS.queryJira, QUERIES.jira),
    await measure(TARGETS.queryBaseline, QUERIES.baseline),
    await measure(TARGETS.queryText, QUERIES.text),
    await measure(TARGETS.queryTwenty, QUERIES.twenty),
    await measure(TARGETS.queryNegated, QUERIES.negated),
    await measure({ name: 'query: a chain over 30,000 links', unit: 'ms' }, QUERIES.chain),
  ]
}
