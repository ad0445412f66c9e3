/** `reqsim draft`: derives a scenario from recorded sessions, and replays them against it. */
import { basename } from 'node:path'
import { loadOperations } from '../../api/operation-index.ts'
import { joinArchives } from '../../draft/archives.ts'
import type { Guess } from '../../draft/build/building.ts'
import { draftOfSession, type SessionDraft } from '../../draft/draft.ts'
import { type OperationShare, percentOf, type Share, shareOf, sharesByOperation } from '../../draft/share.ts'
import { draftText, filledFile, proposalLines } from '../../draft/text.ts'
import { createSimulator, type ResolvedScenario } from '../../index.ts'
import { readArchive } from '../../replay/archive.ts'
import { ToolFailure } from '../../replay/failure.ts'
import { readPlace } from '../../replay/paths.ts'
import { planSession } from '../../replay/plan.ts'
import { listedDifferences, titleOf } from '../../replay/report.ts'
import { type Outcome, play, type Session } from '../../replay/session.ts'
import { scenarioTarget } from '../../replay/target.ts'
import { visible } from '../../replay/text.ts'
import { pathText } from '../../scenario/format/problems.ts'
import { resolveScenario } from '../../scenario/resolve.ts'
import { countText } from '../../world/count-text.ts'
import type { DraftFlags } from '../flags/draft.ts'
import { fail } from '../scenario.ts'
import { contentOf, LISTED, nameOf, refuseExisting, write, writeGaps } from './draft-files.ts'
import { dataOf } from './draft-input.ts'

/** Writes the draft, and prints the share of the session that holds and what is missing. */
export async function runDraft(files: readonly string[], flags: DraftFlags): Promise<void> {
  for (const file of [flags.out, flags.gaps]) if (file !== undefined) refuseExisting(file)
  const data = dataOf(files, flags)
  if (data !== undefined) return (await import('./draft-data.ts')).runDataDraft(data, flags)
  const archive = joinArchives(files.map((file) => readArchive(file)))
  await loadOperations()
  const planned = planSession(
    archive,
    { base: flags.base ?? [], values: true, ignore: UNSTEADY },
    { keepsPaths: false },
  )
  const draft = await draftOfSession(planned.calls, {
    name: nameOf(flags.out),
    own: archive.own,
  })
  const session = { ...planned, calls: planned.calls.map((call) => ({ ...call, user: userOf(call, draft) })) }
  const outcomes = await playAgainst(session, draft.resolved)
  const gaps = gapsOf(draft, session)
  const filled = filledFile(`./${basename(flags.out)}`, draft.guesses)
  const filledShare =
    filled === undefined ? undefined : shareOf(await playAgainst(session, await resolvedOver(filled, draft)))
  write(flags.out, draftText(draft))
  writeGaps(flags, filled)
  const result = { flags, draft, outcomes, gaps, filledShare, session }
  process.stdout.write(flags.json === true ? asJson(result) : asText(result))
  const percent = percentOf(shareOf(outcomes))
  if (flags.minShare !== undefined && percent < flags.minShare)
    throw new ToolFailure(
      1,
      `${percent} % of the responses are as recorded, less than --min-share ${flags.minShare}`,
    )
}

/** Headers that depend on what else was called in the same minute. */
const UNSTEADY = [readPlace('header.x-rate-limit-*')].filter((place) => place !== undefined)

function userOf({ exchange }: Session['calls'][number], { callers }: SessionDraft): string | undefined {
  return exchange.caller === undefined ? undefined : callers.get(exchange.caller)
}

async function playAgainst(session: Session, scenario: ResolvedScenario): Promise<readonly Outcome[]> {
  const simulator = await createSimulator({ scenario }).catch(fail)
  return play(session, scenarioTarget(simulator).fork({}))
}

function resolvedOver(value: object, { file }: SessionDraft): Promise<ResolvedScenario> {
  return resolveScenario({ file: 'gaps', value }, () => Promise.resolve({ file: 'draft', value: file }))
}

interface Gap {
  /** The exchange that shows it; undefined for a part that no scenario can have. */
  readonly exchange: number | undefined
  readonly text: string
  /** Lines of YAML for a scenario that extends the draft. */
  readonly lines: readonly string[]
}

