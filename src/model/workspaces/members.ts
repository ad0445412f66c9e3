/** Members of a workspace: whoever was granted something on it. */
import type { Store } from '../../world/store/store.ts'
import type { ContainerRecord } from '../records/service/containers.ts'
import { conflict, notFound } from '../input/errors.ts'
import {
  type GrantLevel,
  type GrantRecord,
  grants,
  type UserRecord,
  users,
} from '../records/service/users.ts'

export interface Member {
  readonly user: UserRecord
  readonly level: GrantLevel
}

export function membersOf(store: Store, workspace: ContainerRecord): Member[] {
  return [...store.table(grants).range('container', [workspace.id])].map((grant) => memberOf(store, grant))
}

export function findMember(store: Store, workspace: ContainerRecord, userId: number | bigint): Member {
  const grant = store.table(grants).get(`${workspace.id}:${userId}`)
  if (grant !== undefined) return memberOf(store, grant)
  throw notFound('member', userId, { in: `workspace ${workspace.workspaceId}` })
}

/** Throws a Refusal: NOT_FOUND for an unknown user, CONFLICT for a member. */
export function addMember(
  store: Store,
  workspace: ContainerRecord,
  userId: number,
  level: GrantLevel,
): Member {
  const user = store.table(users).get(userId)
  if (user === undefined) throw notFound('user', userId, { instead: "name another as body field 'userId'" })
  if (store.table(grants).has(`${workspace.id}:${userId}`)) {
    throw conflict(
      'user',
      userId,
      `is a member of workspace ${workspace.workspaceId} already`,
      'change the member instead',
    )
  }
  store.table(grants).put({ containerId: workspace.id, userId, level })
  return { user, level }
}

/** Throws a Refusal: NOT_FOUND, or CONFLICT for the last editor. */
export function changeMember(
  store: Store,
  workspace: ContainerRecord,
  userId: number | bigint,
  level: GrantLevel,
): Member {
  const { user } = findMember(store, workspace, userId)
  if (level !== 'edit') refuseLastEditor(store, workspace, user)
  store.table(grants).put({ containerId: workspace.id, userId: user.id, level })
  return { user, level }
}

/** Throws a Refusal: NOT_FOUND, or CONFLICT for the last editor. */
export function removeMember(store: Store, workspace: ContainerRecord, userId: number | bigint): void {
  const { user } = findMember(store, workspace, userId)
  refuseLastEditor(store, workspace, user)
  store.table(grants).remove(`${workspace.id}:${user.id}`)
}

function refuseLastEditor(store: Store, workspace: ContainerRecord, user: UserRecord): void {
  const editors = [...store.table(grants).range('container', [workspace.id])].filter(
    ({ level }) => level === 'edit',
  )
  if (editors.length !== 1 || editors[0]?.userId !== user.id) return
  throw conflict(
    'user',
    user.name,
    `is the only member of workspace ${workspace.workspaceId} who may edit it`,
    'let another edit it first',
  )
}

function memberOf(store: Store, { userId, level }: GrantRecord): Member {
  const user = store.table(users).get(userId)
  if (user === undefined) throw new Error(`a grant names user ${userId}, who does not exist`)
  return { user, level }
}
