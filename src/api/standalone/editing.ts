/** What operations on records of an application share: how they find a record, and who may read or edit it (service §4.1). */
import type { ApplicationRecord } from '../../model/records/service/applications.ts'
import { findContainer } from '../../model/finding/containers.ts'
import { type ContainerRecord, containers } from '../../model/records/service/containers.ts'
import { notFound, withPlace } from '../../model/input/errors.ts'
import { findFrozenRow } from '../../model/finding/requirements/frozen.ts'
import type { Author, Writing } from '../../model/records/actor.ts'
import { type RequirementRecord, requirements } from '../../model/records/wiki/requirements.ts'
import { containerLevel, forbiddenTo } from '../../model/finding/permissions.ts'
import type { GrantLevel } from '../../model/records/service/users.ts'
import { type VariantRecord, variants } from '../../model/records/wiki/variants.ts'
import type { Context } from '../framework/operation.ts'
import { type Int64, int64 } from '../framework/parameter.ts'
import { applicationIdOfQuery, selectedApplication } from './applications/scope.ts'
import * as ledger from '../framework/ledger-names.ts'
import { caller, observed } from './common.ts'

export const SELECTION_ASSUMPTIONS = ['A15', 'A27'] as const

/** What operations on the records of one application have in common. */
export const ofApplication = { ...observed, query: { applicationId: applicationIdOfQuery } } as const

export const READ = { words: 'container read', assumed: true } as const
export const EDIT = { words: 'container edit', assumed: true } as const

/** Looks up the subject of an operation. Throws a Refusal unless the caller may read or edit it. */
type Find<I, S> = (context: Context, input: I, level: GrantLevel) => S

/** A GET of a subject that the caller may read. */
export function reading<I, S>(find: Find<I, S>) {
  return {
    method: 'GET',
    permission: READ,
    authorise: (input: I, context: Context) => find(context, input, 'read'),
  } as const
}

/** A change of a subject that the caller may edit. */
export function editing<I, S>(method: 'POST' | 'PUT' | 'DELETE', find: Find<I, S>) {
  return {
    method,
    permission: EDIT,
    authorise: (input: I, context: Context) => find(context, input, 'edit'),
  } as const
}

export const requirementId = int64({ description: 'Identifier of the requirement.', example: '6002' })

/** The user who writes, and the tables that they write to. */
export function byCaller(context: Context): Author {
  return { world: context.world, store: context.store, user: caller(context) }
}

/** The same, as what a rule that writes needs. */
export function writingOf(context: Context): Writing {
  return { world: context.world, store: context.store, actor: caller(context) }
}

/** Names the application in a message. */
export const inApplication = ({ id }: { readonly id: number }) => ({ in: `application ${id}` })

/** Throws FORBIDDEN unless the caller may read or edit the content of the container. */
export function requireLevel(context: Context, container: ContainerRecord, level: GrantLevel): void {
  context.note(ledger.containerPermissions)
  const has = containerLevel(context.store, caller(context), container)
  if (has === 'edit' || (has === 'read' && level === 'read')) return
  throw forbiddenTo(context.user, `${level} container ${container.id}`)
}

/** The input of an operation on one application. */
export interface InApplication {
  readonly query: { readonly applicationId: number | undefined }
}

/** The input of an operation on one record of the selected application; `N` is the parameter of the path. */
export interface OnOne<N extends string> extends InApplication {
  readonly path: Readonly<Record<N, Int64>>
}

/** The selected application, which the caller may read. */
export const applicationFor = (context: Context, { query }: InApplication): ApplicationRecord =>
  selectedApplication(context, query.applicationId)

/** A container of the selected application that the caller may read or edit. Throws NOT_FOUND or FORBIDDEN. */
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

/** A container that a body names. Like `containerFor`, but the message names the field. */
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

/** The container of level PROJECT that a parameter or field names. Like `containerFor`, but the message names it. */
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

/** Finds the project container that a query parameter names. */
export function projectOfQuery<N extends string>(
  name: N,
): Find<InApplication & { readonly query: Readonly<Record<N, Int64>> }, ContainerRecord> {
  return (context, input, level) =>
    projectFor(context, applicationFor(context, input), `query parameter '${name}'`, input.query[name], level)
}

/** Finds the project container that a body field names. */
export function projectOfBody<N extends string>(
  name: N,
): Find<InApplication & { readonly body: Readonly<Record<N, number>> }, ContainerRecord> {
  return (context, input, level) =>
    projectFor(context, applicationFor(context, input), `body field '${name}'`, input.body[name], level)
}

/** A requirement in any status, or a frozen copy, whose container the caller may read or edit. */
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

/** The project container that a record belongs to. */
export function projectOf({ store }: Context, row: { readonly projectContainerId: number }): ContainerRecord {
  const project = store.table(containers).get(row.projectContainerId)
  if (project === undefined) throw new Error(`project container ${row.projectContainerId} does not exist`)
  return project
}

/** A variant in a project container of the selected application. Throws NOT_FOUND or FORBIDDEN. */
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
