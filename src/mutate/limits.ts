/** Mutants of rate limits and of credentials that expire (service §5.5, §8). */
import type { RateClass } from '../api/framework/operation.ts'
import { RATE_LIMITS, rateLimitMode } from '../gateway/exchange/rate-limit.ts'
import { tooManyRequests } from '../model/input/errors.ts'
import { readConfig } from '../model/records/world/config.ts'
import { rateWindows } from '../model/records/world/rate-windows.ts'
import { sessions, tokens } from '../model/records/service/users.ts'
import type { MutationKind } from '../scenario/format/mutation-kinds.ts'
import { countText } from '../world/count-text.ts'
import type { Table } from '../world/store/table.ts'
import { exchangeMutation, type MutatedHandle, trialOf } from './exchange.ts'
import type { ServiceMutant } from './mutant.ts'
import { refusedEntry } from './refusals.ts'
import { putBack } from './worlds.ts'

/** The mutants of both rate classes, and of both credentials that expire. */
export function limitMutants(): readonly ServiceMutant[] {
  const time = (place: string, kind: MutationKind, sentence: string, hint: string, change: MutatedHandle) =>
    ({
      id: `${place}:time:${kind}`,
      sentence,
      group: 'time',
      kind,
      hint,
      begin: (onReached) => exchangeMutation(undefined, change, onReached),
    }) satisfies ServiceMutant
  const classes = (Object.keys(RATE_LIMITS) as RateClass[]).flatMap((rate) => [
    time(
      `rate.${rate}`,
      'limit-never',
      `the limit of ${countText(RATE_LIMITS[rate], 'request')} never came`,
      'send one request more than the limit, and expect 429',
      neverLimits(rate),
    ),
    time(
      `rate.${rate}`,
      'limit-early',
      `the limit of ${countText(RATE_LIMITS[rate], 'request')} came after half of them`,
      'send as many requests as the limit allows, and expect success',
      limitsEarly(rate),
    ),
  ])
  const expiry = 'advance the clock beyond the expiry, and expect 401'
  return [
    ...classes,
    time('token', 'outlives-expiry', 'a token was accepted after it had expired', expiry, outlives(tokens)),
    time(
      'session',
      'outlives-expiry',
      'a session was accepted after it had expired',
      expiry,
      outlives(sessions),
    ),
  ]
}

export function neverLimits(rate: RateClass): MutatedHandle {
  return (call, handle, reached, refused) => {
    const { world } = call
    const trial = handle(trialOf(call), refused)
    const { answer, rateLimitExceeded, fault } = trial
    const isMeant = Number(answer.headers['X-Rate-Limit-Limit']) === RATE_LIMITS[rate]
    if (answer.status !== 429 || !rateLimitExceeded || fault !== undefined || !isMeant)
      return handle(call, refused)
    const windows = world.system.table(rateWindows)
    const full = [...windows.scan()].filter(({ used }) => used >= RATE_LIMITS[rate])
    for (const each of full) windows.put({ ...each, used: RATE_LIMITS[rate] - 1 })
    reached()
    return handle(call, refused)
  }
}

/** Only where limits are enforced: observed ones are never reached. */
export function limitsEarly(rate: RateClass): MutatedHandle {
  return (call, handle, reached, refused) => {
    const { world } = call
    const before = world.snapshot()
    const entry = handle(call, refused)
    const { headers, status } = entry.answer
    const limit = Number(headers['X-Rate-Limit-Limit'])
    const isPast = limit === RATE_LIMITS[rate] && Number(headers['X-Rate-Limit-Remaining']) < limit / 2
    const isEnforced = rateLimitMode(world, readConfig(world.system)) === 'enforce'
    if (!isPast || !isEnforced || status === 429 || entry.fault !== undefined) return entry
    putBack(world, before)
    reached()
    const reset = Number(headers['X-Rate-Limit-Reset'])
    const refusal = tooManyRequests(countText(limit, 'request'), reset)
    return refusedEntry(call, entry, 429, refusal, {
      'Retry-After': String(reset),
      'X-Rate-Limit-Remaining': '0',
    })
  }
}

interface Expiring {
  readonly expiresAt?: number | undefined
}

/** An expired credential of this table is accepted; not reached if it is refused for another reason too. */
export function outlives(definition: typeof tokens | typeof sessions): MutatedHandle {
  return (call, handle, reached, refused) => {
    const { world, location } = call
    const { target } = location
    if (target?.kind !== 'service') return handle(call, refused)
    const trial = handle(trialOf(call), refused)
    const table = world.region(target.region).table(definition as never) as unknown as Table<Expiring>
    const expired = trial.answer.status === 401 ? expiredIn(table, world.now) : []
    if (expired.length === 0) return handle(call, refused)
    for (const each of expired) table.put({ ...each, expiresAt: world.now + 1 })
    const entry = handle(call, refused)
    for (const each of expired) if (table.has(table.definition.key(each))) table.put(each)
    if (entry.answer.status !== 401) reached()
    return entry
  }
}

function expiredIn(table: Table<Expiring>, now: number): readonly Expiring[] {
  return [...table.scan()].filter(({ expiresAt }) => expiresAt !== undefined && expiresAt <= now)
}
