/** `reqsim replay`: the requests of a recorded session once more, and what is answered differently. */
import { CommandFailure } from './failure.ts'
import { type ArchivedExchange, readArchive } from './replay-archive.ts'
import { shapeDifferences } from './replay-shape.ts'
import { isAddress, type ReplayedAnswer, scenarioTarget, serverTarget } from './replay-target.ts'

export interface ReplayFlags {
  /** An address, the name of a ready scenario, or a scenario file. */
  readonly against: string
  /** Headers of every request, in place of recorded ones. */
  readonly header?: readonly (readonly [name: string, value: string])[]
  readonly seed?: string
}

/** Differences of one exchange that are told. */
const TOLD = 20
/** Headers whose values are compared, and those of which only the presence matters. */
const COMPARED = ['location', 'allow', 'deprecation'] as const
const PRESENT = [
  'retry-after',
  'www-authenticate',
  'x-rate-limit-limit',
  'x-rate-limit-remaining',
  'x-rate-limit-reset',
] as const

/** Writes a line for each difference and a summary; ends with 1 when anything differs. */
export async function runReplay(file: string, flags: ReplayFlags): Promise<void> {
  const archive = readArchive(file)
  const send = isAddress(flags.against)
    ? serverTarget(flags.against)
    : await scenarioTarget(flags.against, archive, flags.seed)
  const given = Object.fromEntries(flags.header ?? [])
  let replayed = 0
  let skipped = 0
  let different = 0
  for (const [index, exchange] of archive.exchanges.entries()) {
    if (exchange.noEvidence) {
      skipped++
      continue
    }
    const answer = await send({ ...exchange, headers: { ...exchange.headers, ...given } })
    const differences = differencesOf(exchange, answer)
    replayed++
    if (differences.length === 0) continue
    different++
    const name = `#${index + 1} ${exchange.method} ${exchange.url.slice(0, 300)}`
    process.stdout.write([name, ...differences.map((text) => `  ${text}`)].map(printable).join(''))
  }
  const summary = `${replayed} replayed, ${different} answered differently`
  const untold = skipped === 0 ? '' : `, ${skipped} left out: a fault answered them, or nobody did`
  if (different > 0) throw new CommandFailure(1, `${summary}${untold}`)
  process.stdout.write(`${summary}${untold}\n`)
}

/** A line for a terminal: what comes from files and servers moves no cursor. */
function printable(line: string): string {
  return `${line.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?')}\n`
}

function differencesOf(recorded: ArchivedExchange, answer: ReplayedAnswer): string[] {
  const headers = headerDifferences(recorded.answerHeaders, answer.headers)
  const status =
    recorded.status === answer.status ? [] : [`status: ${answer.status} instead of ${recorded.status}`]
  // Another status has another body: nothing is gained by telling all of it.
  const body =
    status.length > 0 || recorded.method === 'HEAD' || recorded.answerBody === undefined
      ? []
      : bodyDifferences(recorded.answerBody, answer.body)
  return [...status, ...headers, ...body].slice(0, TOLD)
}

type Headers = Readonly<Record<string, string>>

function headerDifferences(recorded: Headers, answered: Headers): string[] {
  const values = [
    ['content-type', mediaType(recorded['content-type']), mediaType(answered['content-type'])] as const,
    ...COMPARED.map((name) => [name, recorded[name], answered[name]] as const),
  ]
  return [
    ...values
      .filter(([, before, now]) => before !== now)
      .map(([name, before, now]) => `header ${name}: ${shownHeader(now)} instead of ${shownHeader(before)}`),
    ...PRESENT.filter((name) => (recorded[name] === undefined) !== (answered[name] === undefined)).map(
      (name) => `header ${name}: ${answered[name] === undefined ? 'missing' : 'not there before'}`,
    ),
  ]
}

function mediaType(value: string | undefined): string | undefined {
  return value?.split(';', 1)[0]?.trim().toLowerCase()
}

function shownHeader(value: string | undefined): string {
  return value === undefined ? 'none' : `'${value.slice(0, 200)}'`
}

/** Bodies of JSON differ in shape; of others, only whether there is one matters. */
function bodyDifferences(recorded: string, answered: string): string[] {
  const before = parsed(recorded)
  const now = parsed(answered)
  if (before !== undefined && now !== undefined) return shapeDifferences(before.value, now.value, TOLD)
  if (before !== undefined || now !== undefined)
    return [`body: ${kindOf(answered, now)} instead of ${kindOf(recorded, before)}`]
  return (recorded === '') === (answered === '')
    ? []
    : [`body: ${kindOf(answered, now)} instead of ${kindOf(recorded, before)}`]
}

function kindOf(text: string, value: object | undefined): string {
  if (text === '') return 'none'
  return value === undefined ? 'text that is no JSON' : 'JSON'
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
