/** For each alternative of the ledger, an exchange whose answer it changes, and what the answer is either way. */
import type { AssumptionId } from '../../src/api/framework/assumptions.ts'
import type { WorldConfig } from '../../src/model/records/world/config.ts'
import type { CallOptions, Reply } from '../support/client.ts'
import { rowOf as sheetRow, styled, workbookOf } from './standalone/external-properties/spreadsheets.ts'

type Call = readonly [method: string, path: string, options?: CallOptions]

export interface Witness {
  readonly id: AssumptionId
  readonly alternative: string
  /** What a scenario writes, where the alternative leaves that open. */
  readonly value?: string
  readonly config?: Partial<WorldConfig>
  /** What happens before, once the alternative is in force: calls, or virtual time such as `3m`. */
  readonly before?: readonly (Call | string)[]
  readonly call: Call
  /** A further look at the world, where the answer itself does not show the difference; the call leans on the choice. */
  readonly then?: readonly (Call | string)[]
  /** What is looked at in the last answer. */
  readonly look: (reply: Reply) => unknown
  readonly usual: unknown
  readonly otherwise: unknown
}

const STANDALONE = '/api/applications/101/projects/1001/variants/current/requirements'
const WIKI = '/wiki/rest/reqs/1'
const TRACKER = '/tracker/rest/reqs/1'
const INBOUND = `${WIKI}/integration/svc-0001-demo/queue/inbound`
const WIKI_APPLINK = '11111111-2222-4333-8444-555555555555'
const TRACKER_APPLINK = '99999999-8888-4777-8666-555555555555'

const admin = { token: 'tok-admin' }
const inWiki = 'applicationId=101'
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const link = (key: string) => [
  { applinkId: TRACKER_APPLINK, spaceKey: 'ENG', key, relationship: 'implements' },
]
const frozenLink = link('REQ-001').map((item) => ({ ...item, baseline: 1 }))
const post = (path: string, body: unknown): Call => ['POST', path, { body }]
/** A body that is not what its header says. */
const codedParse: Call = [
  'POST',
  '/api/aggregations/parse?applicationId=101',
  { body: { formula: '1' }, headers: { 'content-encoding': 'gzip' } },
]
const hosted = {
  token: null,
  headers: { 'x-api-key': 'tok-alice', 'x-base-url': 'https://wiki.northwind.test/wiki' },
}
const FIRST_COLUMN = { step: { type: 'FIRST_COLUMN', value: '' }, columnIndex: 0, parentColumnIndex: 0 }
const childColumn = (columnIndex: number, type: string, value: string, parentColumnIndex = 0) => ({
  step: { type, value },
  columnIndex,
  parentColumnIndex,
})
const rendering = (columns: readonly object[], query = ''): Call => [
  'POST',
  '/eu/wiki/rest/traceability/ENG',
  { ...hosted, body: { traceabilityMatrix: { columns, query } } },
]
const bulkLinks = (token: string, selectedRequirementIds: number[], issueIds: string[]): Call => [
  'POST',
  '/eu/wiki/rest/jira-bulk/links',
  {
    token: null,
    headers: { ...hosted.headers, 'x-api-key': token },
    body: { selection: { selectedRequirementIds, selectAll: false }, issueIds },
  },
]
const countsOfLinks = ({ body }: Reply) => [body.linkedCount, body.skippedCount, body.unauthorizedCount]
const issuesOf = ({ body }: Reply): string[] =>
  body.issues.map(({ issueKey }: { issueKey: string }) => issueKey)
const status = (reply: Reply) => reply.status
const freezing = post(`${WIKI}/baseline/OPS/1/create`, { name: 'One' })
const baselineOne: Call = ['GET', `${WIKI}/baseline/OPS/1`]
const statusText = ({ body }: Reply) => body.status
const definePage = (define: readonly { key: string; html: string }[]): Call => [
  'PUT',
  '/_sim/pages/4001',
  { headers: { 'x-sim-control': '1' }, body: { define } },
]
/** Gives a page a requirement whose text a browser would show in bold type. */
const boldText = definePage([{ key: 'T-1', html: '<p>1 &lt; <b>2</b></p>' }])
const cost = 'SUM(ext@Cost)'
const rowOf = (key: string) => `/eu/wiki/rest/search?query=${encodeURIComponent(`key = '${key}'`)}`
const keysByRelationship = (dependencies: Record<string, { items: { key: string }[] }>) =>
  Object.fromEntries(
    Object.entries(dependencies).map(([name, { items }]) => [name, items.map(({ key }) => key)]),
  )

