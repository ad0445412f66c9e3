/** Explores commands for agents: one at a time, within bounds of time, runs and output, without credentials in the result. */
import { explore } from '../../adapters/explore.ts'
import { redactText } from '../../gateway/journal/redact-text.ts'
import { repeatsReplacer } from '../../gateway/journal/secret-repeats.ts'
import type { ExploredCommand, WantedExploration } from '../../mcp/tool.ts'
import { CommandFailed } from './quiet-command.ts'
import { servedCommands } from './served-commands.ts'

/** Milliseconds of one run; a command that needs more is stuck. */
const MAXIMUM_RUN = 20_000
const MAXIMUM_FAILURES = 3
/** The part of the time in which schedules begin; the rest is for making failures smaller. */
const BEGINNING = 0.6
/** Characters of a text in the result. */
const MAXIMUM_TEXT = 2000

export interface AgentExplorer {
  readonly explore: (wanted: WantedExploration) => Promise<ExploredCommand>
  /** Ends the command that runs. */
  readonly stop: () => void
}

export function explorerForAgents(scenarioName: string, flagVariables: readonly string[]): AgentExplorer {
  const stopping = new AbortController()
  let isBusy = false
  return {
    stop: () => stopping.abort(),
    explore: async (wanted) => {
      if (isBusy) throw new TypeError('command: another one is being explored; wait for its result')
      isBusy = true
      const free = () => {
        isBusy = false
      }
      const { schedules, seed, seconds, command } = wanted
      const loading = servedCommands(scenarioName, flagVariables)
      loading.catch(free)
      const commands = await loading
      const limit = AbortSignal.any([AbortSignal.timeout(seconds * 1000), stopping.signal])
      const exploring = explore({
        scenario: commands.scenario,
        run: (sim, { signal }) => {
          limit.throwIfAborted()
          return commands.withServer(sim, {
            name: 'command',
            words: command,
            signal: AbortSignal.any([signal, limit]),
          })
        },
        seed,
        schedules,
        budget: `${Math.ceil(seconds * BEGINNING * 1000)}ms`,
        maximumFailures: MAXIMUM_FAILURES,
        limits: { real: Math.min(MAXIMUM_RUN, seconds * 1000) },
        // A client that polls gets its result without waiting.
        ...(commands.mode === undefined ? { clock: { mode: 'auto' as const } } : {}),
      })
      // At its limit an exploration ends soon, since every further run fails at once.
      exploring.then(free, free)
      const found = await Promise.race([exploring, aborted(limit, seconds)])
      const unusable = commands.unusable()
      const clean = cleaner(commands.tokens.map(({ value }) => value))
      if (unusable instanceof Error) throw new TypeError(`command: ${clean(unusable.message)}`)
      const { gaveUp, ended } = found
      return {
        schedules: found.schedules,
        ended,
        ...(gaveUp === undefined ? {} : { gaveUp: clean(gaveUp) }),
        failures: found.failures.map(({ error, sentence, message, consequence, times, schedule }) => ({
          sentence: clean(sentence),
          message: clean(message),
          consequence,
          times,
          schedule: withoutSecrets(schedule, clean),
          output: error instanceof CommandFailed ? clean(error.output) : '',
        })),
      }
    },
  }
}

function aborted(limit: AbortSignal, seconds: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    limit.addEventListener('abort', () =>
      reject(
        new TypeError(
          `seconds: '${seconds}' were not enough to explore the command; give more, or fewer schedules`,
        ),
      ),
    )
  })
}

/** Removes tokens of the scenario, and what looks like a credential. */
function cleaner(tokens: readonly string[]): (text: string) => string {
  const withoutTokens = repeatsReplacer(new Set(tokens))
  return (text) => {
    const cleaned = redactText(withoutTokens(text))
    return cleaned.length <= MAXIMUM_TEXT ? cleaned : `…${cleaned.slice(-MAXIMUM_TEXT)}`.toWellFormed()
  }
}

function withoutSecrets(schedule: readonly unknown[], clean: (text: string) => string): readonly unknown[] {
  return JSON.parse(
    JSON.stringify(schedule, (_name, value: unknown) => (typeof value === 'string' ? clean(value) : value)),
  ) as readonly unknown[]
}
