/**
 * Changes the source in thousands of small ways, one at a time, and counts which of them a test notices.
 *
 *     npm run mutate                            all of src/model and src/gateway; writes docs/mutation-testing.md
 *     npm run mutate -- --only src/model/links  one folder or file of them, or several with commas between;
 *                                               prints, and writes nothing
 *     npm run mutate -- --only src/model/links --tests test/links,test/model/excerpt.test.ts
 *                                               only in these files or folders of tests, but in every test of them
 *     npm run mutate -- --only … --tests … --left
 *                                               only those that were kept as survivors and are not explained
 *     npm run mutate -- --list                  prints each survivor that was kept and is not explained; `--only` as above
 *     npm run mutate -- --list --explained      those that are explained as well, with the reason; so with `--tests`
 *     npm run mutate -- --workers 4             as many processes instead of two
 *     npm run mutate -- --folder PATH           works there and leaves it; goes on with what an earlier run left there, and
 *                                               does again what changes since then ask for
 *     npm run mutate -- --kills PATH            with `--tests`: adds to that file which test killed what; with `--folder`: tries
 *                                               what the file tells before everything else
 *     npm run mutate -- --minutes 30            ends the trials after that; later steps only try more tests
 *
 * With `--only` and without `--tests`, exit code 1 where a mutant survives that is neither explained nor among those that
 * were kept.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isBelow, MUTATED } from './copy.ts'
import { installPinned } from '../../scripts/install-pinned.ts'
import { claimFolder, releaseFolder } from './claim.ts'
import { explainedOf, readExplanations, staleOf } from './explained.ts'
import {
  fateOf,
  keptAndLeft,
  keptWithText,
  newSurvivors,
  readKept,
  survivorsOf,
  told,
  writeKept,
} from './results.ts'
import { addKills, killsOf, readKills } from './kills.ts'
import { figures, type Measured, writePage } from './page.ts'
import { measure } from './measure.ts'
import { measureNamed, namedTests } from './named.ts'
import { renew } from './renew.ts'

const options = readArguments()
const explanations = [...readExplanations().values()].flat()
const tell = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)

if (options.list) {
  for (const line of keptWithText(explanations, options.places, options.explained)) console.log(line)
} else await inFolder(options.tests === undefined ? mutate : mutateNamed)

/** Calls it with a folder of its own, which is gone afterwards, unless one is given. */
async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  await installPinned(new URL('./', import.meta.url), 'the instrumenter')
  // An end by a signal is an end of the processes that were started, too, and of the folder.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  if (options.folder !== undefined) {
    mkdirSync(options.folder, { recursive: true })
    return run(options.folder)
  }
  const isShort = options.tests !== undefined
  const folder = isShort ? claimFolder() : mkdtempSync(join(tmpdir(), 'reqsim-mutation-'))
  process.once('exit', () =>
    isShort ? releaseFolder(folder) : rmSync(folder, { recursive: true, force: true }),
  )
  return run(folder)
}

async function mutate(folder: string): Promise<void> {
  const began = performance.now()
  await renew({ ...options, folder, tell })
  const kills = options.kills === undefined ? [] : readKills(options.kills)
  const measured = await measure({
    ...options,
    folder,
    kills,
    isLate: () => performance.now() - began > options.minutes * 60_000,
    tell,
  })
  const explained = explainedOf(measured.mutants, explanations)
  const survivors = survivorsOf(measured.mutants, measured.verdicts)
  const unexplained = survivorsOf(
    measured.mutants.filter(({ number }) => !explained.has(number)),
    measured.verdicts,
  )
  const unknown = newSurvivors(unexplained, readKept())
  console.log(figures(measured, explained))
  console.log(`\nSurvivors that were not there before: ${unknown.length}`)
  for (const line of unknown) console.log(line)
  tellStale(measured)
  if (options.isPart) process.exitCode = unknown.length === 0 ? 0 : 1
  else {
    await writePage(measured, explained)
    await writeKept(survivors)
  }
}

async function mutateNamed(folder: string): Promise<void> {
  const { places, workers, tests: files = [] } = options
  const isMeant = options.left ? keptAndLeft(explanations, places) : () => true
  const measured = await measureNamed({ folder, places, files, workers, isMeant, tell })
  const { mutants, verdicts } = measured
  for (const line of told(measured, explanations, options.explained)) console.log(line)
  const left = mutants.filter((mutant) => fateOf(mutant, verdicts) !== 'killed')
  const explained = explainedOf(left, explanations).size
  console.log(
    `\n${mutants.length} mutants: ${mutants.length - left.length} killed, ${explained} explained, ${left.length - explained} left`,
  )
  if (options.kills !== undefined) addKills(options.kills, killsOf(mutants, verdicts))
  if (!options.left) tellStale(measured)
}

/** Of the files that were mutated: explanations that are about nothing any more. */
function tellStale({ mutants, verdicts }: Measured): void {
  const stale = staleOf(mutants, explanations, (mutant) => fateOf(mutant, verdicts) === 'killed')
  if (stale.length > 0) console.log(`\nExplanations to look at: ${stale.length}`)
  for (const line of stale) console.log(line)
}

interface Options {
  readonly places: readonly string[]
  readonly isPart: boolean
  /** Files of tests, where only they are to try mutants. */
  readonly tests: readonly string[] | undefined
  /** Whether they try only what was kept and is not explained. */
  readonly left: boolean
  readonly list: boolean
  readonly explained: boolean
  readonly workers: number
  readonly minutes: number
  readonly folder: string | undefined
  readonly kills: string | undefined
}

function readArguments(): Options {
  const known = {
    only: { type: 'string', multiple: true },
    tests: { type: 'string', multiple: true },
    left: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    explained: { type: 'boolean', default: false },
    workers: { type: 'string', default: '2' },
    minutes: { type: 'string', default: '600' },
    folder: { type: 'string' },
    kills: { type: 'string' },
  } as const
  try {
    const { only, tests, left, list, explained, workers, minutes, folder, kills } = parseArgs({
      options: known,
    }).values
    if (!/^[1-9]\d?$/.test(workers))
      throw new Error(`--workers '${workers.slice(0, 100)}' is no whole number from 1 to 99`)
    if (!/^\d{1,3}$/.test(minutes))
      throw new Error(`--minutes '${minutes.slice(0, 100)}' is no whole number from 0 to 999`)
    const places = only?.flatMap((names) => names.split(',')).map((name) => name.replace(/\/$/, ''))
    const wrong = places?.find((place) => !isBelow(place, MUTATED))
    if (wrong !== undefined)
      throw new Error(`--only '${wrong.slice(0, 100)}' is nothing below ${MUTATED.join(' or ')}`)
    if (left && tests === undefined) throw new Error('--left is for --tests, which names what tries mutants')
    if (tests !== undefined && places === undefined)
      throw new Error(
        `--tests '${tests.join(',').slice(0, 100)}' needs --only with the source that they are to try`,
      )
    if (tests !== undefined && folder !== undefined)
      throw new Error(
        `--folder '${folder.slice(0, 100)}' is not for --tests, which keeps nothing: leave it out`,
      )
    return {
      places: places ?? MUTATED,
      isPart: places !== undefined,
      tests: tests === undefined ? undefined : namedTests(tests.flatMap((names) => names.split(','))),
      left,
      list,
      explained,
      workers: Number(workers),
      minutes: Number(minutes),
      folder: folder === undefined ? undefined : resolve(folder),
      kills: kills === undefined ? undefined : resolve(kills),
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  }
}
