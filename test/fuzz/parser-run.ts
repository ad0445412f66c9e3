/** The long run over parsers: mutations that are kept where they reach new code, and families of inputs that double. */
import fc from 'fast-check'
import { startCoverage } from './coverage.ts'
import { growthComplaints } from './growth.ts'
import { mutatedData, mutatedText, type Mutation, mutationsOf, problemWith } from './mutations.ts'
import type { FuzzedParser } from './parsers/parser.ts'
import { PARSERS } from './parsers.ts'

/** Inputs of one seed, between which nothing is reported. */
const BATCH = 500
/** Inputs that a corpus keeps at most, besides those it began with. */
const MAXIMUM_KEPT = 2000
/** A part of the number that is asked for: data that is taken is looked through as a whole. */
const SHARE_OF_DATA = 0.2
/** Of families that double, in processor milliseconds. */
const GROWTH = { measurable: 20, largest: 2_000_000 }

/** Tries parsers; answers what was found, printed as well. `mutations` is the number for each parser of text. */
export async function runParsers(
  name: string | undefined,
  mutations: number,
  seed: number,
  processorTime: () => number,
): Promise<readonly string[]> {
  const failures: string[] = []
  for (const parser of PARSERS.filter((each) => name === undefined || each.name === name)) {
    const wanted = Math.ceil(parser.kind === 'text' ? mutations : mutations * SHARE_OF_DATA)
    const { problems, kept } = await mutate(parser, wanted, seed)
    const slow = await growthComplaints(parser, processorTime, GROWTH)
    console.log(
      `${parser.name}: ${wanted} mutations, ${kept} reached new code; ${Object.keys(parser.families).length} families`,
    )
    for (const problem of [...problems, ...slow]) console.log(`\n${problem}\n`)
    failures.push(...problems, ...slow)
  }
  return failures
}

export const isParser = (name: string): boolean => PARSERS.some((parser) => parser.name === name)

async function mutate(
  parser: FuzzedParser,
  wanted: number,
  seed: number,
): Promise<{ problems: string[]; kept: number }> {
  const corpus: unknown[] = [...parser.corpus]
  const grown = { ...parser, corpus } as FuzzedParser
  const coverage = startCoverage('/src/')
  const problems: string[] = []
  try {
    for (let done = 0; done < wanted && problems.length === 0; done += BATCH) {
      const batch = fc.sample(mutationsOf(grown), {
        numRuns: Math.min(BATCH, wanted - done),
        seed: seed + done,
      })
      for (const mutation of batch) {
        const problem = await problemWith(grown, mutation)
        if (problem !== undefined) {
          problems.push(await shrunk(grown, mutation, problem))
          break
        }
        if (coverage.seesNew() && corpus.length - parser.corpus.length < MAXIMUM_KEPT)
          corpus.push(madeOf(grown, mutation))
      }
    }
  } finally {
    coverage.end()
  }
  return { problems, kept: corpus.length - parser.corpus.length }
}

function madeOf(parser: FuzzedParser, mutation: Mutation): unknown {
  return parser.kind === 'text' ? mutatedText(parser.corpus, mutation) : mutatedData(parser.corpus, mutation)
}

/** Leaves out of a mutation whatever the problem does not need. */
async function shrunk(parser: FuzzedParser, mutation: Mutation, problem: string): Promise<string> {
  let [least, words] = [mutation, problem]
  for (let at = 0; at < Math.max(least.edits.length, least.changes.length);) {
    const without = { ...least, edits: least.edits.toSpliced(at, 1), changes: least.changes.toSpliced(at, 1) }
    const still = await problemWith(parser, without)
    if (still === undefined) at++
    else [least, words] = [without, still]
  }
  return words
}
