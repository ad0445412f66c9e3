/**
 * Changes the source in thousands of small ways, one at a time, and counts which of them a test notices.
 *
 *     npm run mutate                            all of src/model and src/gateway; writes docs/mutation-testing.md
 *     npm run mutate -- --only src/model/links  one folder or file of them; prints, and writes nothing
 *     npm run mutate -- --list                  prints each survivor that was kept: file:line mutator → replacement
 *     npm run mutate -- --workers 4             as many processes instead of two
 *     npm run mutate -- --folder PATH           works there and leaves it; goes on with what an earlier run left there
 *     npm run mutate -- --minutes 30            begins no step after that; later steps only try more tests
 *
 * With `--only`, exit code 1 where a mutant survives that is not among those that were kept.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { MUTATED } from './copy.ts'
import { installPinned } from '../../scripts/install-pinned.ts'
import { linesOf, newSurvivors, readKept, survivorsOf, writeKept } from './results.ts'
import { figures, writePage } from './page.ts'
import { measure } from './measure.ts'

const options = readArguments()
if (options.list) for (const line of linesOf(readKept())) console.log(line)
else await mutate()

async function mutate(): Promise<void> {
  await installPinned(new URL('./', import.meta.url), 'the instrumenter')
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'reqsim-mutation-'))
  mkdirSync(folder, { recursive: true })
  const began = performance.now()
  const measured = await measure({
    ...options,
    folder,
    isLate: () => performance.now() - began > options.minutes * 60_000,
    tell: (line) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`),
  })
  const survivors = survivorsOf(measured.mutants, measured.verdicts)
  const unknown = newSurvivors(survivors, readKept())
  console.log(figures(measured))
  console.log(`\nSurvivors that were not there before: ${unknown.length}`)
  for (const line of unknown) console.log(line)
  if (options.isPart) process.exitCode = unknown.length === 0 ? 0 : 1
  else {
    await writePage(measured)
    await writeKept(survivors)
  }
  if (options.folder === undefined) rmSync(folder, { recursive: true })
}

interface Options {
  readonly places: readonly string[]
  readonly isPart: boolean
  readonly list: boolean
  readonly workers: number
  readonly minutes: number
  readonly folder: string | undefined
}

function readArguments(): Options {
  const known = {
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    workers: { type: 'string', default: '2' },
    minutes: { type: 'string', default: '600' },
    folder: { type: 'string' },
  } as const
  try {
    const { only, list, workers, minutes, folder } = parseArgs({ options: known }).values
    if (!/^[1-9]\d?$/.test(workers))
      throw new Error(`--workers '${workers.slice(0, 100)}' is no whole number from 1 to 99`)
    if (!/^\d{1,3}$/.test(minutes))
      throw new Error(`--minutes '${minutes.slice(0, 100)}' is no whole number from 0 to 999`)
    const place = only?.replace(/\/$/, '')
    if (place !== undefined && !MUTATED.some((part) => place === part || place.startsWith(`${part}/`)))
      throw new Error(`--only '${place.slice(0, 100)}' is nothing below ${MUTATED.join(' or ')}`)
    return {
      places: place === undefined ? MUTATED : [place],
      isPart: place !== undefined,
      list,
      workers: Number(workers),
      minutes: Number(minutes),
      folder: folder === undefined ? undefined : resolve(folder),
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  }
}
