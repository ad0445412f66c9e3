// HTTP clients: one read, a list with two criteria of order in an array, a refusal and an upload with each.

import assert from 'node:assert/strict'
import { withDemo } from '../demo.ts'
import { runProgram } from '../program.ts'
import type { TriedRow } from '../row.ts'

const sorted = ['REQ-012', 'REQ-011']
const unsorted = ['REQ-001', 'REQ-002']
const repeated = '&sort=status,asc&sort=key,desc'
const joined = '&sort=status,asc,key,desc'

type Texts = Pick<TriedRow, 'settings' | 'surprises' | 'responds'>

/** `printed` is what `http/clients.mjs` prints for the client. */
function clientRow(id: string, printed: object, always: boolean, texts: Texts): TriedRow {
  return {
    id,
    name: id,
    group: 'HTTP clients',
    from: 'http',
    packages: [id],
    always,
    ...texts,
    run: () =>
      withDemo(async ({ environment }) => {
        assert.deepEqual(await runProgram('http/clients.mjs', [id], environment), {
          read: 'REQ-001',
          upload: 200,
          ...printed,
        })
      }),
  }
}

export const HTTP_ROWS: readonly TriedRow[] = [
  clientRow(
    'axios',
    {
      arrays: ['&sort[]=status,asc&sort[]=key,desc', unsorted, 'query sort[]'],
      set: [repeated, sorted],
      refusal: ['ERR_BAD_REQUEST', 404],
    },
    true,
    {
      settings: '`paramsSerializer: { indexes: null }`',
      surprises:
        'An array is sent as `sort[]=a&sort[]=b`, another parameter: `X-Sim-Ignored: query sort[]`, or 400 with `config.strict`.',
      responds: 'none',
    },
  ),
  clientRow(
    'got',
    {
      arrays: [
        'RequestError',
        'ERR_GOT_REQUEST_ERROR',
        "Option 'searchParams.sort': Expected values which are `string`, `number`, `boolean`, `null`, or `undefined`. Received values of type `Array`.",
      ],
      set: [repeated, sorted],
      refusal: ['ERR_NON_2XX_3XX_RESPONSE', 404],
    },
    true,
    {
      settings: '`searchParams: new URLSearchParams(…)` for repeated parameters',
      surprises:
        'An array in `searchParams` is refused before anything is sent. A GET that fails is sent three times.',
      responds: 'none',
    },
  ),
  clientRow('ky', { arrays: [joined, sorted], set: [repeated, sorted], refusal: ['HTTPError', 404] }, false, {
    settings: '`retry: 0` where a test counts calls; see [rate limits](rate-limits.md#clients-that-retry)',
    surprises: '429 and 5xx are sent again, after the seconds of `X-Rate-Limit-Reset`.',
    responds: 'none',
  }),
  clientRow(
    'undici',
    {
      arrays: sorted,
      refusal: [404, "no requirement 'NOPE' in space 'ENG': there are 12"],
      foreignForm: 'UND_ERR_INVALID_ARG',
    },
    true,
    {
      settings: '`setGlobalDispatcher(new Agent())` before a form is sent',
      surprises:
        'Once `fetch` or an import of `node:http` has loaded the undici of Node, `request` sends through that one, and a `FormData` is never sent. Only its own `FormData` is accepted. A body that nobody reads holds its connection.',
      responds: 'MSW [does not catch it](troubleshooting.md#requests-of-the-undici-package-are-not-caught).',
    },
  ),
  clientRow(
    'node-fetch',
    {
      arrays: [joined, sorted],
      set: [repeated, sorted],
      refusal: [false, 404],
      foreignForm: 200,
    },
    false,
    {
      settings: 'none',
      surprises: 'An array in `URLSearchParams` is joined by commas, which `sort` takes.',
      responds: 'none',
    },
  ),
  clientRow('superagent', { arrays: [repeated, sorted], set: sorted, refusal: ['Not Found', 404] }, false, {
    settings: 'none',
    surprises:
      'It sends `Connection: close`. The message of an error is that of the status; ours is in `error.response.body.message`.',
    responds: 'none',
  }),
]
