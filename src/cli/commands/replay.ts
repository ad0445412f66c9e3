/** `reqsim replay`: sends the requests of a recorded session again and reports which responses differ. */
import { writeFileSync } from 'node:fs'
import { isSecretName } from '../../gateway/journal/redact.ts'
import { createSimulator, type GivenDescription, type Simulator } from '../../index.ts'
import { fail, readScenario } from '../scenario.ts'
import { fileProblem, quoted, ToolFailure } from '../../replay/failure.ts'
import { describedOperations, descriptionsOf } from '../flags/openapi.ts'
import { type Archive, readArchive } from '../../replay/archive.ts'
import type { ReplayFlags } from '../flags/replay.ts'
import { type CommandFailure, tellGithub } from '../output/github.ts'
import type { CallerFlag } from '../../replay/options.ts'
import { type Explanation, explain, overridesText } from '../../replay/overrides.ts'
import { planSession } from '../../replay/plan.ts'
import { listedDifferences, REPLAY_WRITERS, summaryOf, titleOf } from '../../replay/report.ts'
import { type Outcome, play, type Session } from '../../replay/session.ts'
import { isAddress, type ScenarioTarget, scenarioTarget, serverTarget } from '../../replay/target.ts'

/** Writes a report of the differences and a summary. Exits with 1 if there are differences. */
export async function runReplay(file: string, flags: ReplayFlags): Promise<void> {
  const isServer = isAddress(flags.against)
  if (isServer) refuseForServers(flags)
  const openapi = descriptionsOf(flags)
  const archive = readArchive(file)
  checkCallers(archive, flags.as ?? [])
  const session = planSession(archive, flags, {
    keepsPaths: isServer,
    added: await describedOperations(openapi),
  })
  const scenario = isServer
    ? undefined
    : scenarioTarget(await simulatorOf(flags.against, flags.seed, openapi))
  for (const { user } of flags.as ?? []) scenario?.checkUser(user)
  const outcomes = await play(session, scenario?.fork({}) ?? serverTarget(flags.against))
  const isDifferent = outcomes.some(({ differences }) => differences.length > 0)
  const explanation = await explained(session, scenario, outcomes)
  if (flags.writeOverrides !== undefined)
    writeFile(flags.writeOverrides, overridesText(explanation ?? NOTHING_TO_EXPLAIN))
  const hints = [
    ...hintsFor(session, flags, isServer),
    ...placeHints(outcomes, flags, isServer),
    ...schemaHints(session, isServer),
  ]
  const result = { session, outcomes, explanation, hints }
  const reporter = flags.json === true ? 'json' : flags.reporter
  process.stdout.write(REPLAY_WRITERS[reporter](result))
  tellGithub({
    heading: `reqsim replay: ${file}, ${summaryOf(result)}`,
    failures: outcomes.filter(({ differences }) => differences.length > 0).map(failureIn(file)),
  })
  if (isDifferent) throw new ToolFailure(1, summaryOf(result))
  if (reporter === 'tty') process.stdout.write(`${summaryOf(result)}\n`)
}

/** A response that differs; the recording is the file of all of them. */
function failureIn(file: string): (outcome: Outcome) => CommandFailure {
  return (outcome) => {
    const [error = '', ...explanation] = listedDifferences(outcome)
    return { title: `reqsim replay: ${titleOf(outcome)}`, error, explanation, place: file }
  }
}

function writeFile(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new ToolFailure(1, fileProblem('write', file, error))
  }
}

const NOTHING_TO_EXPLAIN: Explanation = { chosen: [], left: 0, trials: [], untried: 0 }

/** A simulator of the scenario. Its clock moves only with the calls. */
async function simulatorOf(
  name: string,
  seed: string | undefined,
  openapi: readonly GivenDescription[],
): Promise<Simulator> {
  const { scenario, mode } = await readScenario(name)
  return createSimulator({
    scenario,
    ...(seed === undefined ? {} : { seed }),
    ...(openapi.length === 0 ? {} : { openapi }),
    ...(mode === 'live' ? { clock: { mode: 'manual' as const } } : {}),
  }).catch(fail)
}

/** A server has its own users and settings. */
function refuseForServers({ as, seed, writeOverrides: file, openapi, surface }: ReplayFlags): void {
  if (as !== undefined)
    throw new ToolFailure(2, '--as is for scenarios: for a server, pass credentials with --header')
  if (seed !== undefined) throw new ToolFailure(2, '--seed is for scenarios: a server has its own seed')
  if (openapi !== undefined || surface !== undefined)
    throw new ToolFailure(2, '--openapi is for scenarios: a server has its own responses')
  if (file !== undefined)
    throw new ToolFailure(2, '--write-overrides is for scenarios: it cannot try alternatives on a server')
}

function checkCallers({ exchanges }: Archive, callerFlags: readonly CallerFlag[]): void {
  const callers = [...new Set(exchanges.map(({ caller }) => caller))].filter((caller) => caller !== undefined)
  const unknown = callerFlags.find(({ caller }) => caller !== undefined && !callers.includes(caller))
  if (unknown?.caller === undefined) return
  const there = callers.length === 0 ? 'none' : callers.slice(0, 20).map(quoted).join(', ')
  throw new ToolFailure(2, `--as: the recording has no caller ${quoted(unknown.caller)}; it has ${there}`)
}

async function explained(
  session: Session,
  scenario: ScenarioTarget | undefined,
  outcomes: readonly Outcome[],
): Promise<Explanation | undefined> {
  return scenario === undefined || outcomes.every(({ differences }) => differences.length === 0)
    ? undefined
    : explain(session, scenario, outcomes)
}

/** Credentials of a recording are not sent. Warns if the command gives none in their place. */
function hintsFor({ archive, calls }: Session, { header = [] }: ReplayFlags, isServer: boolean): string[] {
  if (header.some(([name]) => isSecretName(name))) return []
  const without = calls.filter(({ exchange, user }) => exchange.caller !== undefined && user === undefined)
  if (without.length === 0 || (archive.own && !isServer)) return []
  const callers = [...new Set(without.map(({ exchange }) => exchange.caller ?? ''))].slice(0, 20)
  const suggestion = isServer ? '--header' : `--as, or --as ${callers[0]}=user for one caller`
  return [
    `the recording has no credentials (callers ${callers.map(quoted).join(', ')}): pass others with ${suggestion}`,
  ]
}

/** A server gets the recorded paths, which do not exist on a server with another layout, such as a simulator. */
function placeHints(outcomes: readonly Outcome[], { base = [] }: ReplayFlags, isServer: boolean): string[] {
  const isNowhere = ({ differences }: Outcome) =>
    differences.some(({ place, text }) => place === 'status' && text.startsWith('404 instead of '))
  return isServer && base.length === 0 && outcomes.some(isNowhere)
    ? [
        'calls keep their recorded paths: for a simulator, pass the addresses of the recording, such as --base wiki=https://intra.example/confluence',
      ]
    : []
}

/** Generated responses prove nothing, and only the same description generates them again. */
function schemaHints({ leftOut }: Session, isServer: boolean): string[] {
  return leftOut.has('generated from a schema') && !isServer
    ? [
        'responses from the schemas of your own OpenAPI prove nothing: pass it with --openapi and --surface to replay them too',
      ]
    : []
}
