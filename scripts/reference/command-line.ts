// The page of the command line: every command with its arguments, flags and variables, as the program has them.

import type { Argument, Command, Option } from 'commander'
import { outputSchemas } from '../../src/cli/output/schemas.ts'
import { anchor, code, page, prose, table } from '../../src/docs/markdown.ts'
import { GENERATED } from './page-group.ts'

const INTRODUCTION = `\`reqsim\` starts servers, runs scenarios and lists reference data. In a project with the package installed, run \`npx reqsim\`; in a checkout, \`npm run reqsim --\`. \`reqsim --help\` lists the commands, and \`reqsim serve --help\` the flags of one command.`

const VARIABLES = `Every flag has an environment variable: \`REQSIM_\` and its name in capitals, such as \`REQSIM_ALLOW_HOST\` for \`--allow-host\`. A flag overrides its variable, and an empty variable is ignored. For a flag without a value, \`1\` or \`true\` turns it on, and \`0\` or \`false\` turns it off. Errors name the flag or the variable.`

const EXIT_CODES = [
  ['0', 'success; `serve` or `record` was stopped by a signal'],
  [
    '1',
    'an expectation or a validation failed, a threshold was exceeded, or a resource was not available (a port in use, a file that cannot be written)',
  ],
  [
    '2',
    'wrong usage: an unknown command, flag, value, scenario or folder, a file without a report, or an optional package that is not installed',
  ],
]

const EXEC_CODES =
  '`exec` ends with the exit code of its command; [its own codes](exec.md#exit-codes) are 3, 126, 127 and those of signals.'

const JSON_OUTPUT =
  'Every command that prints a list prints it as JSON with `--json`. The package has a JSON schema for each. A later version may add fields.'

const OUTPUT =
  'A reader that stops early, such as `head`, is not an error. If standard output cannot be written, for example on a full disk, the command reports it once on standard error, continues, and ends with exit code 1. `serve` continues in both cases.'

const SIGNALS = `\`serve\` and \`record\` end within a second of SIGTERM or SIGINT (Ctrl-C), and close their connections. To stop it from a program, signal the process itself: \`npx\` and \`npm run\` start it as a child, and some of their versions do not forward signals. In scripts and containers, use \`node_modules/.bin/reqsim serve …\`. The first line of standard output is \`reqsim listening on http://127.0.0.1:4010\`. It appears when the port is open, and contains the port that \`--port 0\` chose. The second line is the address of the console.`

const REQUEST_LOG = [
  `\`serve\` prints a line for each request on standard error, and so does [the plugin for Vite](vite.md). \`exec\` prints those of a command that fails, when it has ended. A line has the number of the request in its world, the virtual time, the user, method, path and status, then what is notable, and the operation:`,
  `\`\`\`text
#1 2026-01-05T09:00:00.000Z alice: PUT /wiki/rest/reqs/1/requirement2/ENG/REQ-001 → 200, ignored: body html (did you mean htmlExcerpt?) (wiki.requirement.write)
#2 2026-01-05T09:00:00.000Z alice: GET /api/aplications → 404 (no operation), nearest: GET /applications
#3 2026-01-05T09:00:00.000Z alice: POST /wiki/rest/reqs/1/baseline-actions/ENG/freeze/2 → 200 (wiki.baseline.freeze)
#4 2026-01-05T09:00:00.000Z bob: GET /wiki/rest/reqs/1/baseline/ENG/2 → 200, pending until 2026-01-05T09:00:01.000Z (wiki.baseline.read)
\`\`\``,
  `Notable are names that nothing read, the nearest operation of a request that matches none, a fault, a write that took effect although a fault hid its response, the rate limit, work that is not done yet, a frozen copy or a deleted requirement in place of the live one, the present key of a requirement that was moved (if the user may read it there), and a list with further pages. The message of an error ends the line. A line has no query and no credential. With \`--log all\`, the default on a terminal, each request has a line. \`--log errors\` leaves out those with a status below 400 and nothing notable, and \`--log off\`, the default elsewhere, prints none. Only a terminal gets colours, unless \`NO_COLOR\` is set. The log never holds up a response: lines that a terminal does not take in time are counted and left out.`,
]

/** The text of the page. */
export function commandLinePage(program: Command): string {
  return page(
    GENERATED,
    '# Command line',
    INTRODUCTION,
    table(
      ['Command', 'What it does'],
      program.commands.map((command) => [
        `[${code(command.name())}](#${anchor(title(command))})`,
        prose(sentence(command.description())),
      ]),
    ),
    '## Variables',
    VARIABLES,
    '## Exit codes',
    table(['Code', 'Meaning'], EXIT_CODES),
    EXEC_CODES,
    OUTPUT,
    '## JSON',
    JSON_OUTPUT,
    table(
      ['Command', 'Schema'],
      Object.keys(outputSchemas).map((name) => [
        code(`reqsim ${name.replace('-', ' ')} --json`),
        code(`reqsim/schema/${name}.json`),
      ]),
    ),
    '## Signals',
    SIGNALS,
    '## Request log',
    ...REQUEST_LOG,
    ...program.commands.flatMap(commandParts),
  )
}

function commandParts(command: Command): string[] {
  const { registeredArguments, options } = command
  return [
    `## ${title(command)}`,
    prose(sentence(command.description())),
    `\`\`\`sh\n${usage(command)}\n\`\`\``,
    ...(registeredArguments.length === 0
      ? []
      : [table(['Argument', 'Meaning', 'Default'], registeredArguments.map(argumentRow))]),
    ...(options.length === 0
      ? []
      : [table(['Flag', 'Variable', 'Meaning', 'Default'], options.map(optionRow))]),
  ]
}

function title(command: Command): string {
  return `reqsim ${command.name()}`
}

function usage(command: Command): string {
  return `${title(command)} ${command.usage().replace('[options]', '[flags]')}`
}

function argumentRow(argument: Argument): string[] {
  const meaning = [prose(argument.description), choices(argument.argChoices)]
    .filter((part) => part !== '')
    .join('; ')
  return [code(argument.name()), meaning, written(argument.defaultValue)]
}

function optionRow(option: Option): string[] {
  const meaning = [
    prose(option.description),
    choices(option.argChoices),
    ...(option.mandatory ? ['must be given'] : []),
  ]
  return [
    code(option.flags),
    code(option.envVar ?? ''),
    meaning.filter((part) => part !== '').join('; '),
    written(option.defaultValue),
  ]
}

function choices(names: readonly string[] | undefined): string {
  return names === undefined ? '' : `one of ${names.map(code).join(', ')}`
}

function written(value: unknown): string {
  return value === undefined ? '' : code(String(value))
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
