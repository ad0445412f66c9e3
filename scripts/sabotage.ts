/**
 * Breaks the source in small ways and reports which test notices: one break in each of N functions, drawn by a seed.
 *
 *     npm run sabotage                                     ten breaks, with the seed 1
 *     npm run sabotage -- --seed 53 --count 80             others, and more
 *     npm run sabotage -- --seed 53 --count 80 --from 41   without the first forty, to resume a run
 *     npm run sabotage -- --only src/replay                in one folder, or in one file
 *     npm run sabotage -- --near                           runs the tests of the folder alone: stricter, and faster
 *     npm run sabotage -- --list                           prints the breaks and runs nothing
 *     npm run sabotage -- --journeys                       runs the tests over the package too, where no other test notices
 *     npm run sabotage -- --json                           prints the result as one JSON object
 *
 * It works in a temporary copy of the project, which it removes in the end and when it is interrupted. Tests of the folder run
 * first, then all others that import the file. A test notices a break if it fails with it twice, and passes without it. The exit
 * code is 1 if fewer than 90 % of the breaks are noticed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { copyProject, removeCopy } from './sabotage/copy.ts'
import { drawBreaks, type DrawnBreak } from './sabotage/draw.ts'
import { testFinder } from './sabotage/related.ts'
import { type FailedTest, testRunner } from './sabotage/run.ts'
import { PROJECT } from './stale-files.ts'

const LEAST_SHARE = 0.9
const SHOWN = 150
/** So many related tests run before the others: mostly one of them notices. */
const LIKELY = 60
const FIRST = ['unit', 'doors']

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '10' },
    from: { type: 'string', default: '1' },
    only: { type: 'string', default: 'src' },
    near: { type: 'boolean', default: false },
    journeys: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})

/** Tests of the file's folder, other tests over the source, or the journeys. */
type Round = 'folder' | 'related' | 'journeys'

interface Noticed extends FailedTest {
  readonly by: Round
}

type Tried = Omit<DrawnBreak, 'text'> & { readonly noticed: Noticed | null }

const seed = wholeNumber('seed', values.seed)
const count = wholeNumber('count', values.count)
const from = wholeNumber('from', values.from)
const breaks = drawBreaks(PROJECT, { seed, count, only: values.only }).slice(Math.max(from - 1, 0))
if (breaks.length === 0)
  throw new Error(`--only: no function in '${values.only}': name a folder or file of src`)
if (values.list) for (const each of breaks) print(each)
else await tryAll()

async function tryAll(): Promise<void> {
  const copy = copyProject(PROJECT)
  const runner = testRunner(copy)
  const interrupt = (): void => {
    runner.stop()
    removeCopy(copy)
    process.exit(130)
  }
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  const tried: Tried[] = []
  try {
    const relatedTo = testFinder(copy)
    const sound = new Map<string, boolean>()
    for (const { text, ...drawn } of breaks) {
      const rounds = roundsOf(relatedTo(drawn.path))
      const noticed = await noticedBy({ path: join(copy, drawn.path), text, rounds, runner, sound })
      tried.push({ ...drawn, noticed: noticed ?? null })
      if (!values.json) print(drawn, tried.at(-1))
    }
  } finally {
    removeCopy(copy)
  }
  summarise(tried)
}

interface Planned {
  readonly by: Round
  readonly projects: readonly string[]
  readonly files: readonly string[]
}

function roundsOf({
  near,
  far,
}: {
  readonly near: readonly string[]
  readonly far: readonly string[]
}): Planned[] {
  const rounds: Planned[] = [
    { by: 'folder', projects: FIRST, files: near },
    { by: 'related', projects: FIRST, files: values.near ? [] : far.slice(0, LIKELY) },
    { by: 'related', projects: FIRST, files: values.near ? [] : far.slice(LIKELY) },
  ]
  const planned = rounds.filter(({ files }) => files.length > 0)
  return values.journeys ? [...planned, { by: 'journeys', projects: journeyProjects(), files: [] }] : planned
}

/** Runs the rounds over the broken file until a test notices, and restores the file. */
async function noticedBy({
  path,
  text,
  rounds,
  runner,
  sound,
}: {
  readonly path: string
  readonly text: string
  readonly rounds: readonly Planned[]
  readonly runner: ReturnType<typeof testRunner>
  /** Files of tests that ran without a break, and whether they passed. */
  readonly sound: Map<string, boolean>
}): Promise<Noticed | undefined> {
  const original = readFileSync(path, 'utf8')
  try {
    for (const { by, projects, files } of rounds) {
      let left = files.filter((file) => sound.get(file) !== false)
      for (;;) {
        writeFileSync(path, text)
        const failure = await runner.firstFailure(projects, left)
        if (failure === undefined) break
        if (failure.file === '') return { ...failure, by }
        // A busy machine fails tests too, and a test may fail for want of the one before it.
        const again = await runner.firstFailure(projects, [failure.file])
        writeFileSync(path, original)
        if (again !== undefined && !sound.has(failure.file)) {
          const without = await runner.firstFailure(projects, [failure.file])
          sound.set(failure.file, without === undefined)
        }
        if (again !== undefined && sound.get(failure.file) === true) return { ...failure, by }
        const how = again === undefined ? 'fails with the break only once' : 'fails without a break too'
        console.error(`${failure.file} ${how}, and is left out`)
        left = left.filter((file) => file !== failure.file)
        if (left.length === 0) break
      }
    }
    return undefined
  } finally {
    writeFileSync(path, original)
  }
}

function journeyProjects(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>
  }
  return [...(scripts['test:journeys'] ?? '').matchAll(/--project (\S+)/g)].map(([, name = '']) => name)
}

function print(drawn: Omit<DrawnBreak, 'text'>, tried?: Tried): void {
  const within = drawn.function === '' ? '' : ` in ${drawn.function}`
  console.log(`${drawn.path}:${drawn.line}: ${drawn.kind}${within}`)
  console.log(`  - ${cut(drawn.before)}`)
  console.log(`  + ${cut(drawn.after)}`)
  if (tried?.noticed === null) console.log('  not noticed')
  else if (tried !== undefined)
    console.log(`  noticed by ${tried.noticed.by} tests: ${tried.noticed.file} ${cut(tried.noticed.test)}`)
}

function summarise(tried: readonly Tried[]): void {
  const noticed = tried.filter((each) => each.noticed !== null)
  const byFolder = noticed.filter((each) => each.noticed?.by === 'folder').length
  const share = noticed.length / tried.length
  if (values.json)
    console.log(JSON.stringify({ seed, count: tried.length, share, byFolder, breaks: tried }, null, 2))
  else
    console.log(
      `${noticed.length} of ${tried.length} noticed (${Math.round(share * 100)} %), ${byFolder} of them by tests of the folder`,
    )
  process.exitCode = share < LEAST_SHARE ? 1 : 0
}

function cut(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name}: '${text}' is not a whole number, such as 7`)
  return Number(text)
}
