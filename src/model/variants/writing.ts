/** Making, renaming, switching and deleting variants of project containers (service §2.1). */
import { isBlank } from '../input/blank.ts'
import type { Store } from '../../world/store/store.ts'
import { baselines } from '../records/wiki/baselines.ts'
import type { ContainerRecord } from '../records/service/containers.ts'
import { forgetImportsInto } from '../import-jobs/removal.ts'
import { formerKeyId, formerKeys } from '../records/wiki/requirement-keys.ts'
import { issueLinks } from '../records/tracker/issue-links.ts'
import { announce } from '../records/events.ts'
import { gatherPages, showCurrentVariant } from '../pages/current-variant.ts'
import { PageRewrites } from '../pages/saving.ts'
import { alreadyExists, conflict, invalid } from '../input/errors.ts'
import { eraseRequirements } from '../requirements/writing/erasing.ts'
import { frozenSetsOf } from '../finding/requirements/frozen.ts'
import type { Writing } from '../records/actor.ts'
import { createRequirement } from '../requirements/writing/changing.ts'
import { renameValue } from '../saved-queries/named-values.ts'
import { jsonAfterVariant } from '../traceability/matrix-json.ts'
import { findLiveRequirement } from '../finding/requirements/lookup.ts'
import { contentOf } from '../requirements/writing/writing.ts'
import { type RequirementRecord, requirements } from '../records/wiki/requirements.ts'
import { type VariantRecord, variants } from '../records/wiki/variants.ts'
import { currentVariant } from '../finding/variants.ts'
import { countText } from '../../world/count-text.ts'

const MAXIMUM_COPIED = 12_000

/** Copies a variant's ACTIVE requirements into a new one. Throws a Refusal: CONFLICT or INVALID. */
export function createVariant(
  writing: Writing,
  project: ContainerRecord,
  name: string,
  source: VariantRecord,
): VariantRecord {
  const { world, store } = writing
  checkVariantName(store, project.id, name)
  const active = [source.id, 'ACTIVE']
  const count = store.table(requirements).count('status', active)
  if (count > MAXIMUM_COPIED) {
    throw conflict(
      'variant',
      source.id,
      `has ${countText(count, 'requirement')}`,
      `at most ${MAXIMUM_COPIED} are copied, so name a smaller one as sourceVariantId`,
    )
  }
  const created = store.table(variants).insert({
    id: store.nextId(variants),
    projectContainerId: project.id,
    name,
    current: false,
    createdAt: world.now,
  })
  const rewrites = new PageRewrites(writing)
  for (const row of store.table(requirements).range('status', active)) {
    const { id: _id, status: _status, createdAt: _createdAt, ...copied } = row
    // Flagged rows get their texts from the pages, which define only the current variant.
    const waits = source.current && row.htmlNeedsUpdating
    const defined = waits ? rewrites.definition(row.pageId, row.key) : undefined
    const content = defined === undefined ? {} : { ...contentOf(defined), htmlNeedsUpdating: false }
    createRequirement(writing, 'WRITTEN', { ...copied, ...content, variantId: created.id })
  }
  return created
}

/** Renames a variant, also where queries name it. Throws a Refusal: CONFLICT for a taken name, INVALID for a blank one. */
export function renameVariant(
  { world, store }: Writing,
  project: ContainerRecord,
  variant: VariantRecord,
  name: string,
): VariantRecord {
  if (name === variant.name) return variant
  checkVariantName(store, variant.projectContainerId, name)
  const names = { before: variant.name, after: name }
  const json = (text: string) => jsonAfterVariant(text, names.before, names.after)
  renameValue({ world, store }, project, { fields: ['variant'], ...names, reference: name }, json)
  return store.table(variants).update(variant.id, { name }) as VariantRecord
}

/** Makes a variant the current one. Its rows take over pages and issue links; messages tell the tracker. */
export function makeCurrent(
  writing: Writing,
  project: ContainerRecord,
  variant: VariantRecord,
): VariantRecord {
  if (variant.current) return variant
  const { store } = writing
  const before = currentVariant(store, project.id)
  gatherPages(writing, project)
  const linked = linkedKeys(store, project)
  const rowOf = (key: string, { id: variantId }: VariantRecord): RequirementRecord | undefined =>
    findLiveRequirement(store, { projectContainerId: project.id, variantId }, key)
  for (const key of linked) {
    const row = rowOf(key, before)
    if (row !== undefined && rowOf(key, variant) === undefined)
      announce(writing, { name: 'requirement deleted', row })
  }
  const table = store.table(variants)
  table.update(before.id, { current: false })
  const after = table.update(variant.id, { current: true }) as VariantRecord
  showCurrentVariant(writing, project)
  for (const key of linked) {
    const row = rowOf(key, after)
    if (row === undefined) continue
    if (rowOf(key, before) === undefined) announce(writing, { name: 'requirement appeared', row })
    else announce(writing, { name: 'requirement changed', row })
  }
  return after
}

/** Deletes a variant with its requirements. Throws a Refusal (CONFLICT) while it is current, frozen or imported into. */
export function deleteVariant(store: Store, project: ContainerRecord, variant: VariantRecord): void {
  const { id, name, projectContainerId } = variant
  if (variant.current) {
    throw conflict(
      `variant ${id}`,
      name,
      `is the current one of container ${projectContainerId}`,
      'make another current first',
    )
  }
  for (const set of frozenSetsOf(store, projectContainerId)) {
    if (set.variantId !== id) continue
    throw conflict('variant', name, `has requirements in baseline ${set.number}`, 'delete the baseline first')
  }
  for (const { number, fromVersions } of store.table(baselines).range('number', [projectContainerId])) {
    if (fromVersions?.variantId !== id) continue
    throw conflict(
      'variant',
      name,
      `has requirements that baseline ${number} is to freeze`,
      'delete the baseline first',
    )
  }
  forgetImportsInto(store, project.applicationId, { variantId: id })
  const rows = [...store.table(requirements).range('status', [id])]
  for (const { key } of rows)
    store.table(formerKeys).put({ id: formerKeyId(projectContainerId, key), projectContainerId, key })
  eraseRequirements(store, rows)
  store.table(variants).remove(id)
}

function linkedKeys(store: Store, project: ContainerRecord): string[] {
  const found = new Set<string>()
  const named = [project.applicationId, project.key ?? '']
  for (const { wiki } of store.table(issueLinks).range('requirement', named))
    if (wiki !== undefined && wiki.baseline === undefined) found.add(wiki.key)
  return [...found]
}

function checkVariantName(store: Store, projectContainerId: number, name: string): void {
  if (isBlank(name)) {
    throw invalid("body field 'name'", name, 'is blank: give the variant a name')
  }
  for (const other of store.table(variants).range('project', [projectContainerId])) {
    if (other.name !== name) continue
    throw alreadyExists('variant', name, {
      in: `container ${projectContainerId}`,
      instead: 'choose another name',
    })
  }
}