export const witnesses: readonly Witness[] = [
  {
    id: 'A04',
    alternative: 'clamp',
    call: ['GET', `${STANDALONE}?limit=201`],
    look: ({ status: code, body }) => [code, body.limit],
    usual: [400, undefined],
    otherwise: [200, 200],
  },
  {
    id: 'A252',
    alternative: 'strict',
    call: ['GET', `${STANDALONE}?includeOriginLinks=False`],
    look: status,
    usual: 200,
    otherwise: 400,
  },
  {
    id: 'A253',
    alternative: 'strict',
    call: ['GET', `${WIKI}/requirement2/ENG?includeArchived=True`],
    look: status,
    usual: 200,
    otherwise: 400,
  },
  {
    id: 'A234',
    alternative: 'others',
    call: ['POST', '/eu/wiki/rest/saved-matrices/search', { ...hosted, body: { owned: false } }],
    look: ({ body }) => body.total,
    usual: 1,
    otherwise: 0,
  },
  {
    id: 'A240',
    alternative: 'list',
    call: rendering([FIRST_COLUMN]),
    look: ({ body }) => Array.isArray(body.columnSuggestions[0]),
    usual: false,
    otherwise: true,
  },
  {
    id: 'A241',
    alternative: 'null',
    call: rendering([FIRST_COLUMN], "key = 'NONE'"),
    look: ({ body }) => body.columnSuggestions,
    usual: [{}],
    otherwise: [null],
  },
  {
    id: 'A241',
    alternative: 'no-entries',
    call: rendering([FIRST_COLUMN], "key = 'NONE'"),
    look: ({ body }) => body.columnSuggestions,
    usual: [{}],
    otherwise: [],
  },
  {
    id: 'A242',
    alternative: 'whole',
    call: rendering([FIRST_COLUMN, childColumn(1, 'CALCULATION', '1 +')]),
    look: status,
    usual: 200,
    otherwise: 400,
  },
  {
    id: 'A243',
    alternative: 'on-issues',
    call: rendering(
      [FIRST_COLUMN, childColumn(1, 'JIRA', ''), childColumn(2, 'JIRAFIELD', 'key', 1)],
      "key = 'REQ-002'",
    ),
    look: ({ body }) => body.cells[2].map(({ text }: { text: string }) => text),
    usual: [],
    otherwise: ['DRN-2'],
  },
  {
    id: 'A244',
    alternative: 'merge',
    call: ['PUT', '/eu/wiki/rest/saved-matrices/1', { ...hosted, body: { name: 'Cover' } }],
    look: ({ body }) => [body.name, body.query],
    usual: ['Cover', ''],
    otherwise: ['Cover', "key ~ 'REQ-%'"],
  },
  {
    id: 'A255',
    alternative: 'one-grammar',
    call: ['GET', `${STANDALONE}?query=${encodeURIComponent("links = 'Drone specification'")}`],
    look: status,
    usual: 400,
    otherwise: 200,
  },
  {
    id: 'A41',
    alternative: 'average',
    call: post('/api/aggregations/parse?applicationId=101', { formula: 'AVERAGE(ext@Cost)' }),
    look: ({ body }) => body.valid,
    usual: false,
    otherwise: true,
  },
  {
    id: 'A217',
    alternative: 'records',
    call: ['GET', '/api/external-properties/7001/usage/requirements?applicationId=101&limit=1'],
    look: ({ body }) => body.items[0].key,
    usual: undefined,
    otherwise: 'REQ-001',
  },
  {
    id: 'A227',
    alternative: 'list',
    call: post('/api/templates/parse?applicationId=101', { content: '{{1 +}}' }),
    look: ({ body }) => Object.keys(body.errors),
    usual: ['1 +'],
    otherwise: ['0'],
  },
  {
    id: 'A209',
    alternative: 'false',
    call: ['PUT', '/api/requirements/6002?applicationId=101', { body: { text: 'It shall fly.' } }],
    then: [['GET', '/_sim/state/page?id=4001']],
    look: ({ body }) => body.items[0].version,
    usual: 2,
    otherwise: 1,
  },
  {
    id: 'A07',
    alternative: 'plain-text',
    call: ['GET', `${WIKI}/requirement2/ENG/NOPE-1`],
    look: ({ headers, text }) => [headers['Content-Type'], text.startsWith('{')],
    usual: ['application/json; charset=UTF-8', true],
    otherwise: ['text/plain; charset=UTF-8', false],
  },
  {
    id: 'A07',
    alternative: 'standalone',
    call: ['GET', `${TRACKER}/issuelinks/NOPE-1`],
    look: ({ body }) => Object.keys(body),
    usual: ['status-code', 'message', 'sub-code'],
    otherwise: ['message', 'statusCode', 'errors'],
  },
  {
    id: 'A18',
    alternative: 'send',
    config: { rateLimit: 'enforce' },
    before: [...Array.from({ length: 200 }, (): Call => ['GET', '/api/applications/101']), '15s'],
    call: ['GET', '/api/applications/101'],
    look: ({ status: code, headers }) => [code, headers['X-Rate-Limit-Reset'], headers['Retry-After']],
    usual: [429, '45', undefined],
    otherwise: [429, '45', '45'],
  },
  {
    id: 'A21',
    alternative: 'null',
    call: ['GET', '/api/applications/101/containers/1001'],
    look: ({ body }) => body.parentContainerId,
    usual: undefined,
    otherwise: null,
  },
  {
    id: 'A25',
    alternative: 'all-organizations',
    call: ['GET', '/api/applications/101/link-requests/candidates'],
    look: ({ body }) => body.items.map(({ id }: { id: number }) => id),
    usual: [],
    otherwise: [201],
  },
  {
    id: 'A43',
    alternative: 'contains',
    call: ['GET', `${STANDALONE}?key=req-01`],
    look: ({ body }) => body.total,
    usual: 0,
    otherwise: 3,
  },
  {
    id: 'A48',
    alternative: 'off',
    call: ['GET', '/eu/wiki/rest/reqs/1/requirement2/ENG/REQ-001', hosted],
    look: status,
    usual: 200,
    otherwise: 404,
  },
  {
    id: 'A50',
    alternative: 'basic',
    call: ['GET', `${WIKI}/requirement2/ENG/REQ-001`, { token: null }],
    look: ({ headers }) => headers['WWW-Authenticate'],
    usual: 'Bearer realm="reqsim"',
    otherwise: 'Basic realm="reqsim", Bearer realm="reqsim"',
  },
  {
    id: 'A265',
    alternative: 'as-sent',
    call: ['POST', `${WIKI}/baseline/ENG`, { body: { baseline: { name: 'Release 2.0\n' } } }],
    look: ({ body }) => body.name,
    usual: 'Release 2.0',
    otherwise: 'Release 2.0\n',
  },
  {
    id: 'A267',
    alternative: 'name',
    call: [
      'GET',
      `${WIKI}/requirement2/ENG/REQ-001`,
      { token: null, headers: { authorization: `Basic ${btoa('Alice@Example.test:alice')}` } },
    ],
    look: status,
    usual: 200,
    otherwise: 401,
  },
  {
    id: 'A53',
    alternative: 'latest-done',
    call: ['GET', `${WIKI}/requirement2/ENG/REQ-001`],
    look: ({ body }) => [body.baseline, body.baselineDetails?.name],
    usual: [3, 'Broken'],
    otherwise: [1, 'Release 1.0'],
  },
  {
    id: 'A53',
    alternative: 'omit',
    call: ['GET', `${WIKI}/requirement2/ENG/REQ-001`],
    look: ({ body }) => [body.baseline, body.baselineDetails?.name],
    usual: [3, 'Broken'],
    otherwise: [undefined, undefined],
  },
  {
    id: 'A54',
    alternative: 'omit',
    call: ['GET', `${WIKI}/requirement/REQ-001?spaceKey=ENG`],
    look: ({ headers }) => headers['Deprecation'],
    usual: 'true',
    otherwise: undefined,
  },
  {
    id: 'A59',
    alternative: 'gather-on-view',
    call: ['PUT', `${WIKI}/requirement2/ENG/REQ-001`, { body: { htmlExcerpt: 'The drone shall hop.' } }],
    look: ({ body }) => [body.htmlNeedsUpdating, body.htmlExcerpt === 'The drone shall hop.'],
    usual: [false, true],
    otherwise: [true, false],
  },
  {
    id: 'A65',
    alternative: 'conflict',
    call: ['PUT', `${WIKI}/requirement2/ENG/REQ-001/link/issue/DRN-1?relationship=implements`],
    look: status,
    usual: 201,
    otherwise: 409,
  },
  {
    id: 'A72',
    alternative: 'ignore',
    call: ['GET', `${WIKI}/requirement2/ENG?suggest=2`],
    look: ({ body }) => body.results.length,
    usual: 2,
    otherwise: 12,
  },
  {
    id: 'A73',
    alternative: 'refuse',
    call: ['GET', `${WIKI}/requirement2/ENG/REQ-001?expand=everything`],
    look: status,
    usual: 200,
    otherwise: 400,
  },
  {
    id: 'A78',
    alternative: 'as-searched',
    call: ['GET', `${WIKI}/misc/ENG/4001?numberOfRequirements=2`],
    look: ({ body }) => [body.limitForPages, body.settings.isolateSpaces, body.requirements[0].page?.pageId],
    usual: [4000, undefined, undefined],
    otherwise: [2, true, 4001],
  },
  {
    id: 'A82',
    alternative: 'advance',
    before: [
      post(`${WIKI}/key-suggestions/ENG/suggestAtInitialization`, ['REQ-']),
      ['DELETE', `${WIKI}/key-suggestions/ENG/`, { body: '"REQ-013"' }],
    ],
    call: post(`${WIKI}/key-suggestions/ENG/suggestAtInitialization`, ['REQ-']),
    look: ({ body }) => body[0].key,
    usual: 'REQ-013',
    otherwise: 'REQ-014',
  },
  {
    id: 'A83',
    alternative: 'not-found',
    call: ['DELETE', `${WIKI}/key-suggestions/ENG/`, { body: '"REQ-013"' }],
    look: status,
    usual: 204,
    otherwise: 404,
  },
  {
    id: 'A87',
    alternative: 'text',
    before: [boldText, ['GET', `${WIKI}/misc/ENG/4001`]],
    call: ['GET', `${WIKI}/rte/ENG/report/transform-to-html?q=key%20%3D%20'T-1'&columns=text`],
    look: ({ body }) => /<td>(.*?)<\/td>/.exec(body.html)?.[1],
    usual: '<p>1 &lt; <b>2</b></p>',
    otherwise: '1 &lt; 2',
  },
  {
    id: 'A89',
    alternative: 'text',
    call: [
      'PUT',
      `${WIKI}/external-properties/ENG?q=key%20%3D%20'REQ-001'`,
      { body: { key: 'New', value: '12' } },
    ],
    look: ({ body }) => body.dataType,
    usual: 'DECIMAL',
    otherwise: 'TEXT',
  },
  {
    id: 'A94',
    alternative: 'value',
    call: ['PUT', `${WIKI}/accumulator/ENG?formula=${cost}`, { body: {} }],
    look: ({ body }) => body[cost],
    usual: { value: 7800, dataType: 'NUMBER', count: 12, errors: [] },
    otherwise: 7800,
  },
  {
    id: 'A122',
    alternative: 'freezing-frozen',
    before: [freezing],
    call: baselineOne,
    look: statusText,
    usual: 'IN_CREATION',
    otherwise: 'FREEZING',
  },
  {
    id: 'A122',
    alternative: 'in-progress-active',
    before: [freezing, '1s'],
    call: baselineOne,
    look: statusText,
    usual: 'DONE',
    otherwise: 'ACTIVE',
  },
  {
    id: 'A122',
    alternative: '<name>/<name>',
    value: 'BUILDING/RELEASED',
    before: [freezing, '1s'],
    call: baselineOne,
    look: statusText,
    usual: 'DONE',
    otherwise: 'RELEASED',
  },
  {
    id: 'A122',
    alternative: '<name>/<name>',
    value: 'BUILDING/RELEASED',
    before: [['POST', `${TRACKER}/issuelinks/DRN-3`, { body: frozenLink }]],
    call: ['GET', `${TRACKER}/baselines/DRN`],
    look: ({ body }) => body.map(({ status: sent }: { status: string }) => sent),
    usual: ['DONE'],
    otherwise: ['RELEASED'],
  },
  {
    id: 'A140',
    alternative: 'tell',
    call: [
      'POST',
      INBOUND,
      {
        ...admin,
        body: [
          {
            operation: 'ADD_LINK',
            applinkId: WIKI_APPLINK,
            spaceKey: 'ENG',
            key: 'REQ-003',
            issueKey: 'DRN-3',
            relationship: 'implements',
          },
        ],
      },
    ],
    then: ['3m', ['GET', `${TRACKER}/issuelinks/DRN-3`]],
    look: ({ body }) => body.map(({ key }: { key: string }) => key),
    usual: [],
    otherwise: ['REQ-003'],
  },
  {
    id: 'A141',
    alternative: 'unowned',
    call: ['GET', `${WIKI}/common-queue`, admin],
    look: ({ body }) => body.map(({ id }: { id: number }) => id),
    usual: [8001, 8002],
    otherwise: [],
  },
  {
    id: 'A156',
    alternative: 'dangling',
    call: ['POST', `${TRACKER}/issuelinks/DRN-3`, { body: link('REQ-013') }],
    look: ({ status: code, body }) => [code, body.status],
    usual: [404, undefined],
    otherwise: [200, 'ok'],
  },
  {
    id: 'A158',
    alternative: 'conflict',
    call: ['POST', `${TRACKER}/issuelinks/DRN-1`, { body: link('REQ-001') }],
    look: status,
    usual: 200,
    otherwise: 409,
  },
  {
    id: 'A184',
    alternative: 'wiki',
    before: [['POST', `${TRACKER}/issuelinks/DRN-3`, { body: link('REQ-003') }]],
    call: ['PUT', `${WIKI}/repair/trackerlinks`, admin],
    then: [['GET', `${WIKI}/requirement2/ENG/REQ-003`]],
    look: issuesOf,
    usual: ['DRN-3'],
    otherwise: [],
  },
  {
    id: 'A236',
    alternative: 'flag',
    before: [['PUT', '/api/variants/5002?applicationId=101', { body: { current: true } }]],
    call: ['GET', '/api/applications/101/projects/1001/variants/current/requirements/EXP-001'],
    look: ({ status }) => status,
    usual: 404,
    otherwise: 200,
  },
  {
    id: 'A237',
    alternative: 'refuse',
    before: [post('/wiki/rest/reqs/1/baseline/ENG', { baseline: { name: 'Next', parentBaseline: 1 } })],
    call: ['DELETE', '/wiki/rest/reqs/1/baseline/ENG/1'],
    look: status,
    usual: 204,
    otherwise: 409,
  },
  {
    id: 'A216',
    alternative: 'refuse',
    call: ['DELETE', '/api/external-properties/7001?applicationId=101'],
    look: status,
    usual: 204,
    otherwise: 409,
  },
  {
    id: 'A219',
    alternative: 'nothing',
    call: post('/api/external-properties/import/json?applicationId=101', {
      rows: ['REQ-001', 'REQ-404'].map((key) => ({ key, properties: [{ name: 'Cost', value: 1 }] })),
    }),
    then: ['1s', ['GET', '/api/jobs/2?applicationId=101']],
    look: ({ body }) => [body.done, body.failed],
    usual: [1, 1],
    otherwise: [0, 2],
  },
  {
    id: 'A271',
    alternative: 'refuse',
    call: codedParse,
    look: ({ status: code, headers }) => [code, headers['accept-encoding'] ?? headers['Accept-Encoding']],
    usual: [415, 'gzip, deflate, br'],
    otherwise: [415, 'identity'],
  },
  {
    id: 'A271',
    alternative: 'as-sent',
    call: codedParse,
    look: status,
    usual: 415,
    otherwise: 200,
  },
  {
    id: 'A257',
    alternative: 'value',
    before: [definePage([{ key: '7', html: '<p>Seven</p>' }])],
    call: ['GET', `${WIKI}/requirement2/ENG?q=${encodeURIComponent('key = 007')}`],
    look: ({ body }) => body.count,
    usual: 0,
    otherwise: 1,
  },
  {
    id: 'A258',
    alternative: 'plain',
    before: [
      definePage([{ key: 'T-1', html: '<p>Charge to 50% at least</p>' }]),
      ['GET', `${WIKI}/misc/ENG/4001`],
    ],
    call: ['GET', `${WIKI}/requirement2/ENG?q=${encodeURIComponent(String.raw`text ~ '%50\%%'`)}`],
    look: ({ body }) => body.count,
    usual: 1,
    otherwise: 0,
  },
  {
    id: 'A259',
    alternative: 'texts',
    before: [
      ['PUT', `${WIKI}/external-properties/ENG/REQ-001`, { body: { key: 'Due', value: '2026-03-09' } }],
    ],
    call: ['GET', `${WIKI}/requirement2/ENG?q=${encodeURIComponent("ext@Due < 'yesterday'")}`],
    look: status,
    usual: 400,
    otherwise: 200,
  },
  {
    id: 'A259',
    alternative: 'refuse',
    before: [
      ['PUT', `${WIKI}/external-properties/ENG/REQ-001`, { body: { key: 'Due', value: '2026-03-09' } }],
    ],
    call: ['GET', `/eu/wiki/rest/search?query=${encodeURIComponent("ext@Due < 'yesterday'")}`, hosted],
    look: status,
    usual: 200,
    otherwise: 400,
  },
  {
    id: 'A269',
    alternative: 'unknown',
    before: [['PUT', '/_sim/issues/30003', { headers: { 'x-sim-control': '1' }, body: { key: 'DRN-33' } }]],
    call: ['GET', `${TRACKER}/history/issue/DRN-3`],
    look: status,
    usual: 200,
    otherwise: 404,
  },
  {
    id: 'A270',
    alternative: 'exact',
    call: ['GET', `${TRACKER}/history/issue/drn-3`],
    look: status,
    usual: 200,
    otherwise: 404,
  },
  {
    id: 'A268',
    alternative: 'in-order',
    call: [
      'PUT',
      `${WIKI}/requirement2/ENG`,
      {
        body: [
          { key: 'REQ-001', newKey: 'REQ-002' },
          { key: 'REQ-002', newKey: 'REQ-001' },
        ],
      },
    ],
    look: status,
    usual: 200,
    otherwise: 409,
  },
  {
    id: 'A261',
    alternative: 'values',
    before: [post(`/api/external-properties?${inWiki}`, { name: 'Code', dataType: 'TEXT' })],
    call: post(`/api/external-properties/import?${inWiki}`, {
      content: base64(
        workbookOf(
          { Codes: sheetRow(['Key', 'Code']) + sheetRow(['REQ-001', styled(1, 7)]) },
          { formats: ['000'] },
        ),
      ),
    }),
    then: ['1s', ['GET', `${WIKI}/requirement2/ENG/REQ-001`]],
    look: ({ body }) => body.properties.find(({ key }: { key: string }) => key === 'Code')?.display,
    usual: '007',
    otherwise: '7',
  },
  {
    id: 'A262',
    alternative: 'fit',
    call: post(`/api/external-properties/import/json?${inWiki}`, {
      rows: [{ key: 'REQ-001', properties: [{ name: 'Version', value: '1.10' }] }],
    }),
    then: ['1s', ['GET', `/api/external-properties?${inWiki}`]],
    look: ({ body }) => body.items.find(({ name }: { name: string }) => name === 'Version')?.dataType,
    usual: 'TEXT',
    otherwise: 'DECIMAL',
  },
  {
    id: 'A263',
    alternative: 'import',
    call: post(`/api/external-properties/import?${inWiki}`, {
      content: base64(
        workbookOf({ Shown: sheetRow(['Key']), Hidden: sheetRow(['Key']) }, { hidden: ['Hidden'] }),
      ),
    }),
    look: ({ body }) => [body.jobs.length, body.skippedSheets],
    usual: [1, ['Hidden']],
    otherwise: [2, []],
  },
  {
    id: 'A245',
    alternative: 'rows',
    call: ['GET', `${rowOf('REQ-002')}&withJiraData=true`, hosted],
    look: ({ body: { results } }) => {
      const { toDependencies, links } = results[0]
      const [pages, linked] = [toDependencies.refines, links.items ?? links.results]
      const [origin, issue] = linked.map((link: object) => Object.keys(link).slice(0, 4))
      return [
        Object.keys(pages)[0],
        Object.keys((pages.items ?? pages.results)[0]).slice(0, 4),
        origin,
        issue,
      ]
    },
    usual: [
      'items',
      ['id', 'key', 'text', 'applicationId'],
      ['id', 'type', 'containerType', 'name'],
      ['id', 'type', 'relationship', 'issueId'],
    ],
    otherwise: [
      'results',
      ['id', 'key', 'applicationId', 'containerId'],
      ['type', 'container'],
      ['type', 'relationship', 'issue'],
    ],
  },
  {
    id: 'A245',
    alternative: 'embedded',
    call: ['GET', rowOf('REQ-002'), hosted],
    look: ({ body }) => Object.keys(body.results[0]).slice(0, 4),
    usual: ['id', 'key', 'text', 'applicationId'],
    otherwise: ['id', 'key', 'spaceKey', 'baseline'],
  },
  {
    id: 'A246',
    alternative: 'list',
    call: ['GET', rowOf('REQ-002'), hosted],
    look: ({ body }) => body.results[0].properties,
    usual: {
      Category: { key: 'Category', value: 'Safety' },
      Priority: { key: 'Priority', value: 'Medium' },
    },
    otherwise: [
      { label: 'Category', value: 'Safety' },
      { label: 'Priority', value: 'Medium' },
      { label: 'Cost', value: 200, external: true },
    ],
  },
  {
    id: 'A247',
    alternative: 'from-its-own',
    call: ['GET', rowOf('REQ-002'), hosted],
    look: ({ body }) => keysByRelationship(body.results[0].fromDependencies),
    usual: { refines: ['REQ-004'] },
    otherwise: { refines: ['REQ-001'] },
  },
  {
    id: 'A235',
    alternative: 'no-content',
    call: bulkLinks('tok-alice', [6003], ['DRN-3']),
    look: ({ status: code, text }) => [code, text === ''],
    usual: [200, false],
    otherwise: [204, true],
  },
  {
    id: 'A248',
    alternative: 'skipped',
    call: bulkLinks('tok-alice', [6099, 1], ['DRN-3', 'DRN-99']),
    look: countsOfLinks,
    usual: [0, 0, 4],
    otherwise: [0, 4, 0],
  },
  {
    id: 'A249',
    alternative: 'edit',
    call: bulkLinks('tok-bob', [6003], ['DRN-3']),
    look: countsOfLinks,
    usual: [1, 0, 0],
    otherwise: [0, 0, 1],
  },
  {
    id: 'A251',
    alternative: 'own-organization',
    call: ['GET', '/api/applications', { token: 'tok-app101' }],
    look: ({ status: code, body }) => [code, body.items?.map(({ id }: { id: number }) => id)],
    usual: [400, undefined],
    otherwise: [200, [101]],
  },
]
