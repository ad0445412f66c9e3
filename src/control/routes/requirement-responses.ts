/** Requirements as the control API shows them. */
import { baselines } from '../../model/records/wiki/baselines.ts'
import { containers } from '../../model/records/service/containers.ts'
import { historyOf } from '../../model/history/history.ts'
import { pages } from '../../model/records/wiki/pages.ts'
import { findParent } from '../../model/finding/requirements/lookup.ts'
import { linksOf, type ShownLink } from '../../model/searching/neighbourhood.ts'
import { copiesOfKey } from '../../model/finding/requirements/frozen.ts'
import { propertyText } from '../../model/records/text/property-text.ts'
import { externalPropertyMetadata, type RequirementRecord } from '../../model/records/wiki/requirements.ts'
import { typeOfKey } from '../../model/finding/types.ts'
import { users } from '../../model/records/service/users.ts'
import { variants } from '../../model/records/wiki/variants.ts'
import { formatInstant } from '../../world/time/duration.ts'
import type { Requirement } from '../responses/requirements.ts'
import type { Store } from '../../world/store/store.ts'

/** Characters of a text in a list. */
const SHOWN_TEXT = 200
const SHOWN_HISTORY = 100

/** A requirement in a list. */
export function brief(store: Store, record: RequirementRecord) {
  const { id, key, spaceKey, status, text, pageId, htmlNeedsUpdating } = record
  return {
    id,
    key,
    spaceKey,
    ...(record.baseline === undefined ? {} : { baseline: record.baseline }),
    status,
    text: text.length <= SHOWN_TEXT ? text : `${text.slice(0, SHOWN_TEXT)}…`,
    ...(pageId === undefined ? {} : { pageId }),
    ...placeOf(store, record),
    htmlNeedsUpdating,
  }
}

/** A requirement with everything that belongs to it. */
export function describeRequirement(store: Store, record: RequirementRecord): Requirement {
  const { id, key, spaceKey, applicationId, status, html, text, newSpaceKey, newKey } = record
  const { projectContainerId, variantId } = record
  const history = historyOf(store, id)
  return {
    id,
    key,
    spaceKey,
    applicationId,
    status,
    ...(record.baseline === undefined ? {} : { baseline: record.baseline }),
    html,
    text,
    ...pageOf(store, record),
    variant: store.table(variants).get(variantId)?.name,
    type: typeOfKey(store, projectContainerId, key)?.name,
    properties: propertiesOf(store, record),
    dependencies: record.dependencies.map((dependency) => ({
      ...dependency,
      id: findParent(store, record, dependency)?.id,
    })),
    baselines: [...copiesOfKey(store, projectContainerId, key)].flatMap(({ id: copy, baseline: number }) => {
      if (number === undefined) return []
      const found = store.table(baselines).find('number', [projectContainerId, number])
      return { number, id: copy, name: found?.name, status: found?.status }
    }),
    issues: linksOf(store, record).map(describeLink),
    history: history
      .slice(-SHOWN_HISTORY)
      .toReversed()
      .map(({ id: entry, at, by, event, changes }) => ({
        id: entry,
        at: formatInstant(at),
        ...(by === undefined ? {} : { by: store.table(users).get(by)?.name }),
        event,
        changes,
      })),
    historyTotal: history.length,
    createdAt: formatInstant(record.createdAt),
    htmlNeedsUpdating: record.htmlNeedsUpdating,
    ...(newSpaceKey === undefined || newKey === undefined
      ? {}
      : { movedTo: { spaceKey: newSpaceKey, key: newKey } }),
  }
}

/** An issue link of a requirement. */
export function describeLink({ link, ...shown }: ShownLink) {
  const baseline = link.wiki?.baseline ?? link.tracker?.baseline ?? undefined
  return { id: link.id, serviceId: link.serviceId, ...shown, ...(baseline === undefined ? {} : { baseline }) }
}

/** The title of what defines a requirement: a page, an issue or a file. */
function placeOf(store: Store, { originContainerId }: RequirementRecord): { page?: string } {
  const name =
    originContainerId === undefined ? undefined : store.table(containers).get(originContainerId)?.name
  return name === undefined ? {} : { page: name }
}

function pageOf(store: Store, record: RequirementRecord) {
  const { pageId } = record
  if (pageId === undefined) return {}
  const version = store.table(pages).get(pageId)?.version
  return { page: { id: pageId, title: placeOf(store, record).page ?? '', version } }
}

function propertiesOf(store: Store, record: RequirementRecord): Requirement['properties'] {
  const inline = record.properties.map((property) => ({
    name: property.key,
    kind: 'inline' as const,
    dataType: property.dataType,
    value: [propertyText(property)].flat().join(', '),
  }))
  const external = record.externalProperties.map(({ metadataId, value }) => {
    const metadata = store.table(externalPropertyMetadata).get(metadataId)
    const kind = 'external' as const
    return { name: metadata?.name, kind, dataType: metadata?.dataType, value: String(value) }
  })
  return [...inline, ...external]
}
