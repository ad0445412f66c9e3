// Clients of wiki and tracker: what they have of their own is not simulated, but they carry the operations of requirements.

import assert from 'node:assert/strict'
import { withDemo } from '../demo.ts'
import { runProgram } from '../program.ts'
import type { Row, TriedRow } from '../row.ts'

type Texts = Pick<TriedRow, 'settings' | 'surprises' | 'responds'>

function clientRow(
  id: string,
  name: string,
  from: 'products' | 'debian',
  packages: readonly [string, ...string[]],
  printed: object,
  always: boolean,
  texts: Texts,
): TriedRow {
  const program = from === 'debian' ? 'python/clients.py' : 'products/clients.mjs'
  return {
    id,
    name,
    group: from === 'debian' && id === 'requests' ? 'HTTP clients' : 'Clients of wiki and tracker',
    from,
    packages,
    always,
    ...texts,
    run: () =>
      withDemo(async ({ environment }) => {
        assert.deepEqual(await runProgram(program, [name], environment), printed)
      }),
  }
}

const LINKS = ['implements REQ-001']

export const PRODUCT_ROWS: readonly Row[] = [
  clientRow(
    'requests',
    'requests',
    'debian',
    ['python3-requests'],
    {
      read: 'REQ-001',
      arrays: ['REQ-012', 'REQ-011'],
      boolean: 'external=True',
      refusal: 404,
      upload: 200,
    },
    true,
    {
      settings: 'none',
      surprises: '`True` is sent as `True`. A refusal is no exception without `raise_for_status()`.',
      responds: 'Booleans in any letter case are read ([A252](reference.md)).',
    },
  ),
  clientRow(
    'jira.js',
    'jira.js',
    'products',
    ['jira.js'],
    { links: LINKS, missing: ['NotFoundError', 404], own: ['NotFoundError', 404] },
    true,
    {
      settings: '`createClient({ host: REQSIM_TRACKER_URL, auth })` of `jira.js/core`, then `sendRequest`',
      surprises:
        'Version 6 calls `/rest/api/3`; `auth` of type `basic` sends an e-mail address as the user, which signs in too.',
      responds: 'none',
    },
  ),
  clientRow(
    'confluence.js',
    'confluence.js',
    'products',
    ['confluence.js'],
    { read: 'REQ-001', found: ['REQ-001'], own: ['NotFoundError', 404] },
    false,
    {
      settings: '`createClient({ host: REQSIM_WIKI_URL, auth })` of `confluence.js/core`, then `sendRequest`',
      surprises: '`searchParams` with an array repeat the parameter.',
      responds: 'none',
    },
  ),
  clientRow(
    'jira-client',
    'jira-client',
    'products',
    ['jira-client'],
    {
      withoutSlash: '/trackerrest/reqs/1/issuelinks/DRN-1',
      decoded: '?name=a&b',
      links: LINKS,
      missing:
        '{"status-code":404,"message":"no issue \'DRN-999\' in the tracker: there are 5","sub-code":-1}',
      own: '{"status-code":404,"message":"no operation at \'GET /rest/api/2/serverInfo\'","sub-code":-1}',
    },
    true,
    {
      settings: "`base: 'tracker'` and `intermediatePath: '/rest/reqs/1'`, then `genericGet`",
      surprises:
        'Without the slash, the address is `/trackerrest/reqs/1/…`. Queries are decoded before they are sent: `a&b` becomes two parameters.',
      responds: 'For the address without a slash, 404 that names the right one.',
    },
  ),
  clientRow(
    'python-jira',
    'jira',
    'debian',
    ['python3-jira'],
    {
      withServerInfo: ['JIRAError', 404],
      links: LINKS,
      limited: ['KeyError', 'x-ratelimit-fillrate'],
      missing: ['JIRAError', 404],
    },
    true,
    {
      settings: "`get_server_info=False`, `options={'rest_path': 'reqs', 'rest_api_version': '1'}`",
      surprises:
        'Its constructor requests `serverInfo`. A 429 without its own headers `X-RateLimit-FillRate`, `-Interval-Seconds`, `-Limit` and `Retry-After` ends in `KeyError`.',
      responds: 'A fault with these four headers lets it retry.',
    },
  ),
  clientRow(
    'atlassian-python-api',
    'requests, with the calls of atlassian-python-api',
    'debian',
    ['python3-requests'],
    {
      read: 'REQ-001',
      write: 200,
      list: [
        400,
        "query parameter 'sort' takes property,(asc|desc) with a property of id, key, status, not '['status' in '['status,asc', 'key,desc']'",
      ],
      joined: ['REQ-012', 'REQ-011'],
      upload: 200,
      limited: [429, 'Too Many Requests'],
      own: 404,
    },
    true,
    {
      settings: '`Confluence(url=REQSIM_WIKI_URL, token=…)`, then `get("rest/reqs/1/…")`',
      surprises:
        'The package itself is not tried. A list in `params` is sent as the text of Python, `[…]`, which is 400: join it by commas. `backoff_and_retry=True` waits 1 s, 2 s, … and reads no header.',
      responds: 'none',
    },
  ),
  {
    id: 'vendor-clients',
    name: 'Released clients of the vendor for the hosted search',
    group: 'Clients of wiki and tracker',
    settings: '',
    surprises: '',
    responds: '',
    why: 'not tried; they need [the preset `earlier-clients`](troubleshooting.md#a-client-of-the-hosted-search-sees-a-total-and-no-rows).',
  },
]
