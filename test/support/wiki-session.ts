/** Calls of a wiki's users, one after the other, over one world: each leaves something for the next to find. */
import type { ExchangeAnswer } from '../../src/api/framework/exchange.ts'
import type { Simulator } from '../../src/index.ts'

type Step = readonly [method: string, path: string, body?: unknown, status?: number]

const WIKI = '/wiki/rest/reqs/1'
const query = (text: string) => encodeURIComponent(text)

const COLUMNS = [
  { label: 'Requirement', step: { type: 'FIRST_COLUMN' }, columnIndex: 0, parentColumnIndex: 0 },
  { label: 'Refined by', step: { type: 'FROM', value: 'refines' }, columnIndex: 1, parentColumnIndex: 0 },
]

/** In an order that no language has. */
const LETTERS = ['z', 'Z', 'ı', 'I', 'i', 'İ', 'ö', 'o', 'Å', 'a', 'y', '10', '9']

const STEPS: readonly Step[] = [
  ['GET', `${WIKI}/requirement2/ENG?q=${query("@Priority = 'High' OR ext@Cost > 900")}`],
  ['GET', `${WIKI}/requirement2/ENG?q=${query("baseline = 'Release 1.0'")}&sort=KEY%20DESC`],
  ['GET', `${WIKI}/requirement2/ENG/REQ-004?v=1`],
  ['PUT', `${WIKI}/misc/ENG/uiSearch`, { q: "isModified('1') OR to@refines = 'REQ-001'", limit: 5 }],
  ['POST', `${WIKI}/key-suggestions/ENG/suggestAtInitialization`, ['REQ-', 'NEW-001']],
  ['POST', `${WIKI}/types/ENG/create`, { name: 'Interface', pattern: 'IF-{000}' }],
  ['POST', `${WIKI}/propertynames/ENG`, { name: 'Owner', dataType: 'USER' }],
  [
    'PUT',
    `${WIKI}/external-properties/ENG?q=${query("key = 'REQ-003'")}`,
    { key: 'Cost', value: '12.5', type: 'EXTERNAL', dataType: 'DECIMAL' },
  ],
  [
    'PUT',
    '/_sim/pages/4001',
    {
      title: 'Flight control, second edition',
      define: [
        { key: 'REQ-003', html: 'Hold still.' },
        { key: 'NEW-001', html: 'The drone shall whisper.' },
      ],
      undefine: ['REQ-006'],
    },
  ],
  ['PUT', `${WIKI}/helpers/reindex/4001`],
  ['GET', `${WIKI}/misc/ENG/4001`],
  ['POST', '/_sim/pages/4002/view', {}],
  ['GET', `${WIKI}/requirement2/ENG?includeArchived=true&q=${query("key ~ '%-00%'")}&limit=200`],
  ['GET', '/api/applications/101/projects/1001/variants/current/requirements'],
  [
    'POST',
    `${WIKI}/requirement2/ENG/REQ-014`,
    { spaceKey: 'ENG', page: { pageId: 4001 }, providedJson: '[{"key":"REQ-014"}]' },
  ],
  ['PUT', `${WIKI}/requirement2/ENG/REQ-001`, { htmlExcerpt: '<p>The drone shall take off by itself.</p>' }],
  [
    'PUT',
    `${WIKI}/requirement2/ENG`,
    [
      { key: 'REQ-002', htmlExcerpt: 'Hold the altitude.' },
      { key: 'REQ-014', htmlExcerpt: 'Hold the heading.' },
    ],
  ],
  [
    'PUT',
    `${WIKI}/requirement2/ENG/REQ-003/link/issue/DRN-4?jiraUrl=https%3A%2F%2Ftracker.northwind.test`,
    { title: 'DRN-4 implements REQ-003', relationship: 'implements' },
    201,
  ],
  ['DELETE', `${WIKI}/requirement2/ENG/REQ-012`, undefined, 204],
  ['GET', `${WIKI}/requirement2/ENG/REQ-012`],
  ['GET', `${WIKI}/misc/ENG/history?reqs=REQ-001,REQ-003&expand=changes`],
  ['GET', `/eu/wiki/rest/search?query=${query("jira IS NOT NULL OR status = 'DELETED'")}`],
  ['GET', '/_sim/state/outboundMessage'],
  ['PUT', `${WIKI}/settings`, { isolateSpaces: false, limitForPages: 10 }],
  ['GET', `${WIKI}/rte/ENG/suggest2?q=REQ`],
  ['PUT', `${WIKI}/accumulator/ENG?formula=${query('SUM(ext@Cost / 3)')}`, {}],
  [
    'POST',
    `${WIKI}/traceability/ENG`,
    { name: 'Safety', query: '@Category = $category', columns: COLUMNS, variables: { category: 'Safety' } },
  ],
  ['GET', `${WIKI}/traceability/ENG/1`],
  [
    'PUT',
    `${WIKI}/traceability/ENG/uiTraceability`,
    {
      query: '@Category = $category',
      traceabilityMatrixColumns: JSON.stringify(COLUMNS),
      offsetJson: '{"searchOffset":0,"limit":20}',
      variables: { category: 'Safety' },
    },
  ],
  ['PUT', `${WIKI}/traceability/ENG/2`, { name: 'Function', variables: { category: 'Functional' } }],
  ['GET', `${WIKI}/traceability/ENG/`],
  // What languages order and fold otherwise than each other.
  [
    'PUT',
    '/_sim/pages/4002',
    {
      define: ['Z-1', 'a-1', 'I-1', 'i-1', 'aa-1', 'B-1'].map((key) => ({
        key,
        html: `LIMIT İI ıi ${key} Å`,
      })),
    },
  ],
  [
    'PUT',
    `${WIKI}/requirement2/ENG/i-1`,
    {
      properties: LETTERS.map((key) => ({ key, value: `${key}I` })),
      dependencies: LETTERS.map((relationship) => ({ relationship, key: 'a-1' })),
    },
  ],
  ['GET', `${WIKI}/propertynames/ENG`],
  ['GET', `${WIKI}/requirement2/ENG/i-1`],
  ['GET', `${WIKI}/requirement2/ENG?limit=200&sort=KEY%20ASC&q=${query("key ~ '%-1'")}`],
  ['GET', `${WIKI}/requirement2/ENG?q=${query("text ~ '%limit%' OR @i = 'II' OR @Å = 'åi'")}`],
  ['GET', '/api/applications/101/projects/1001/variants/current/requirements'],
]

const HOSTED = { 'x-api-key': 'tok-admin', 'x-base-url': 'https://wiki.northwind.test/wiki' }

/** Sends the calls, a second apart. Throws when one is not answered as it should be. */
export async function playWikiSession(simulator: Simulator): Promise<ExchangeAnswer[]> {
  const answers: ExchangeAnswer[] = []
  for (const [method, url, body, status = 200] of STEPS) {
    const answer = await simulator.exchange({
      method,
      url,
      headers: {
        ...(url.startsWith('/eu/wiki') ? HOSTED : {}),
        ...(url.startsWith('/api')
          ? { authorization: 'Bearer tok-admin' }
          : { cookie: 'JSESSIONID=sess-admin' }),
        'x-sim-explain': '1',
        'x-sim-control': '1',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (answer.status !== status)
      throw new Error(`${method} ${url} answered ${answer.status}: ${String(answer.body).slice(0, 300)}`)
    answers.push(answer)
    simulator.clock.advance('1s')
  }
  return answers
}
