/** Addresses of requirements. */
import { applications } from '../../../model/records/service/applications.ts'
import type { RequirementRecord } from '../../../model/records/wiki/requirements.ts'
import type { Store } from '../../../world/store/store.ts'

/** The address of a requirement in its own product. */
export function canonicalUrl(store: Store, record: RequirementRecord): string {
  const application = store.table(applications).get(record.applicationId)
  return `${application?.baseUrl ?? ''}${requirementPath(record)}`
}

/** The path of a requirement, relative to the base address of its product. */
export function requirementPath(record: RequirementRecord): string {
  const version = record.baseline === undefined ? '' : `?v=${record.baseline}`
  return `/requirements/${encode(record.spaceKey)}/${encode(record.key)}${version}`
}

function encode(segment: string): string {
  return encodeURIComponent(segment.toWellFormed())
}
