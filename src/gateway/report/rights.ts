/** The permission rules that exchanges exercised, allowed and refused, by operation and user. */
import type { OperationHead } from '../../api/framework/operation.ts'
import { compareCodePoints } from '../../world/order.ts'
import type { OperationEvidence } from './builder.ts'
import type { PermissionReport, RightReport } from './parts.ts'

/** Reports of earlier versions have neither. */
interface RightsPart {
  readonly permissions?: readonly PermissionReport[]
  readonly rights?: readonly RightReport[]
}

/** The permission that a caller needs; undefined for operations that every caller may use. */
function ruleOf({ permission }: OperationHead): string | undefined {
  return /^none\b/.test(permission.words) ? undefined : permission.words
}

/** The rights of a report over these operations. */
export function rightsPart(
  operations: readonly OperationHead[],
  evidenceOf: (operation: string) => OperationEvidence | undefined,
): Required<RightsPart> {
  const permissions = new Map<string, PermissionReport>()
  const rights: RightReport[] = []
  for (const operation of operations) {
    const permission = ruleOf(operation)
    if (permission === undefined) continue
    const { allowed = 0, refused = 0, users = [] } = evidenceOf(operation.id) ?? {}
    const { interface: name } = operation
    const used = { interface: name, permission, operations: 1, allowed, refused }
    addPermission(permissions, used, (known, added) => known + added)
    for (const [user, counts] of users) {
      const who = user === undefined ? {} : { user }
      rights.push({ permission, operation: operation.id, ...who, ...counts })
    }
  }
  return { permissions: [...permissions.values()], rights: rights.toSorted(compareRights) }
}

/** The rights of several reports as those of one; empty if all are of an earlier version. */
export function mergeRights(parts: readonly RightsPart[]): RightsPart {
  const known = parts.filter(({ permissions }) => permissions !== undefined)
  if (known.length === 0) return {}
  const permissions = new Map<string, PermissionReport>()
  const rights = new Map<string, RightReport>()
  for (const part of known) {
    // Reports of one version have the same operations.
    for (const permission of part.permissions ?? []) addPermission(permissions, permission, Math.max)
    for (const right of part.rights ?? []) {
      const key = JSON.stringify([right.operation, right.user, right.permission])
      const { allowed = 0, refused = 0 } = rights.get(key) ?? {}
      rights.set(key, { ...right, allowed: allowed + right.allowed, refused: refused + right.refused })
    }
  }
  return { permissions: [...permissions.values()], rights: [...rights.values()].toSorted(compareRights) }
}

/** Adds the counts of a rule; `operationsOf` says how many operations have it together. */
function addPermission(
  permissions: Map<string, PermissionReport>,
  added: PermissionReport,
  operationsOf: (known: number, added: number) => number,
): void {
  const { operations = 0, allowed = 0, refused = 0 } = permissions.get(keyOf(added)) ?? {}
  permissions.set(keyOf(added), {
    ...added,
    operations: operationsOf(operations, added.operations),
    allowed: allowed + added.allowed,
    refused: refused + added.refused,
  })
}

const keyOf = ({ interface: name, permission }: PermissionReport): string => `${name} ${permission}`

/** By operation and user, calls without a user first. */
function compareRights(one: RightReport, other: RightReport): number {
  return (
    compareCodePoints(one.operation, other.operation) || compareCodePoints(one.user ?? '', other.user ?? '')
  )
}
