/**
 * Random walks over wiki and tracker, each in a fork of a small world and with its own seed. After a walk the faults are
 * removed, time passes and failed messages are sent again; then the oracles must find nothing wrong (oracles.ts).
 *
 *     npm run walks                                     20,000 walks of 30 steps
 *     npm run walks -- --seed N --walks N --steps N     others, from this seed on
 *     npm run walks -- --seed N --walks 1 --log         one walk, every request with its answer
 *     npm run walks -- --without variant,job            without the kinds of steps whose names begin so
 *
 * Prints the seeds of walks that failed, by cause, and for each cause the fewest requests that still fail; the exit code is
 * then 1.
 */
import { parseArgs } from 'node:util'
import { startBases } from './scenario.ts'
import { drawSteps, KINDS, linesOf, playSteps, shrink, type Failure } from './walk.ts'

/** Every 25th walk is checked by the slow oracles too. */
const THOROUGH_EVERY = 25
/** The most causes that are shrunk, and seeds that are listed of each. */
const MOST_CAUSES = 30
const LISTED = 8

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    walks: { type: 'string', default: '20000' },
    steps: { type: 'string', default: '30' },
    log: { type: 'boolean', default: false },
    without: { type: 'string', default: '' },
  },
})
const [first, count, length] = [readNumber('seed'), readNumber('walks'), readNumber('steps')]
const without = values.without.split(',').filter((name) => name !== '')

const baseOf = await startBases()
console.log(`${count} walks of ${length} steps, seeds ${first} to ${first + count - 1}`)
const began = performance.now()
const sent = new Map<string, { drawn: number; accepted: number }>(
  KINDS.map(({ name }) => [name, { drawn: 0, accepted: 0 }]),
)
const causes = new Map<string, number[]>()
const failed: number[] = []
for (let seed = first; seed < first + count; seed++) {
  const steps = drawSteps(seed, length, without)
  const base = baseOf(seed)
  const thorough = seed % THOROUGH_EVERY === 0
  const { requests, failures, log } = await playSteps(base, steps, thorough)
  if (values.log) console.log(log.join('\n'))
  for (const { kind, accepted } of requests) {
    const known = sent.get(kind)
    if (known === undefined) continue
    known.drawn++
    if (accepted) known.accepted++
  }
  if (failures.length === 0) continue
  failed.push(seed)
  for (const failure of failures) {
    const cause = causeOf(failure)
    const seeds = causes.get(cause) ?? []
    causes.set(cause, [...seeds, seed])
    if (seeds.length > 0 || causes.size > MOST_CAUSES) continue
    console.log(`\nseed ${seed}: ${failure.oracle}: ${failure.complaints.slice(0, 3).join('\n  ')}`)
    const small = await shrink(base, steps, failure.oracle, thorough)
    console.log(`  with ${small.requests.length} requests:\n    ${linesOf(small.requests).join('\n    ')}`)
    for (const { oracle, complaints } of small.walked.failures)
      console.log(`  ${oracle}: ${complaints.slice(0, 4).join('\n    ')}`)
  }
}
report()

/** What failures have in common: the oracle and its complaint without names and numbers. */
function causeOf({ oracle, complaints: [problem = ''] }: Failure): string {
  const words = problem.replaceAll(
    /(ENG|OPS|DRN|GND|REQ|NEW)([/-][\w/-]+)?|'[^']*'|<p>.*?<\/p>|[0-9a-f]{8}-[0-9a-f-]+|\d+/g,
    '…',
  )
  return `${oracle}: ${words.slice(0, 90)}`
}

function report(): void {
  console.log(`\nstep kind                  sent  accepted`)
  for (const [name, { drawn, accepted }] of sent) {
    const share = drawn === 0 ? '' : `${Math.round((100 * accepted) / drawn)} %`
    console.log(`${name.padEnd(24)} ${String(drawn).padStart(6)}  ${share.padStart(8)}`)
  }
  const all = [...sent.values()].reduce((sum, one) => ({
    drawn: sum.drawn + one.drawn,
    accepted: sum.accepted + one.accepted,
  }))
  console.log(`all ${all.drawn}, accepted ${Math.round((100 * all.accepted) / all.drawn)} %`)
  for (const [cause, seeds] of [...causes].sort((a, b) => b[1].length - a[1].length))
    console.log(`${String(seeds.length).padStart(6)} × ${cause} (seeds ${seeds.slice(0, LISTED).join(', ')})`)
  if (failed.length > 0) console.log(`seeds of walks that failed: ${failed.join(' ')}`)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${failed.length} of ${count} walks failed, in ${seconds} s`)
  process.exitCode = failed.length === 0 ? 0 : 1
}

function readNumber(name: 'seed' | 'walks' | 'steps'): number {
  const number = Number(values[name])
  if (Number.isSafeInteger(number) && number >= 0) return number
  console.error(`--${name} '${values[name]?.slice(0, 100)}' is not a whole number of 0 or more`)
  process.exit(2)
}
