/** Mutants of permissions: an operation allows what it must refuse, or refuses what it must allow (service §5.2). */
import type { Operation } from '../api/framework/operation.ts'
import { forbidden } from '../model/input/errors.ts'
import { quoted } from '../model/input/refusal.ts'
import { applications } from '../model/records/service/applications.ts'
import { memberships, organizations } from '../model/records/service/organizations.ts'
import { administrators, users } from '../model/records/service/users.ts'
import type { Store } from '../world/store/store.ts'
import type { Table } from '../world/store/table.ts'
import type { World } from '../world/world.ts'
import { exchangeMutation, type MutatedHandle, trialOf } from './exchange.ts'
import type { ServiceMutant } from './mutant.ts'
import { placeOf } from './place.ts'
import { refusedEntry } from './refusals.ts'
import { putBack } from './worlds.ts'

/** Both mutants of the permission of one operation. */
export function permissionMutants(operation: Operation): readonly ServiceMutant[] {
  const place = placeOf(operation)
  const permission = (kind: 'allowed' | 'refused', what: string, hint: string, change: MutatedHandle) =>
    ({
      id: `${operation.id}:permission:${kind}`,
      sentence: `${place} ${what}`,
      group: 'permission',
      kind,
      operations: [operation.id],
      hint,
      begin: (onReached) => exchangeMutation(operation.id, change, onReached),
    }) satisfies ServiceMutant
  return [
    permission(
      'allowed',
      'did what the caller may not do',
      'call it as a user without the permission, and expect 403 and an unchanged record',
      allowRefused,
    ),
    permission(
      'refused',
      'refused what the caller may do',
      'call it as a user with the permission, and expect success',
      refuseAllowed,
    ),
  ]
}

/** A refused caller gets every right for this one exchange. */
export const allowRefused: MutatedHandle = (call, handle, reached, refused) => {
  const { world, location } = call
  const { target } = location
  const trial = handle(trialOf(call), refused)
  const { user: name, permission, fault } = trial
  if (permission !== 'refused' || name === undefined || fault !== undefined || target?.kind !== 'service')
    return handle(call, refused)
  const store = world.region(target.region)
  const before = world.snapshot()
  const takeBack = giveRights(world, store, name)
  const entry = handle(call, refused)
  takeBack()
  if (entry.answer.status < 400) {
    reached()
    return entry
  }
  // What stands in the way is no right, such as the application that a token is scoped to.
  world.restore(before)
  return handle(call, refused)
}

/** Makes a user an administrator of every site and organization; returns what takes that back. */
function giveRights(world: World, store: Store, name: string): () => void {
  const id = store.table(users).find('name', [name])?.id
  if (id === undefined) return () => {}
  const sites = [...store.table(applications).scan()].map(({ id: applicationId }) => ({
    applicationId,
    userId: id,
  }))
  const roles = [...store.table(organizations).scan()].map(
    ({ id: organizationId }) => ({ organizationId, userId: id, role: 'admin' }) as const,
  )
  return world.transact(() => {
    const undo = [
      ...sites.map((each) => putForNow(store.table(administrators), each)),
      ...roles.map((each) => putForNow(store.table(memberships), each)),
    ]
    return () => world.transact(() => undo.forEach((each) => each()))
  })
}

/** Puts a record and returns what puts the previous one back, unless the exchange has changed it. */
function putForNow<R extends object>(table: Table<R>, record: R): () => void {
  const key = table.definition.key(record)
  const previous = table.get(key)
  const put = table.put(record)
  return () => {
    if (table.get(key) !== put) return
    if (previous === undefined) table.remove(key)
    else table.put(previous)
  }
}

export const refuseAllowed: MutatedHandle = (call, handle, reached, refused) => {
  const before = call.world.snapshot()
  const entry = handle(call, refused)
  const { permission, answer, fault, user } = entry
  if (permission !== 'allowed' || answer.status >= 400 || fault !== undefined) return entry
  putBack(call.world, before)
  reached()
  const refusal = forbidden(`user ${quoted(user ?? 'anonymous')}`, `call ${quoted(entry.operation)}`)
  return { ...refusedEntry(call, entry, 403, refusal), permission: 'refused', stateful: false }
}
