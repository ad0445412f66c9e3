/** The commands and their flags. A command's own code is loaded when it runs. */
import { Argument, Command, Option } from 'commander'
import { INTERFACES } from '../api/framework/interfaces.ts'
import { withNearestFlag } from './flags/unknown-flag.ts'
import { VERSION } from '../version.ts'
import { readSwitches } from './flags/environment.ts'
import { addDraftFlags } from './flags/draft.ts'
import { addExploreFlags, readCount } from './flags/explore.ts'
import { flag, jsonFlag, readClock, readDrain, readPort, readSeed, readUrl } from './flags/flags.ts'
import { CI_CHOICES, LANGUAGES, RUNNER_CHOICES } from './init/runners.ts'
import { LISTS } from './commands/lists.ts'
import { AUDIT_FORMATS } from './flags/audit.ts'
import { addMutateFlags } from './flags/mutate.ts'
import { addRecordFlags } from './flags/record.ts'
import { addReplayFlags } from './flags/replay.ts'
import { addReportFlags, REPORT_FORMATS } from './flags/report.ts'
import { addServeFlags } from './flags/serve.ts'
import { REPORTERS } from './reporters/reporter.ts'

const AFTER_HELP = `
Every flag has an environment variable, such as REQSIM_PORT for --port.

Begin with one of these:
  reqsim serve demo          a server; it prints its addresses, its console and tokens
  reqsim init                a first scenario and a first test
  reqsim list operations     what can be called; reqsim docs wiki.requirement.read shows one
  reqsim docs                the pages of the documentation; reqsim docs concepts/clock prints one`

const COMMAND_SCENARIO =
  'the name of a ready scenario, or the path of a scenario file; without it, the file that reqsim init wrote, or else demo'

/** The command line. `environment` has the variables of its flags, `words` the command of `exec`. */
export function createProgram(
  environment: NodeJS.ProcessEnv = process.env,
  words: readonly string[] = [],
): Command {
  const program = new Command('reqsim')
    .description('A deterministic simulator of a requirements-management service.')
    .version(VERSION, '--version', 'print the version')
    .helpOption('-h, --help', 'show the arguments and flags of a command')
    .helpCommand(false)
    .addHelpText('after', AFTER_HELP)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(`reqsim: ${text.replace(/^error: /, '')}`) })
  addServe(program)
  addExec(program, words)
  addExplore(program, words)
  addMutate(program, words)
  addAudit(program, words)
  addRun(program)
  addReport(program)
  addList(program)
  addDocs(program)
  addOpenapi(program)
  addValidate(program)
  addReplay(program)
  addRecord(program)
  addDraft(program)
  addShow(program)
  addBundle(program)
  addMcp(program)
  addInit(program)
  addHealth(program)
  addLicences(program)
  program.hook('preSubcommand', (_program, command) => readSwitches(command, environment))
  for (const command of program.commands) {
    const outputError = (text: string, write: (text: string) => void) =>
      write(`reqsim: ${withNearestFlag(text.replace(/^error: /, ''), command)}`)
    command.configureOutput({ outputError })
  }
  return program
}

function addServe(program: Command): void {
  const command = program
    .command('serve')
    .description('serve a scenario over HTTP until stopped')
    .argument('[scenario]', 'the name of a ready scenario, or the path of a scenario file', 'demo')
  addServeFlags(command, 4010)
    .addOption(
      flag(
        '--drain <duration>',
        'after SIGTERM, serve for this time with a failing health check, such as 10s',
      ).argParser(readDrain),
    )
    .addOption(
      flag('--stop-with-stdin', 'stop when the standard input ends, as it does when its writer is killed'),
    )
    // Without a variable: only the clients of tests pass that of `reqsim mutate` on.
    .addOption(new Option('--mutant <id>', 'for tools: make the mistake that reqsim mutate names'))
    .addOption(flag('--mutant-reached <file>', 'for tools: append a line to this file when it was reached'))
    .action(async (scenario, options) => (await import('./commands/serve.ts')).runServe(scenario, options))
}

function addExec(program: Command, words: readonly string[]): void {
  const command = program
    .command('exec')
    .description('run a command, such as your tests, with a server, and end with its exit code')
    .argument('[scenario]', COMMAND_SCENARIO)
    .usage('[options] [scenario] -- <command...>')
  command.addOption(flag('--traces <folder>', 'the folder for the traces of all worlds if the run fails'))
  addReportFlags(addServeFlags(command, 0)).action(async (scenario, options) => {
    const own = command.options.flatMap(({ envVar }) => envVar ?? [])
    await (await import('./commands/exec.ts')).runExec(scenario, options, words, own)
  })
}

