/**
 * First mutates what parsers read (parsers.ts), then sends hostile and harmless requests to every operation, each sequence
 * to a world of its own, and looks after each exchange whether what must hold still holds (sequences.ts).
 *
 *     npm run fuzz                                    200,000 exchanges, 5,000 mutations of each parser's texts
 *     npm run fuzz -- --exchanges N --seed S          fewer or more of them, or others
 *     npm run fuzz -- --operation wiki.baseline.freeze   sequences about one operation alone, or `control`
 *     npm run fuzz -- --parser query --mutations N    one reader of text or data alone (parsers.ts names them)
 *
 * Prints the seed, and on failure the shortest sequence that still fails; the exit code is then 1.
 */
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import type { Operation } from '../../src/api/framework/operation.ts'
import { operations } from '../../src/api/operations.ts'
import { loadSchemas } from '../../src/api/framework/zod.ts'
import { threadTime } from '../support/thread-time.ts'
import { isParser, runParsers } from './parser-run.ts'
import { controlSequences, playSequence, sequencesAbout, startBase } from './sequences.ts'

const EXCHANGES = 200_000
const MUTATIONS = 5000
const LENGTH = 24
/** Stands for the control API where an operation is named. */
const CONTROL = 'control'
/** Processor milliseconds that no exchange takes, however slow the machine: the slowest take a hundredth of that. */
const MAXIMUM_LENGTH = 5000
/** Failures after which it is no use to go on. */
const MOST_FAILURES = 20

const { values } = parseArgs({
  options: {
    exchanges: { type: 'string', default: String(EXCHANGES) },
    seed: { type: 'string', default: '1' },
    operation: { type: 'string' },
    parser: { type: 'string' },
    mutations: { type: 'string', default: String(MUTATIONS) },
  },
})
await loadSchemas()
const wanted = readNumber('exchanges', values.exchanges)
const seed = readNumber('seed', values.seed)
const about = subjects(values.operation)
if (about.length === 0)
  misused(`--operation '${values.operation}' is no operation: reqsim list operations names them`)

const mutations = readNumber('mutations', values.mutations)
if (values.parser !== undefined && !isParser(values.parser)) misused(`--parser '${values.parser}' is none`)

const base = await startBase()
const succeeded = new Set<string>()
const failures = new Map<string, string>()
let exchanges = 0
let slowest = { milliseconds: 0, what: '' }
console.log(`seed ${seed}, ${mutations} mutations, ${wanted} exchanges`)
if (values.operation === undefined)
  for (const problem of await runParsers(values.parser, mutations, seed, threadTime))
    failures.set(problem, problem)
for (
  let round = 0;
  values.parser === undefined && exchanges < wanted && failures.size < MOST_FAILURES;
  round++
) {
  for (const [position, operation] of about.entries()) {
    if (exchanges >= wanted || failures.size >= MOST_FAILURES) break
    if (!failures.has(operation?.id ?? CONTROL))
      await tryOperation(operation, seed + round * 1_000_003 + position)
  }
}
report()

/** Sequences about an operation; without one, about the control API. */
async function tryOperation(operation: Operation | undefined, own: number): Promise<void> {
  const name = operation?.id ?? CONTROL
  const sequences = operation === undefined ? controlSequences(LENGTH) : sequencesAbout(operation, LENGTH)
  const property = fc.asyncProperty(sequences, async (sequence) => {
    const played = await playSequence(base, sequence, operation, threadTime)
    exchanges += played.exchanges
    for (const id of played.succeeded) succeeded.add(id)
    if (played.slowest.milliseconds > slowest.milliseconds) slowest = played.slowest
    if (played.slowest.milliseconds > MAXIMUM_LENGTH)
      throw new Error(
        `took ${Math.round(played.slowest.milliseconds)} ms of processor time: ${played.slowest.what}`,
      )
  })
  const result = await fc.check(property, { numRuns: 4, seed: own | 0, endOnFailure: false })
  if (!result.failed) return
  const words =
    result.errorInstance instanceof Error ? result.errorInstance.message : String(result.errorInstance)
  failures.set(name, words)
  console.log(`\n${name}: --operation ${name} --seed ${result.seed}\n${words}`)
}

function report(): void {
  if (values.parser !== undefined) return conclude()
  const { milliseconds, what } = slowest
  console.log(`\n${exchanges} exchanges; ${succeeded.size} of ${operations.length} operations succeeded`)
  console.log(`slowest: ${Math.round(milliseconds)} ms of processor time: ${what.slice(0, 300)}`)
  const never = operations.filter(({ id }) => !succeeded.has(id)).map(({ id }) => id)
  if (values.operation === undefined && never.length > 0) console.log(`never succeeded: ${never.join(', ')}`)
  conclude()
}

function conclude(): void {
  console.log(`${failures.size} failures`)
  process.exitCode = failures.size === 0 ? 0 : 1
}

/** The operations to try, and again and again the control API. */
function subjects(wanted: string | undefined): readonly (Operation | undefined)[] {
  if (wanted === CONTROL) return [undefined]
  if (wanted !== undefined) return operations.filter(({ id }) => id === wanted)
  return operations.flatMap((operation, at) => (at % 20 === 0 ? [undefined, operation] : [operation]))
}

function readNumber(name: string, text: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= 0) return number
  return misused(`--${name} '${text.slice(0, 100)}' is not a whole number from 0 on`)
}

function misused(words: string): never {
  console.error(words)
  process.exit(2)
}
