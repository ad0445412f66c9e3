/** `reqsim init`: writes a first scenario and a first test into a project. It never overwrites a file. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { ToolFailure, quoted } from '../../replay/failure.ts'
import { SCENARIO, SCENARIO_FILE } from '../init/files.ts'
import { type Language, type Runner, RUNNER_FILES, RUNNERS, testText } from '../init/runners.ts'

const FOLDER = 'reqsim'

export interface InitFlags {
  /** Default: the runner among the project's dependencies; else it is asked for on a terminal, and Vitest elsewhere. */
  readonly runner?: Runner
  /** Default: TypeScript if the project uses it. */
  readonly language?: Language
}

/** Writes the missing files below `reqsim/` of the folder, and prints the next steps. */
export async function runInit(folder: string, flags: InitFlags): Promise<void> {
  if (!isFolder(folder))
    throw new ToolFailure(2, `there is no folder ${quoted(folder)}: create it, or pass another one`)
  const project = readProject(folder)
  const runner = flags.runner ?? (await runnerOf(project))
  const target = join(folder, FOLDER)
  const test = firstTest(runner, flags.language, project, target)
  attempt(target, () => mkdirSync(target, { recursive: true }))
  const lines = [
    writeNew(folder, join(target, SCENARIO_FILE), SCENARIO),
    writeNew(folder, join(target, test.name), testText(RUNNER_FILES[runner], test.language)),
    '',
    'Next:',
    ...nextSteps(folder, project, runner, test.language).map((step) => `  ${step}`),
    '',
  ]
  process.stdout.write(lines.join('\n'))
}

interface Project {
  /** Whether the project uses TypeScript. */
  readonly typed: boolean
  /** The names of its dependencies. */
  readonly packages: readonly string[]
  readonly hasPackageFile: boolean
}

function readProject(folder: string): Project {
  const file = join(folder, 'package.json')
  const hasPackageFile = existsSync(file)
  const content = hasPackageFile ? attempt(file, () => JSON.parse(readFileSync(file, 'utf8')) as unknown) : {}
  const sections = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']
  const packages = sections.flatMap((name) =>
    Object.keys(Object((content as Record<string, unknown> | null)?.[name])),
  )
  const typed = packages.includes('typescript') || existsSync(join(folder, 'tsconfig.json'))
  return { typed, packages, hasPackageFile }
}

/** The runner of the project; asked for on a terminal if there is none. */
async function runnerOf({ packages }: Project): Promise<Runner> {
  const own = RUNNERS.find((runner) => RUNNER_FILES[runner].packages.some((name) => packages.includes(name)))
  if (own !== undefined) return own
  const [usual] = RUNNERS
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return usual
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    for (;;) {
      const line = await terminal.question(`Test runner (${RUNNERS.join(', ')}) [${usual}]: `)
      const named = line.trim() === '' ? usual : RUNNERS.find((runner) => runner === line.trim())
      if (named !== undefined) return named
    }
  } finally {
    terminal.close()
  }
}

/** The name and language of the first test: those of the one that is there, else the wanted or usual ones. */
function firstTest(
  runner: Runner,
  wanted: Language | undefined,
  { typed }: Project,
  target: string,
): { readonly name: string; readonly language: Language } {
  const { test } = RUNNER_FILES[runner]
  if (wanted === 'ts' && test.ts === undefined)
    throw new ToolFailure(
      2,
      `--language ts does not go with --runner ${runner}, which runs TypeScript through a transformer of your own: leave it out, and the test is JavaScript`,
    )
  const written = (['ts', 'js'] as const).find((language) => {
    const name = test[language]
    return name !== undefined && existsSync(join(target, name))
  })
  const language = written ?? wanted ?? (typed ? 'ts' : 'js')
  return test.ts === undefined || language === 'js'
    ? { name: test.js, language: 'js' }
    : { name: test.ts, language: 'ts' }
}

/** Writes a file unless it exists, and reports which. */
function writeNew(folder: string, path: string, text: string): string {
  const shownPath = relative(folder, path)
  try {
    writeFileSync(path, text, { flag: 'wx' })
    return `wrote ${shownPath}`
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return `kept ${shownPath}`
    throw failure(path, error)
  }
}

function nextSteps(
  folder: string,
  { packages, hasPackageFile }: Project,
  runner: Runner,
  language: Language,
): string[] {
  const { packages: needed, command } = RUNNER_FILES[runner]
  // The declarations of `reqsim/node` name types of Node.
  const types = language === 'ts' ? ['@types/node'] : []
  const missing = ['reqsim', ...needed, ...types].filter((name) => !packages.includes(name))
  const here = relative(process.cwd(), folder)
  const run = command(language)
  const serve = `npx reqsim serve ${FOLDER}/${SCENARIO_FILE}`
  const width = Math.max(run.length, serve.length) + 4
  return [
    ...(here === '' ? [] : [`cd ${/^[\w./-]+$/.test(here) ? here : `'${here.replaceAll("'", `'\\''`)}'`}`]),
    ...(hasPackageFile ? [] : ['npm init -y']),
    ...(missing.length === 0 ? [] : [`npm install --save-dev ${missing.join(' ')}`]),
    ...(runner === 'playwright' ? ['npx playwright install chromium'] : []),
    `${run.padEnd(width)}# the test passes`,
    `${serve.padEnd(width)}# the same world over HTTP`,
  ]
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function attempt<T>(path: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw failure(path, error)
  }
}

function failure(path: string, error: unknown): ToolFailure {
  return new ToolFailure(1, `${quoted(path)}: ${(error as Error).message}`)
}
