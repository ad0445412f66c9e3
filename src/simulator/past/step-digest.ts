/** The digest of a step: of its response, and of what it changed. Equal digests mean that the step did the same. */
import type { ExchangeResponse } from '../../api/framework/exchange.ts'
import { sha256 } from '../../world/sha256.ts'
import { differencesOfSnapshots, type Snapshot, type WorldSchema } from '../../world/world.ts'
import { withoutHashes, withoutSecrets } from '../record-secrets.ts'
import type { Past } from './past.ts'
import type { PastStep } from './step.ts'

/** 64 bits in hexadecimal. */
const DIGITS = 16

export function stepDigest(
  schema: WorldSchema,
  { before, after, answer }: { before: Snapshot; after: Snapshot; answer: ExchangeResponse | undefined },
): string {
  const { now, mode, speed } = after.clock
  const lines = [JSON.stringify([now, mode, speed]), answer === undefined ? '' : textOfResponse(answer)]
  const changes: string[] = []
  for (const { store, table, records } of differencesOfSnapshots(schema, before, after)) {
    for (const record of records) {
      const [old, current] = [record.before, record.after].map((each) => shownRecord(table, each))
      const key = typeof record.key === 'string' ? withoutHashes(record.key) : record.key
      if (old !== current) changes.push(JSON.stringify([store, table, key, current ?? null]))
    }
  }
  // Sessions are stored by hash, which is no part of the digest.
  changes.sort((a, b) => (a < b ? -1 : 1))
  return sha256([...lines, ...changes].join('\n')).slice(0, DIGITS)
}

/** Computes the digests of a range of steps that lack one. */
export function addDigests(past: Past, from: number, to: number): void {
  const steps = [...past.steps(to)].filter(([number]) => number >= from)
  const lacking = steps.filter(([, { digest }]) => digest === undefined)
  const [first, last] = [lacking[0], lacking.at(-1)]
  if (first === undefined || last === undefined) return
  for (const { step, before, world } of past.statesAfter(first[0], last[0])) {
    if (step !== undefined) addDigest(step, world.schema, { before, after: world.snapshot() })
  }
}

/** Computes the digest of a step that lacks one, from the states before and after it. */
export function addDigest(
  step: PastStep,
  schema: WorldSchema,
  { before, after }: { readonly before: Snapshot; readonly after: Snapshot },
): void {
  step.digest ??= stepDigest(schema, { before, after, answer: step.entry?.answer })
}

function shownRecord(table: string, record: object | undefined): string | undefined {
  return record && JSON.stringify(withoutSecrets(table, record as Readonly<Record<string, unknown>>))
}

function textOfResponse({ status, headers, body }: ExchangeResponse): string {
  const content = typeof body === 'string' ? body : sha256(body)
  return JSON.stringify([status, headers, content])
}
