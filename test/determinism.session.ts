/** Thousands of exchanges with the demo world, summed up in digests that all processes agree on; arguments are interruptions. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { ExchangeAnswer } from '../src/api/framework/exchange.ts'
import { operations } from '../src/api/operations.ts'
import { createSimulator } from '../src/index.ts'
import { exportWorld } from '../src/world/store/transfer.ts'
import { type InterruptionName, playSessions } from './fuzz/session.ts'
import { badRequests, exampleQuery, examplePath } from './support/bad-input.ts'
import { playWikiSession } from './support/wiki-session.ts'

const simulator = await createSimulator({ scenario: 'demo' })
const answers: ExchangeAnswer[] = await playWikiSession(simulator)
const users = ['tok-admin', 'tok-alice', 'tok-eve', 'tok-app101', 'tok-old', 'tok-uma']
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
