/** Thousands of exchanges with the demo world, summed up in digests that all processes agree on; arguments are interruptions. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { ExchangeResponse } from '../src/api/framework/exchange.ts'
import { operations } from '../src/api/operations.ts'
import { createSimulator } from '../src/index.ts'
import { exportWorld } from '../src/world/transfer.ts'
import { type InterruptionName, playSessions } from './fuzz/session.ts'
import { badRequests, exampleQuery, examplePath } from './support/bad-input.ts'

const WIKI = '/wiki/rest/reqs/1'
/** Letters that languages order and fold differently, in an order that none has. */
const LETTERS = ['z', 'Z', 'ı', 'I', 'i', 'İ', 'ö', 'o', 'Å', 'a', 'y', '10', '9']
const KEYS = ['Z-1', 'a-1', 'I-1', 'i-1', 'aa-1', 'B-1']
const READS = [
  `${WIKI}/propertynames/ENG`,
  `${WIKI}/requirement2/ENG/i-1`,
  `${WIKI}/requirement2/ENG?limit=200&sort=KEY%20ASC&q=${encodeURIComponent("key ~ '%-1'")}`,
  `${WIKI}/requirement2/ENG?q=${encodeURIComponent("text ~ '%limit%' OR @i = 'II' OR @Å = 'åi'")}`,
  '/api/applications/101/projects/1001/variants/current/requirements',
]

const simulator = await createSimulator({ scenario: 'demo' })
const answers: ExchangeResponse[] = []
await call('PUT', '/_sim/pages/4002', { define: KEYS.map((key) => ({ key, html: `LIMIT İI ıi ${key} Å` })) })
await call('PUT', `${WIKI}/requirement2/ENG/i-1`, {
  properties: LETTERS.map((key) => ({ key, value: `${key}I` })),
  dependencies: LETTERS.map((relationship) => ({ relationship, key: 'a-1' })),
})
for (const url of READS) await call('GET', url)
if (answers.some(({ status }) => status !== 200)) throw new Error('a call with letters failed')
const users = ['tok-admin', 'tok-alice', 'tok-app101', 'tok-uma']
// What ends an account, or its link, comes last: every other operation is to be answered, not refused.
const ENDINGS = new Set(['standalone.linkedAccount.delete', 'standalone.user.deleteSelf'])
const ordered = [
  ...operations.filter(({ id }) => !ENDINGS.has(id)),
  ...operations.filter(({ id }) => ENDINGS.has(id)),
]
for (const operation of ordered) {
  const query = exampleQuery(operation)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  const body = operation.body === undefined ? undefined : JSON.stringify(operation.body.example)
  for (const token of users) {
    const headers = {
      authorization: `Bearer ${token}`,
      'x-api-key': token,
      'x-base-url': 'https://wiki.northwind.test/wiki',
      'x-sim-explain': '1',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    answers.push(
      await simulator.exchange({
        method: operation.method,
        url: `${examplePath(operation)}?${query}`,
        headers,
        body,
      }),
    )
    simulator.clock.advance('1s')
  }
  const wrong = badRequests(operation).filter((one) => (one.body?.length ?? 0) < 100_000)
  // One for each status: tests of bad input have them all.
  for (const bad of new Map(wrong.map((one) => [one.status, one])).values()) {
    answers.push(
      await simulator.exchange({
        method: operation.method,
        url: bad.path,
        headers: { authorization: 'Bearer tok-admin', ...bad.headers },
        body: bad.body,
      }),
    )
  }
}
if (answers.some(({ status }) => status >= 500)) throw new Error('an answer was a defect')
const text = JSON.stringify([answers, exportWorld(simulator.world), simulator.report()])
process.stdout.write(`${answers.length} ${bytesToHex(sha256(utf8ToBytes(text)))}\n`)
process.stdout.write(`${JSON.stringify(await playSessions(process.argv.slice(2) as InterruptionName[]))}\n`)

async function call(method: string, url: string, body?: object): Promise<void> {
  const headers = {
    authorization: 'Bearer tok-admin',
    'x-sim-control': '1',
    'content-type': 'application/json',
  }
  answers.push(await simulator.exchange({ method, url, headers, body: body && JSON.stringify(body) }))
}