function gapsOf({ guesses, dropped, misshapen }: SessionDraft, { calls }: Session): readonly Gap[] {
  const urls = new Map(calls.map(({ number, exchange }) => [number, `${exchange.method} ${exchange.url}`]))
  const guess = ({ number, text, proposals = [] }: Guess): Gap => ({
    exchange: urls.has(number) ? number : undefined,
    text: `no response shows ${text}`,
    lines: proposals.map(proposalLines),
  })
  return [
    ...guesses.map(guess),
    ...misshapen.map(({ number, operation, problem }) => ({
      exchange: number,
      text: `the response does not have the declared shape of ${operation}: ${problem}`,
      lines: [],
    })),
    ...dropped.map(({ path, message }) => ({
      exchange: undefined,
      text: `left out ${pathText(path)}: ${message}`,
      lines: [],
    })),
  ]
}

interface Result {
  readonly flags: DraftFlags
  readonly draft: SessionDraft
  readonly session: Session
  readonly outcomes: readonly Outcome[]
  readonly gaps: readonly Gap[]
  readonly filledShare: Share | undefined
}

function asText({ flags, draft, outcomes, gaps, filledShare, session }: Result): string {
  const different = outcomes.filter(({ differences }) => differences.length > 0)
  const lines = [
    `${flags.out}: ${contentOf(draft.file)}`,
    ...[...draft.callers]
      .filter(([caller, user]) => caller !== user)
      .map(([caller, user]) => `caller ${caller} is ${user}`),
    ...gapLines(gaps, session),
    ...different
      .slice(0, LISTED)
      .flatMap((outcome) => [titleOf(outcome), ...listedDifferences(outcome).map((text) => `  ${text}`)]),
    ...(different.length > LISTED ? [`and ${different.length - LISTED} more that differ`] : []),
    ...shortOf(sharesByOperation(outcomes)),
    shareText(shareOf(outcomes)),
    ...(filledShare === undefined ? [] : [`with the proposed lines, ${shareText(filledShare)}`]),
  ]
  return lines.map((line) => `${line.split('\n').map(visible).join('\n')}\n`).join('')
}

function shareText(share: Share): string {
  return `${share.held} of ${countText(share.replayed, 'response')} as recorded (${percentOf(share)} %)`
}

function gapLines(gaps: readonly Gap[], { archive }: Session): string[] {
  const shown = gaps.slice(0, LISTED).flatMap(({ exchange, text, lines }) => {
    const call = exchange === undefined ? undefined : archive.exchanges[exchange - 1]
    const title = call === undefined ? '' : `#${exchange} ${call.method} ${call.url.slice(0, 300)}: `
    return [`${title}${text}`, ...lines.flatMap((each) => each.split('\n')).map((line) => `  ${line}`)]
  })
  return [...shown, ...(gaps.length > LISTED ? [`and ${countText(gaps.length - LISTED, 'more gap')}`] : [])]
}

function shortOf(shares: readonly OperationShare[]): string[] {
  return shares
    .filter(({ replayed, held }) => held < replayed)
    .map(({ operation, replayed, held }) => `${operation}: ${held} of ${replayed}`)
}

function asJson({ flags, draft, outcomes, gaps, filledShare }: Result): string {
  const share = shareOf(outcomes)
  const value = {
    file: flags.out,
    callers: Object.fromEntries(draft.callers),
    replayed: share.replayed,
    held: share.held,
    percent: percentOf(share),
    filled: filledShare === undefined ? null : { ...filledShare, percent: percentOf(filledShare) },
    operations: sharesByOperation(outcomes),
    gaps: gaps.map(({ exchange, ...gap }) => ({ exchange: exchange ?? null, ...gap })),
    exchanges: outcomes
      .filter(({ differences }) => differences.length > 0)
      .map(({ number, method, url, operation, differences }) => ({
        number,
        method,
        url,
        operation: operation?.id ?? null,
        differences,
      })),
  }
  return `${JSON.stringify(value, undefined, 2)}\n`
}
