/**
 * Measures everything that the project watches, prints one table, and writes docs/benchmarks.md.
 *
 *     npm run bench                     everything, with the peers
 *     npm run bench -- --quick          at most two minutes: fewer rounds, no peers; writes nothing
 *     npm run bench -- --only queries   one part, by the first words of its title; writes nothing
 *     npm run bench -- --rounds 2       as many rounds of load over HTTP and of suites
 *     npm run bench -- --growth         cost against 1,000 up to 1,000,000 requirements
 *
 * Exit code 1 when a target is missed, 2 for an argument that is not known.
 */
import { parseArgs } from 'node:util'
import { installPinned } from '../scripts/install-pinned.ts'
import type { RunOptions } from './run.ts'

const options = readArguments()
await installPinned(new URL('./', import.meta.url), 'the peers')
// What is imported here needs what was just installed.
const { run } = await import('./run.ts')
process.exitCode = (await run(options)) ? 0 : 1

function readArguments(): RunOptions {
  const known = {
    quick: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string' },
  } as const
  try {
    const { quick, growth, only, rounds } = parseArgs({ options: known }).values
    if (rounds !== undefined && !/^[1-9]\d?$/.test(rounds))
      throw new Error(`--rounds '${rounds.slice(0, 100)}' is no whole number from 1 to 99`)
    return {
      quick,
      growth,
      only: only?.toLowerCase(),
      rounds: rounds === undefined ? undefined : Number(rounds),
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error(
      'Give --quick, --growth, --only <first words of a part>, --rounds <1 to 99>, or nothing for a whole run.',
    )
    process.exit(2)
  }
}
