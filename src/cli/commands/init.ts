/** `reqsim init`: writes a first scenario and a first test into a project. It never overwrites a file. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { isExecutable, readPackagedFile } from '../../adapters/node/packaged-files.ts'
import { quoted, reasonOf, ToolFailure } from '../../replay/failure.ts'
import { FOLDER, SCENARIO_FILE, scenarioText, SCHEMA_FILE } from '../init/files.ts'
import { ignoreTraces } from '../init/gitignore.ts'
import { moveWorkflow, WORKFLOW_FILE, workflowText } from '../init/github-workflow.ts'
import { GO_CLIENT, goTest, modulePath } from '../init/go.ts'
import { GRADLE_FILES, JUNIT_CLIENT, JUNIT_FOLDER, junitTest } from '../init/junit.ts'
import {
  CLIENT_FILE,
  CLIENT_SOURCE,
  CONFTEST,
  CONFTEST_FILE,
  PYTEST_FILE,
  PYTEST_TEST,
} from '../init/pytest.ts'
import {
  type CI_CHOICES,
  type ForeignRunner,
  type Language,
  type Runner,
  RUNNER_FILES,
  type RunnerChoice,
  RUNNERS,
  testText,
} from '../init/runners.ts'

export interface InitFlags {
  /**
   * Default: the runner among the project's dependencies. Without one, `init` asks on a terminal, and uses Vitest elsewhere. The
   * executable writes no test outside of an npm project.
   */
  readonly runner?: RunnerChoice
  /** Default: TypeScript if the project uses it. */
  readonly language?: Language
  /** The service whose workflow is written too. */
  readonly ci?: (typeof CI_CHOICES)[number]
}

/** Writes the missing files into the folder, most of them below `reqsim/`, ignores traces, and prints the next steps. */
export async function runInit(folder: string, flags: InitFlags): Promise<void> {
  if (!isFolder(folder))
    throw new ToolFailure(2, `there is no folder ${quoted(folder)}: create it, or pass another one`)
  const project = readProject(folder)
  const runner = flags.runner ?? (await runnerOf(project))
  const workflow = flags.ci !== 'github' ? [] : [workflowFile(folder, runner)]
  const { files, next } = isOwn(runner)
    ? scenarioWithTest(folder, project, runner, firstTest(runner, flags.language, project, folder))
    : await withoutPackage(runner, folder, flags.language)
  const lines = [...files, ...workflow].map(([name, text]) => writeNew(folder, join(folder, name), text))
  // Playwright keeps its own results beside the trace.
  const ignored = ['reqsim-traces', ...(runner === 'playwright' ? ['test-results'] : [])]
  lines.push(attempt(join(folder, '.gitignore'), () => ignoreTraces(folder, ignored)))
  if (flags.ci === 'github') next.push(...moveWorkflow(folder))
  process.stdout.write([...lines, '', 'Next:', ...next.map((step) => `  ${step}`), ''].join('\n'))
}

interface Plan {
  /** The paths of the files below the folder, and their texts. */
  readonly files: readonly (readonly [name: string, text: string])[]
  /** The commands to print. */
  readonly next: string[]
}

function workflowFile(folder: string, runner: RunnerChoice): Plan['files'][number] {
  if (runner !== 'none')
    return [WORKFLOW_FILE, workflowText(runner, { folder, isExecutable: isExecutable() })]
  throw new ToolFailure(2, '--ci github does not go with --runner none, which writes no test')
}

function isOwn(runner: RunnerChoice): runner is Runner {
  return (RUNNERS as readonly string[]).includes(runner)
}

interface FirstTest {
  readonly name: string
  readonly language: Language
}

function scenarioWithTest(folder: string, project: Project, runner: Runner, test: FirstTest): Plan {
  const scenario = scenarioText('../node_modules/reqsim/schema/scenario.schema.json')
  return {
    files: [
      [`${FOLDER}/${SCENARIO_FILE}`, scenario],
      [`${FOLDER}/${test.name}`, testText(RUNNER_FILES[runner], test.language)],
    ],
    next: nextSteps(folder, project, runner, test),
  }
}

