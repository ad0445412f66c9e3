// The page of the command line: every command with its arguments, flags and variables, as the program has them.

import type { Argument, Command, Option } from 'commander'
import { anchor, code, GENERATED, page, prose, table } from './markdown.ts'

const INTRODUCTION = `\`reqsim\` starts servers, runs scenarios and looks things up. In a project that has the package installed, \`npx reqsim\` runs it; in a checkout, \`npm run reqsim --\`. \`reqsim --help\` lists the commands, \`reqsim serve --help\` what one of them takes.`

const VARIABLES = `Every flag can be given as an environment variable too: its name in capitals after \`REQSIM_\`, such as \`REQSIM_ALLOW_HOST\` for \`--allow-host\`. A flag that is given wins over its variable; an empty variable is as if it were not there. A flag that takes no value is on for \`1\` or \`true\` and off for \`0\` or \`false\`. What is wrong with a value is told with the name of the flag or variable.`

const EXIT_CODES = [
  ['0', 'all is well; `serve` was stopped by a signal'],
  [
    '1',
    'an expectation or a validation failed, or the machine refused (a port in use, a file that cannot be written)',
  ],
  ['2', 'wrong usage: an unknown command, flag, value, scenario or folder'],
]

const OUTPUT =
  'It is no failure when a reader of the output stops early, such as `head`. When the standard output cannot be written, such as to a full disk, one line on the error output says so; the command goes on, and its exit code is 1. `serve` goes on in both cases.'

const SIGNALS = `\`serve\` ends within a second of SIGTERM or SIGINT (Ctrl-C), with its connections closed. To end it from a program, signal the process itself: \`npx\` and \`npm run\` start it as a child, and not every version of them passes a signal on. Scripts and containers do best with \`node_modules/.bin/reqsim serve …\`. The line \`reqsim listening on http://127.0.0.1:4010\` is the first on the standard output and comes when the port is open; with \`--port 0\` it is where the port is found.`

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
    OUTPUT,
    '## Signals',
    SIGNALS,
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
  const names = command.registeredArguments.map((argument) => {
    const name = argument.variadic ? `${argument.name()}...` : argument.name()
    return argument.required ? `<${name}>` : `[${name}]`
  })
  return [title(command), ...(command.options.length === 0 ? [] : ['[flags]']), ...names].join(' ')
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
