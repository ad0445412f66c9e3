/** The tool that explores a command. The server has it only where its user allowed commands. */
import * as z from 'zod'
import { countText } from '../../world/count-text.ts'
import { text, wholeNumber } from '../fields.ts'
import { declareTool, type Session, type WantedExploration } from '../tool.ts'
import { resultOf } from './route-tool.ts'

const MAXIMUM_WORDS = 100
const MAXIMUM_SCHEDULES = 200
const DEFAULT_SCHEDULES = 30
const MAXIMUM_SECONDS = 300
const DEFAULT_SECONDS = 60

export const exploreCommand = declareTool({
  name: 'explore_command',
  title: 'Explore a command',
  description:
    'Run a command, such as one test of a client, many times with the simulator under other faults, clock moves and edits by others, and find those that break it. Each run has a fresh server, whose addresses and tokens are in its environment: REQSIM_WIKI_URL, REQSIM_TOKEN_ALICE. It runs in the folder of this server, without a shell.',
  effects: { readOnly: false, destructive: true, idempotent: false, reachesOutside: true },
  input: () => ({
    command: z
      .array(z.string())
      .describe('The program and its arguments: ["npx", "vitest", "run", "test/sync.test.ts"].'),
    schedules: wholeNumber({ minimum: 1, maximum: MAXIMUM_SCHEDULES })
      .describe('How many schedules to try.')
      .default(DEFAULT_SCHEDULES),
    seconds: wholeNumber({ minimum: 1, maximum: MAXIMUM_SECONDS })
      .describe('The maximum real time of all runs.')
      .default(DEFAULT_SECONDS),
    seed: text('Another seed tries other schedules.').default('1'),
  }),
  run,
})

async function run(wanted: WantedExploration, session: Session) {
  const { command } = wanted
  if (session.exploreCommand === undefined)
    throw new TypeError('command: this server runs none; start it with reqsim mcp --allow-commands')
  if (command.length === 0 || command.length > MAXIMUM_WORDS || command[0] === '')
    throw new TypeError(
      `command: must be a program and its arguments, ${MAXIMUM_WORDS} at most, not ${countText(command.length, 'text')}`,
    )
  const found = await session.exploreCommand(wanted)
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
