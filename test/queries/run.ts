/**
 * Random queries in every spelling of numbers, texts, patterns and days, against an evaluator of their own: in the embedded,
 * the standalone and the hosted query, as a count, as the criteria of a formula, and for each tenth as a write.
 *
 *     npm run queries                            20,000 queries
 *     npm run queries -- --seed N --queries N    others, from this seed on
 *
 * Prints each query that fails, and how the others came out; the exit code is 1 if one failed.
 */
import { parseArgs } from 'node:util'
import { type Checked, checkQuery, drawn, startWorld } from './check.ts'

const WRITE_EVERY = 10
/** The most failures that are printed. */
const LISTED = 30

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, queries: { type: 'string', default: '20000' } },
})
const [first, count] = [readNumber('seed'), readNumber('queries')]

const world = await startWorld()
const began = performance.now()
const outcomes = new Map<Checked['outcome'], number>()
let failed = 0
for (let seed = first; seed < first + count; seed++) {
  const query = drawn(seed)
  const { complaints, outcome } = await checkQuery(world, query, seed % WRITE_EVERY === 0)
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  if (complaints.length === 0) continue
  if (++failed <= LISTED) console.log(`seed ${seed}: ${query.text}\n  ${complaints.join('\n  ')}`)
}
for (const [outcome, number] of outcomes) console.log(`${outcome.padEnd(16)} ${String(number).padStart(6)}`)
const seconds = Math.round((performance.now() - began) / 1000)
console.log(`${failed} of ${count} queries failed, in ${seconds} s`)
process.exitCode = failed === 0 ? 0 : 1

function readNumber(name: 'seed' | 'queries'): number {
  const number = Number(values[name])
  if (Number.isSafeInteger(number) && number >= 0) return number
  console.error(`--${name} '${values[name]?.slice(0, 100)}' is not a whole number of 0 or more`)
  process.exit(2)
}
