/** The tool that explores a command. The server has it only where its user allowed commands. */
import { countText } from '../../world/count-text.ts'
import { type Arguments, objectSchema, type Session, type Tool } from '../tool.ts'
import { resultOf } from './route-tool.ts'

const MAXIMUM_WORDS = 100
const MAXIMUM_SCHEDULES = 200
const DEFAULT_SCHEDULES = 30
const MAXIMUM_SECONDS = 300
const DEFAULT_SECONDS = 60

export const exploreCommand: Tool = {
  name: 'explore_command',
  title: 'Explore a command',
  description:
    'Run a command, such as one test of a client, many times with the simulator under other faults, clock moves and edits by others, and find those that break it. Each run has a fresh server, whose addresses and tokens are in its environment: REQSIM_WIKI_URL, REQSIM_TOKEN_ALICE. It runs in the folder of this server, without a shell.',
  effects: { readOnly: false, destructive: true, idempotent: false, reachesOutside: true },
  input: () =>
    objectSchema(
      {
        command: {
          type: 'array',
          items: { type: 'string' },
          description: 'The program and its arguments: ["npx", "vitest", "run", "test/sync.test.ts"].',
        },
        schedules: {
          type: 'integer',
          minimum: 1,
          maximum: MAXIMUM_SCHEDULES,
          default: DEFAULT_SCHEDULES,
          description: 'How many schedules to try.',
        },
        seconds: {
          type: 'integer',
          minimum: 1,
          maximum: MAXIMUM_SECONDS,
          default: DEFAULT_SECONDS,
          description: 'The maximum real time of all runs.',
        },
        seed: { type: 'string', default: '1', description: 'Another seed tries other schedules.' },
      },
      ['command'],
    ),
  run,
}

async function run(
  { command, schedules = DEFAULT_SCHEDULES, seconds = DEFAULT_SECONDS, seed = '1' }: Arguments,
  session: Session,
) {
  if (session.exploreCommand === undefined)
    throw new TypeError('command: this server runs none; start it with reqsim mcp --allow-commands')
  const words = command as readonly string[]
  if (words.length === 0 || words.length > MAXIMUM_WORDS || words[0] === '')
    throw new TypeError(
      `command: must be a program and its arguments, ${MAXIMUM_WORDS} at most, not ${countText(words.length, 'text')}`,
    )
  const found = await session.exploreCommand({
    command: words,
    schedules: Number(schedules),
    seconds: Number(seconds),
    seed: String(seed),
  })
  const [first] = found.failures
  const gaveUp = found.gaveUp === undefined ? '' : ` It fails undisturbed: ${found.gaveUp}.`
  const broken =
    first === undefined
      ? 'none broke the command'
      : `${countText(found.failures.length, 'failure')}. The worst: ${first.sentence}`
  return resultOf(
    `${countText(found.schedules, 'schedule')}: ${broken}.${gaveUp}`.replace(/\.\.$/, '.'),
    found,
    'reqsim explore --out writes the scenario and the trace of each failure',
  )
}
