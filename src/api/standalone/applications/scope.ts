/** The application that a call is about, and whether the credential is scoped to it (service §4.1, §5.3). */
import type { ApplicationRecord } from '../../../model/records/service/applications.ts'
import { invalid, invalidRequest } from '../../../model/input/errors.ts'
import type { Refusal } from '../../../model/input/refusal.ts'
import { readableContainers } from '../../../model/finding/containers.ts'
import {
  findApplication,
  forbiddenTo,
  mayReadApplication,
  requireApplicationRead,
  requireScope,
} from '../../../model/finding/permissions.ts'
import type { Context } from '../../framework/operation.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { int32, type Int64 } from '../../framework/parameter.ts'

export const applicationIdOfQuery = int32({
  description: 'Identifier of the application. Required unless the credential is scoped to one application.',
  example: '101',
})

/** The application of a path or query. Throws FORBIDDEN if the credential is scoped to another one (service §5.3). */
export function applicationInScope(context: Context, id: Int64): ApplicationRecord {
  if (context.scopedTo !== undefined && typeof id === 'number') {
    if (context.scopedTo !== id) context.note(ledger.scopedTokens)
    requireScope(context.scopedTo, id)
  }
  return findApplication(context.store, id)
}

/** The application of a path. Throws FORBIDDEN unless the caller may read it. */
export function readableApplication(context: Context, id: Int64): ApplicationRecord {
  const application = applicationInScope(context, id)
  context.note(ledger.applicationAccess)
  requireApplicationRead(context.store, context.user, application)
  return application
}

/**
 * The application whose containers the caller wants. Its members may list them, and users with a grant in it. What they
 * find depends on the permissions of each container.
 */
export function visitedApplication(context: Context, id: Int64): ApplicationRecord {
  const application = applicationInScope(context, id)
  const { store, user } = context
  context.note(ledger.containerPermissions)
  if (
    user === undefined ||
    (!mayReadApplication(store, user, application) && !mayReadSome(context, application))
  ) {
    throw forbiddenTo(user, `read containers of application ${application.id}`)
  }
  return application
}

function mayReadSome({ store, user }: Context, application: ApplicationRecord): boolean {
  return user !== undefined && readableContainers(store, user, application.id, 'PROJECT').length > 0
}

/** The application that the query names, or the one that the credential is scoped to (service §5.3). */
export function selectedApplication(context: Context, id: number | undefined): ApplicationRecord {
  return visitedApplication(context, selectedApplicationId(context, id))
}

/** Throws INVALID if the query names no application and the credential is not scoped to one. */
export function selectedApplicationId(context: Context, id: number | undefined): number {
  const selected = id ?? context.scopedTo
  if (selected !== undefined) return selected
  context.note(ledger.scopedTokens)
  throw invalidRequest(
    "query parameter 'applicationId'",
    'required, since this token is not scoped to one application',
  )
}

/** The refusal for a feature that only standalone applications have. */
export function notStandalone({ id, type }: ApplicationRecord): Refusal {
  return invalid("query parameter 'applicationId'", id, `it is of type ${type}: name one of type STANDALONE`)
}
