/** Finding variants of project containers (service §2.1). */
import type { Store } from '../../world/store/store.ts'
import { containers } from '../records/service/containers.ts'
import { notFound } from '../input/errors.ts'
import { type VariantRecord, variants } from '../records/wiki/variants.ts'

export function findVariant(store: Store, projectContainerId: number, id: number | bigint): VariantRecord {
  const variant = typeof id === 'number' ? store.table(variants).get(id) : undefined
  if (variant === undefined || variant.projectContainerId !== projectContainerId) {
    throw notFound('variant', id, { in: `project ${projectContainerId}` })
  }
  return variant
}

export function currentVariantIds(
  store: Store,
  applicationId: number,
  projectContainerId?: number,
): number[] {
  const projects =
    projectContainerId === undefined
      ? [...store.table(containers).range('level', [applicationId, 'PROJECT'])].map(({ id }) => id)
      : [projectContainerId]
  return projects.flatMap((id) => store.table(variants).find('current', [id])?.id ?? [])
}

/** The variant that the path segment `current` means (service §2.1): one of that name, otherwise the current one. */
export function variantNamedCurrent(store: Store, projectContainerId: number): VariantRecord {
  const named = store.table(variants).find('namedCurrent', [projectContainerId])
  return named ?? currentVariant(store, projectContainerId)
}

/** Throws NOT_FOUND if a scenario left it out. */
export function currentVariant(store: Store, projectContainerId: number): VariantRecord {
  const variant = store.table(variants).find('current', [projectContainerId])
  if (variant === undefined) throw notFound('current variant of project', projectContainerId)
  return variant
}
