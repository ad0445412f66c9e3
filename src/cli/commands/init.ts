/** `reqsim init`: writes a first scenario and a first test into a project. It never overwrites a file. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ToolFailure, quoted } from '../../replay/failure.ts'
import { firstTest, SCENARIO, SCENARIO_FILE } from '../init/files.ts'

const FOLDER = 'reqsim'
const LANGUAGES = ['ts', 'js'] as const

/** Writes the missing files below `reqsim/` of the folder, and prints the next steps. */
export function runInit(folder: string): void {
  if (!isFolder(folder))
    throw new ToolFailure(2, `there is no folder ${quoted(folder)}: create it, or pass another one`)
  const project = readProject(folder)
  const target = join(folder, FOLDER)
  attempt(target, () => mkdirSync(target, { recursive: true }))
  const earlier = LANGUAGES.find((language) => existsSync(join(target, firstTest(language).name)))
  const test = firstTest(earlier ?? (project.typed ? 'ts' : 'js'))
  const lines = [
    writeNew(folder, join(target, SCENARIO_FILE), SCENARIO),
    writeNew(folder, join(target, test.name), test.text),
    '',
    'Next:',
    ...nextSteps(folder, project).map((step) => `  ${step}`),
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

function nextSteps(folder: string, { packages, hasPackageFile }: Project): string[] {
  const missing = ['reqsim', 'vitest'].filter((name) => !packages.includes(name))
  const here = relative(process.cwd(), folder)
  return [
    ...(here === '' ? [] : [`cd ${/^[\w./-]+$/.test(here) ? here : `'${here.replaceAll("'", `'\\''`)}'`}`]),
    ...(hasPackageFile ? [] : ['npm init -y']),
    ...(missing.length === 0 ? [] : [`npm install --save-dev ${missing.join(' ')}`]),
    `npx vitest run ${FOLDER}                          # the test passes`,
    `npx reqsim serve ${FOLDER}/${SCENARIO_FILE}    # the same world over HTTP`,
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