function addExplore(program: Command, words: readonly string[]): void {
  const command = program
    .command('explore')
    .description('find the faults, clock moves and edits that break a command, such as one of your tests')
    .argument('[scenario]', COMMAND_SCENARIO)
    .usage('[options] [scenario] -- <command...>')
  addExploreFlags(command)
  command.action(async (scenario, options) => {
    const own = command.options.flatMap(({ envVar }) => envVar ?? [])
    await (await import('./commands/explore.ts')).runExplore(scenario, options, words, own)
  })
}

function addMutate(program: Command, words: readonly string[]): void {
  const command = program
    .command('mutate')
    .description('find the mistakes of a service that a command, such as your tests, would not notice')
    .argument('[scenario]', COMMAND_SCENARIO)
    .usage('[options] [scenario] -- <command...>')
  addMutateFlags(command)
  command.action(async (scenario, options) => {
    const own = command.options.flatMap(({ envVar }) => envVar ?? [])
    await (await import('./commands/mutate.ts')).runMutate(scenario, options, words, own)
  })
}

function addAudit(program: Command, words: readonly string[]): void {
  program
    .command('audit')
    .description('run tests with their own handlers of MSW, and list those that the simulator can replace')
    .argument(
      '[folder]',
      'where the run leaves its files; without a command, those of an earlier run are read',
    )
    .usage('[options] [folder] [-- <command...>]')
    .addOption(flag('--format <name>', 'the format to print').choices(AUDIT_FORMATS).default('text'))
    .addOption(jsonFlag('format'))
    .action(async (folder, options) => (await import('./commands/audit.ts')).runAudit(folder, options, words))
}

function addRun(program: Command): void {
  const command = program
    .command('run')
    .description('run the timelines of scenarios and check their expectations')
    .argument('<scenarios...>', 'paths of scenario files, or names of ready scenarios')
    .addOption(flag('--reporter <name>', 'the format of the results').choices(REPORTERS).default('tty'))
    .addOption(jsonFlag('reporter'))
    .addOption(flag('--until <step>', 'the name of the last step to run'))
    .addOption(flag('--seed <text>', 'a seed that overrides that of the scenario').argParser(readSeed))
  addReportFlags(command).action(async (scenarios, options) => {
    await (await import('./commands/run.ts')).runScenarios(scenarios, options)
  })
}

function addReport(program: Command): void {
  const command = program
    .command('report')
    .description('merge reports of test runs and check them against thresholds')
    .argument(
      '<files...>',
      'JSON files of reports: of sim.report(), or as --report and test runners write them',
    )
    .addOption(
      flag(
        '--format <name>',
        'the format to print; without it, markdown, or nothing if --report is given',
      ).choices(REPORT_FORMATS),
    )
    .addOption(jsonFlag('format'))
  addReportFlags(command).action(async (files, options) => {
    ;(await import('./commands/report.ts')).runReport(files, options)
  })
}

function addList(program: Command): void {
  program
    .command('list')
    .description('list scenarios, operations, assumptions, presets or state machines')
    .addArgument(new Argument('<what>', 'the list').choices(LISTS))
    .addOption(jsonFlag())
    .action(async (what, options) => (await import('./commands/list.ts')).runList(what, options))
}

function addDocs(program: Command): void {
  program
    .command('docs')
    .description(
      'print a page of the documentation, an operation, an assumption or an error; without a topic, list the pages',
    )
    .argument('[topic]', 'such as concepts/clock, wiki.requirement.read, A17 or 404')
    .addOption(flag('--search <words>', 'list the sections that have all of these words'))
    .addOption(
      flag(
        '--snippet <language>',
        'print the example of an operation as a program: curl, fetch, Python, Java or Go',
      ),
    )
    .action(async (topic, options) => (await import('./commands/docs.ts')).runDocs(topic, options))
}

function addOpenapi(program: Command): void {
  program
    .command('openapi')
    .description('write the OpenAPI description of an interface or of the control API')
    .addArgument(
      new Argument('<interface>', 'the interface').choices([...INTERFACES, 'hosted-standalone', 'control']),
    )
    .addOption(flag('--out <file>', 'the file to write; without it, the standard output'))
    .action(async (name, options) => (await import('./commands/openapi.ts')).runOpenapi(name, options))
}

function addValidate(program: Command): void {
  program
    .command('validate')
    .description('check scenario files and list every error with line and column')
    .argument('<files...>', 'paths of scenario files')
    .addOption(jsonFlag())
    .action(async (files, options) => (await import('./commands/validate.ts')).runValidate(files, options))
}

function addReplay(program: Command): void {
  const command = program
    .command('replay')
    .description('send the requests of a recorded session again and report which responses differ')
    .argument('<archive>', 'an HTTP Archive (HAR) from the journal or a browser')
  addReplayFlags(command).action(async (archive, options) => {
    await (await import('./commands/replay.ts')).runReplay(archive, options)
  })
}

