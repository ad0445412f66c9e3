/** What the standalone operations that write share: what they name, and who may edit it (service §4.1). */
import type { ApplicationRecord } from '../../model/applications/records.ts'
import { findContainer } from '../../model/containers/containers.ts'
import { type ContainerRecord, containers } from '../../model/containers/records.ts'
import { notFound, withPlace } from '../../model/errors.ts'
import { findFrozenRow } from '../../model/requirements/records/frozen.ts'
import type { Writing } from '../../model/history/writing.ts'
import { type RequirementRecord, requirements } from '../../model/requirements/records/records.ts'
import { containerLevel, forbidden } from '../../model/users/permissions.ts'
import type { GrantLevel } from '../../model/users/records.ts'
import { type VariantRecord, variants } from '../../model/variants/records.ts'
import type { Context } from '../framework/operation.ts'
import { type Int64, int64 } from '../framework/parameter.ts'
import { caller, selectedApplication } from './common.ts'

export const SELECTION_ASSUMPTIONS = ['A15', 'A27'] as const

/** What the operations of this interface that were seen in clients have in common. */
export const observed = {
  interface: 'standalone',
  stability: 'unstated',
  provenance: 'observed',
  section: '4.1',
} as const

export const READ = { words: 'container read', assumed: true } as const
export const EDIT = { words: 'container edit', assumed: true } as const

export const requirementId = int64({ description: 'Identifier of the requirement.', example: '6002' })

/** In whose name, and where, the exchange writes. */
export function writingOf(context: Context): Writing {
  return { world: context.world, store: context.store, actor: caller(context) }
}

/** Where a record was looked for, in a message. */
export const inApplication = ({ id }: { readonly id: number }) => ({ in: `application ${id}` })

/** Throws a Refusal (FORBIDDEN) unless the caller may do this with what is in the container. */
export function requireLevel(context: Context, container: ContainerRecord, level: GrantLevel): void {
  context.assume('A27')
  const has = containerLevel(context.store, caller(context), container)
  if (has === 'edit' || (has === 'read' && level === 'read')) return
  throw forbidden(context.user, `${level} container ${container.id}`)
}

/** The input of an operation on one record of the selected application; `N` is the parameter of the path. */
export interface OnOne<N extends string> {
  readonly query: { readonly applicationId: number | undefined }
  readonly path: Readonly<Record<N, Int64>>
}

/** A container of the selected application, with which the caller may do this. Throws NOT_FOUND or FORBIDDEN. */
export function containerFor(
  context: Context,
  { query, path }: OnOne<'containerId'>,
  level: GrantLevel,
): ContainerRecord {
  const application = selectedApplication(context, query.applicationId)
  const container = findContainer(context.store, application.id, path.containerId)
  requireLevel(context, container, level)
  return container
}

/** A container that a body names; as `containerFor`, and the message names the field. */
export function containerOfBody(
  context: Context,
  application: { readonly id: number },
  field: string,
  id: number,
  level: GrantLevel,
): ContainerRecord {
  const container = context.store.table(containers).get(id)
  if (container?.applicationId !== application.id)
    throw withPlace(notFound('container', id, inApplication(application)), `body field '${field}'`)
  requireLevel(context, container, level)
  return container
}

/** The container of level PROJECT that a query or body names; otherwise as `containerFor`. */
export function projectFor(
  context: Context,
  application: ApplicationRecord,
  name: string,
  id: Int64,
  level: GrantLevel,
): ContainerRecord {
  const container = typeof id === 'number' ? context.store.table(containers).get(id) : undefined
  if (container?.applicationId !== application.id || container.level !== 'PROJECT')
    throw withPlace(notFound('project container', id, inApplication(application)), name)
  requireLevel(context, container, level)
  return container
}

/** A requirement, of whichever status, or a frozen copy; the caller may do this with its container. */
export function requirementFor(
  context: Context,
  { query, path: { requirementId: id } }: OnOne<'requirementId'>,
  level: GrantLevel,
): RequirementRecord {
  const application = selectedApplication(context, query.applicationId)
  const row = requirementOf(context, id)
  if (row?.applicationId !== application.id) throw notFound('requirement', id, inApplication(application))
  requireLevel(context, projectOf(context, row), level)
  return row
}

/** The requirement or frozen copy of this id. */
export function requirementOf({ store }: Context, id: Int64): RequirementRecord | undefined {
  if (typeof id !== 'number') return undefined
  return store.table(requirements).get(id) ?? findFrozenRow(store, id)
}

/** The container of level PROJECT that a requirement, or another record, belongs to. */
export function projectOf({ store }: Context, row: { readonly projectContainerId: number }): ContainerRecord {
  const project = store.table(containers).get(row.projectContainerId)
  if (project === undefined) throw new Error(`project container ${row.projectContainerId} is gone`)
  return project
}

/** The variant of this id, of a project container of the selected application. Throws NOT_FOUND or FORBIDDEN. */
export function variantFor(
  context: Context,
  { query, path: { variantId: id } }: OnOne<'variantId'>,
  level: GrantLevel,
): { readonly variant: VariantRecord; readonly project: ContainerRecord } {
  const application = selectedApplication(context, query.applicationId)
  const variant = typeof id === 'number' ? context.store.table(variants).get(id) : undefined
  const project =
    variant === undefined ? undefined : context.store.table(containers).get(variant.projectContainerId)
  if (variant === undefined || project?.applicationId !== application.id)
    throw notFound('variant', id, inApplication(application))
  requireLevel(context, project, level)
  return { variant, project }
}