/** For tests in other languages: the scenario and its schema, which no npm package installs there, client and first test. */
async function withoutPackage(
  runner: ForeignRunner | 'none',
  folder: string,
  language: Language | undefined,
): Promise<Plan> {
  if (language !== undefined) {
    const reason = runner === 'none' ? 'writes no test' : `writes a test in ${FOREIGN_LANGUAGES[runner]}`
    throw new ToolFailure(2, `--language ${language} does not go with --runner ${runner}, which ${reason}`)
  }
  // pytest loads plugins from the top folder of the tests only.
  const beside = runner === 'pytest' ? '' : `${FOLDER}/`
  const scenario = `${beside}${SCENARIO_FILE}`
  const {
    files = [],
    before = [],
    command,
  } = runner === 'none' ? {} : await foreignPlan(runner, folder, scenario)
  const serve = `${isExecutable() ? 'reqsim' : 'npx reqsim'} serve ${scenario}`
  const others = 'a first test in Python; go and junit write one in Go and Java'
  return {
    files: [
      ...files,
      [scenario, scenarioText(`./${SCHEMA_FILE}`)],
      [`${beside}${SCHEMA_FILE}`, await packagedText('schema/scenario.schema.json')],
    ],
    next: [
      ...before,
      ...changeFolder(folder),
      ...(isExecutable() || command === undefined ? [] : ["export REQSIM_COMMAND='npx reqsim'"]),
      ...aligned([
        ...(command === undefined ? [] : [[command, 'the tests pass'] as const]),
        ...(command === undefined
          ? []
          : [
              [
                `${isExecutable() ? '' : 'npx '}reqsim exec -- ${command}`,
                'the same with one server',
              ] as const,
            ]),
        [serve, command === undefined ? 'the world over HTTP' : 'the same world over HTTP'],
        ...(isExecutable() && command === undefined
          ? [['reqsim init --runner pytest', others] as const]
          : []),
      ]),
    ],
  }
}

const FOREIGN_LANGUAGES: Readonly<Record<ForeignRunner, string>> = {
  pytest: 'Python',
  go: 'Go',
  junit: 'Java',
}

interface ForeignPlan {
  readonly files: Plan['files']
  /** What to do before the first command. */
  readonly before?: readonly string[]
  readonly command: string
}

/** The client of a language and its first test. */
async function foreignPlan(runner: ForeignRunner, folder: string, scenario: string): Promise<ForeignPlan> {
  if (runner === 'go')
    return {
      files: [
        [`${FOLDER}/reqsim.go`, await packagedText(GO_CLIENT)],
        [`${FOLDER}/first_test.go`, goTest(readModule(folder))],
      ],
      command: `go test ./${FOLDER}`,
    }
  if (runner === 'junit')
    return {
      files: [
        [`${JUNIT_FOLDER}/ReqsimExtension.java`, await packagedText(JUNIT_CLIENT)],
        [`${JUNIT_FOLDER}/FirstTest.java`, junitTest(scenario)],
      ],
      command: GRADLE_FILES.some((name) => existsSync(join(folder, name))) ? 'gradle test' : 'mvn test',
    }
  const hasConftest = existsSync(join(folder, CONFTEST_FILE))
  return {
    files: [
      [CLIENT_FILE, await packagedText(CLIENT_SOURCE)],
      [CONFTEST_FILE, CONFTEST],
      [PYTEST_FILE, PYTEST_TEST],
    ],
    before: hasConftest ? [`add to ${CONFTEST_FILE}: ${CONFTEST.trim()}`] : [],
    command: 'python3 -m pytest',
  }
}

/** The path of the module in the folder, which the test imports from. */
function readModule(folder: string): string {
  const file = join(folder, 'go.mod')
  const module = existsSync(file) ? modulePath(attempt(file, () => readFileSync(file, 'utf8'))) : undefined
  if (module !== undefined) return module
  throw new ToolFailure(
    2,
    `--runner go: ${quoted(file)} does not name a module: run go mod init example.com/NAME first, or pass the folder of your module`,
  )
}

