/** Fills dashboards, templates and rules. */
import { dashboards, type Widget } from '../../model/records/service/dashboards.ts'
import { present } from '../../model/input/present.ts'
import { rules } from '../../model/records/wiki/rules.ts'
import { templates } from '../../model/records/wiki/templates.ts'
import { containers } from '../../model/records/service/containers.ts'
import { requirementTypes } from '../../model/records/wiki/types.ts'
import { numberEntries } from './numbering.ts'
import { ownerOf } from './requirements.ts'
import { containerId, instantOf, must, type Seeding, userId } from './seeding.ts'

export function seedDashboards(seeding: Seeding): void {
  seedTemplates(seeding)
  seedRules(seeding)
  const { sections, store } = seeding
  const ids = numberEntries(store, 'dashboard', sections.dashboards ?? [], (entry) => entry.id)
  for (const [entry, id] of ids) {
    const createdAt = instantOf(seeding, entry.createdAt)
    store.table(dashboards).insert({
      id,
      ...placeOf(seeding, entry),
      name: entry.name,
      ...present({ description: entry.description }),
      widgets: (entry.widgets ?? []) as readonly Widget[],
      isDefault: entry.default ?? false,
      createdAt,
      updatedAt: createdAt,
    })
  }
}

function seedTemplates(seeding: Seeding): void {
  const { sections, store } = seeding
  const ids = numberEntries(store, 'template', sections.templates ?? [], (entry) => entry.id)
  for (const [entry, id] of ids) {
    const createdAt = instantOf(seeding, entry.createdAt)
    store.table(templates).insert({
      id,
      ...placeOf(seeding, entry),
      name: entry.name,
      ...present({ description: entry.description }),
      type: entry.type ?? 'CALCULATION',
      content: entry.content,
      sharedLevel: entry.shared ?? 'SHARED_EDIT',
      ...(entry.owner === undefined ? {} : { ownedBy: userId(seeding, entry.owner) }),
      createdAt,
      updatedAt: createdAt,
    })
  }
}

function seedRules(seeding: Seeding): void {
  const { sections, store } = seeding
  const ids = numberEntries(store, 'rule', sections.rules ?? [], (entry) => entry.id)
  for (const [entry, id] of ids) {
    const place = placeOf(seeding, entry)
    const { name, kind, severity, type, property, external, pattern, values } = entry
    const typed =
      type === undefined
        ? undefined
        : [...store.table(requirementTypes).range('project', [place.projectContainerId])].find(
            (candidate) => candidate.name === type,
          )
    const createdAt = instantOf(seeding, entry.createdAt)
    store.table(rules).insert({
      id,
      ...place,
      ...(type === undefined ? {} : { typeId: must(typed, 'type', type).id }),
      name,
      kind,
      ...present({ severity, property, external, pattern, values }),
      createdAt,
      updatedAt: createdAt,
    })
  }
}

/** The application and container of an entry of a space or workspace. */
function placeOf(
  seeding: Seeding,
  entry: { readonly space?: string | undefined; readonly workspace?: string | undefined },
) {
  const projectContainerId = containerId(seeding, ownerOf(seeding, entry))
  const container = must(
    seeding.store.table(containers).get(projectContainerId),
    'container',
    projectContainerId,
  )
  return { applicationId: container.applicationId, projectContainerId }
}