function addRecord(program: Command): void {
  const command = program
    .command('record')
    .description('record the requests of a client to a server, and its responses, for replay')
  addRecordFlags(command).action(async (options) => {
    await (await import('./commands/record.ts')).runRecord(options)
  })
}

function addDraft(program: Command): void {
  const command = program
    .command('draft')
    .description('derive a scenario from recorded sessions, and replay them against it; or from requirements')
    .argument(
      '<files...>',
      'HTTP Archives (HAR) from reqsim record, a browser or a journal; or CSV, XLSX, ReqIF, needs.json, JSON of StrictDoc',
    )
  addDraftFlags(command).action(async (files, options) => {
    await (await import('./commands/draft.ts')).runDraft(files, options)
  })
}

function addShow(program: Command): void {
  program
    .command('show')
    .description('open a trace of a run: print why it failed, and serve its world at any step')
    .argument('<trace>', 'a file that a failed test, exec, explore or sim.trace() wrote')
    .addOption(flag('--port <number>', '0 selects any free port').default(0).argParser(readPort))
    .addOption(
      flag('--step <number>', 'print this step: request, response and what it changed').argParser(readCount),
    )
    .addOption(flag('--text', 'print why the run failed and the steps, without a server'))
    .addOption(jsonFlag())
    .action(async (file, options) => (await import('./commands/show.ts')).runShow(file, options))
}

function addBundle(program: Command): void {
  program
    .command('bundle')
    .description('write a scenario with simulator and console as one HTML page that needs no server')
    .argument('[scenario]', 'the name of a ready scenario, or the path of a scenario file', 'demo')
    .addOption(
      flag('--out <file>', 'the .html file to write; - for the standard output').makeOptionMandatory(),
    )
    .addOption(flag('--clock <mode>', 'manual, auto, live, or live:60x for a speed').argParser(readClock))
    .addOption(flag('--seed <text>', 'a seed that overrides that of the scenario').argParser(readSeed))
    .addOption(flag('--until <step>', 'open the page after this step of the timeline'))
    .addOption(flag('--stage', 'open the page on the stage, to present the timeline step by step'))
    .action(async (scenario, options) => (await import('./commands/bundle.ts')).runBundle(scenario, options))
}

function addMcp(program: Command): void {
  const command = program
    .command('mcp')
    .description('offer the simulator as tools of the Model Context Protocol, over standard input and output')
    .argument('[scenario]', 'the name of a ready scenario, or the path of a scenario file', 'demo')
    .addOption(flag('--clock <mode>', 'manual, auto, live, or live:60x for a speed').argParser(readClock))
    .addOption(flag('--seed <text>', 'a seed that overrides that of the scenario').argParser(readSeed))
    .addOption(
      flag('--port <number>', 'also serve the same worlds over HTTP here; 0 selects any free port').argParser(
        readPort,
      ),
    )
    .addOption(
      flag('--allow-commands', 'let agents run commands in this folder with your rights, to explore them'),
    )
  command.action(async (scenario, options) => {
    const own = command.options.flatMap(({ envVar }) => envVar ?? [])
    await (await import('./commands/mcp.ts')).runMcp(scenario, options, own)
  })
}

function addInit(program: Command): void {
  program
    .command('init')
    .description('write a first scenario and a first test into your project')
    .argument('[folder]', "the project's folder", '.')
    .addOption(
      flag('--runner <name>', "the test runner; without it, the project's own, or one to choose").choices(
        RUNNER_CHOICES,
      ),
    )
    .addOption(
      flag('--language <name>', 'the language of the test; without it, that of the project').choices(
        LANGUAGES,
      ),
    )
    .addOption(flag('--ci <name>', 'also write a workflow that runs the tests').choices(CI_CHOICES))
    .action(async (folder, options) => (await import('./commands/init.ts')).runInit(folder, options))
}

function addHealth(program: Command): void {
  program
    .command('health')
    .description('check whether a server responds; the exit code is 0 if it is healthy')
    .addOption(
      flag('--url <address>', 'the address of the server, instead of the other flags').argParser(readUrl),
    )
    .addOption(flag('--host <address>', 'the address that it listens on').default('127.0.0.1'))
    .addOption(flag('--port <number>', 'its port').default(4010).argParser(readPort))
    .addOption(flag('--tls', 'use HTTPS, without verifying the certificate'))
    .action(async (options) => (await import('./commands/health.ts')).runHealth(options))
}

function addLicences(program: Command): void {
  program
    .command('licences')
    .description('print the licences of the packages that are built in')
    .action(async () => (await import('./commands/licences.ts')).runLicences())
}