async function packagedText(name: string): Promise<string> {
  const text = await readPackagedFile(name)
  if (text === undefined) throw new ToolFailure(1, `${name} is missing in this installation`)
  return text
}

interface Project {
  /** Whether the project uses TypeScript. */
  readonly typed: boolean
  /** Whether `.ts` and `.js` are ECMAScript modules. */
  readonly isModule: boolean
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
  const isModule = Object(content)['type'] === 'module'
  return { typed, isModule, packages, hasPackageFile }
}

/** The runner of the project; asked for on a terminal if there is none. */
async function runnerOf({ packages, hasPackageFile }: Project): Promise<RunnerChoice> {
  const own = RUNNERS.find((runner) => RUNNER_FILES[runner].packages.some((name) => packages.includes(name)))
  if (own !== undefined) return own
  if (isExecutable() && !hasPackageFile) return 'none'
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
  { typed, isModule }: Project,
  folder: string,
): FirstTest {
  const { test } = RUNNER_FILES[runner]
  if (wanted === 'ts' && test.ts === undefined)
    throw new ToolFailure(
      2,
      `--language ts does not go with --runner ${runner}, which runs TypeScript through a transformer of your own: leave it out, and the test is JavaScript`,
    )
  const typedNames = test.ts === undefined ? [] : [test.ts, test.ts.replace(/ts$/, 'mts')]
  const inJavaScript: FirstTest = { name: test.js, language: 'js' }
  const inTypeScript = typedNames.map((name): FirstTest => ({ name, language: 'ts' }))
  const written = [...inTypeScript, inJavaScript].find(({ name }) => existsSync(join(folder, FOLDER, name)))
  if (written !== undefined) return written
  // The test is an ECMAScript module: in a package of CommonJS, only the ending says so to the compiler.
  const [inModule = inJavaScript, elsewhere = inJavaScript] = inTypeScript
  if ((wanted ?? (typed ? 'ts' : 'js')) === 'js') return inJavaScript
  return isModule ? inModule : elsewhere
}

/** Writes a file unless it exists, and reports which. */
function writeNew(folder: string, path: string, text: string): string {
  const shownPath = relative(folder, path)
  attempt(dirname(path), () => mkdirSync(dirname(path), { recursive: true }))
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
  { name, language }: FirstTest,
): string[] {
  const { packages: needed, command } = RUNNER_FILES[runner]
  // The declarations of `reqsim/node` name types of Node.
  const types = language === 'ts' ? ['@types/node'] : []
  const missing = ['reqsim', ...needed, ...types].filter((name) => !packages.includes(name))
  const run = command(`${FOLDER}/${name}`, language)
  const serve = `npx reqsim serve ${FOLDER}/${SCENARIO_FILE}`
  return [
    ...changeFolder(folder),
    ...(hasPackageFile ? [] : ['npm init -y']),
    ...(missing.length === 0 ? [] : [`npm install --save-dev ${missing.join(' ')}`]),
    ...(runner === 'playwright' ? ['npx playwright install chromium'] : []),
    ...aligned([
      [run, 'the test passes'],
      [serve, 'the same world over HTTP'],
    ]),
  ]
}

/** Commands with what each does, in columns. */
function aligned(commands: readonly (readonly [command: string, what: string])[]): string[] {
  const width = Math.max(...commands.map(([command]) => command.length)) + 4
  return commands.map(([command, what]) => `${command.padEnd(width)}# ${what}`)
}

/** The command that enters the folder, unless it is the current one. */
function changeFolder(folder: string): string[] {
  const here = relative(process.cwd(), folder)
  if (here === '') return []
  return [`cd ${/^[\w./-]+$/.test(here) ? here : `'${here.replaceAll("'", `'\\''`)}'`}`]
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
  return new ToolFailure(1, `${quoted(path)}: ${reasonOf(error)}`)
}
