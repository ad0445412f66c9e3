/** What a wiki has besides pages and requirements: baselines, names, types, settings, matrices, attachments. */
import type * as wire from '../../api/wire-types.generated.ts'
import type { RegionFacts } from '../region.ts'
import type { Seen } from '../seen.ts'
import { type Observers, siteOf } from './observer.ts'

/** Settings whose values the whole list of settings has under another name, or that are lists of spaces. */
const OTHER_SETTINGS = new Set(['onboarding', 'extendedModeSpaces', 'isolateSpaces'])

export const wikiObservers: Observers = {
  'wiki.baseline.search': (seen, region) => {
    const site = siteOf(seen, region)
    for (const { spaceKey: key, spaceName: name, baselines } of seen.body) {
      region.spaces.learn(`${site}/${key}`, { site, key, name })
      learnBaselines(seen, region, baselines)
    }
  },
  'wiki.baseline.list': (seen, region) => {
    learnSpace(seen, region)
    learnBaselines(seen, region, seen.body)
    region.baselines.complete(scopeOf(seen, region))
  },
  'wiki.baseline.read': (seen, region) => learnBaselines(seen, region, [seen.body]),
  'wiki.baseline.create': (seen, region) => learnBaselines(seen, region, [seen.body]),
  'wiki.baseline.update': (seen, region) => learnBaselines(seen, region, [seen.body]),
  'wiki.baseline.pages': (seen, region) => {
    const site = siteOf(seen, region)
    for (const { pageId: id, title } of seen.body)
      region.pages.learn(id, {
        id,
        site,
        spaceKey: String(seen.path.spaceKey),
        title,
      })
  },
  'wiki.propertyNames.list': (seen, region) => {
    learnSpace(seen, region)
    for (const { name, dataType, description, registered } of seen.body)
      if (registered)
        learnEntry(seen, region, 'propertyNames', `${seen.path.spaceKeyOrPropertyName}/${name}`, {
          name,
          dataType,
          description,
        })
    region.propertyNames.complete(scopeOf(seen, region))
  },
  'wiki.types.list': (seen, region) => {
    learnSpace(seen, region)
    for (const { id, name, pattern, description } of seen.body)
      learnEntry(seen, region, 'types', id, { id, name, pattern, description })
    region.types.complete(scopeOf(seen, region))
  },
  'wiki.settings.readAll': (seen, region) => {
    for (const [name, value] of Object.entries(seen.body)) {
      if (OTHER_SETTINGS.has(name)) continue
      region.settings.learn(`${siteOf(seen, region)}/${name}`, {
        entry: { name, value },
        site: siteOf(seen, region),
      })
    }
    for (const key of seen.body.extendedModeSpaces)
      region.spaces.learn(`${siteOf(seen, region)}/${key}`, { extendedMode: true })
  },
  'wiki.settings.read': (seen, region) => {
    const { name, value } = seen.body
    if (OTHER_SETTINGS.has(name)) return
    region.settings.learn(`${siteOf(seen, region)}/${name}`, {
      entry: { name, value },
      site: siteOf(seen, region),
    })
  },
  'wiki.settings.change': (seen, region) =>
    region.settings.close(`${siteOf(seen, region)}/${seen.path.settingsName}`),
  'wiki.setting.extendedMode': (seen, region) => {
    const site = siteOf(seen, region)
    const key = String(seen.path.spaceKey)
    region.spaces.learn(`${site}/${key}`, { site, key, extendedMode: seen.body === 'true' })
  },
  'wiki.excel.readConfig': (seen, region) => {
    const { attachmentId: id, fileName, sheet, headerRow, columns, integrationState } = seen.body
    region.importedCounts.learn(id, { count: seen.body.requirementCount, pageId: seen.body.pageId })
    learnEntry(seen, region, 'excelAttachments', id, {
      id,
      page: seen.body.pageId,
      fileName,
      sheet,
      headerRow,
      columns: columns.length === 0 ? undefined : columns,
      state: integrationState,
    })
  },
  'wiki.traceability.list': (seen, region) => {
    learnSpace(seen, region)
    for (const matrix of seen.body.results) learnMatrix(seen, region, matrix)
    if (seen.body.results.length === seen.body.total) region.matrices.complete(scopeOf(seen, region))
  },
  'wiki.traceability.read': (seen, region) => learnMatrix(seen, region, seen.body),
  'wiki.traceability.create': (seen, region) => learnMatrix(seen, region, seen.body),
  'wiki.issueTemplate.list': (seen, region) => {
    learnSpace(seen, region)
    for (const { spaceKey: _space, ...template } of seen.body)
      learnEntry(seen, region, 'issueTemplates', template.id, template)
    region.issueTemplates.complete(scopeOf(seen, region))
  },
}

function spaceKeyOf({ path }: Seen): string | undefined {
  const { spaceKey, spaceKeyOrPropertyName } = path as Readonly<Record<string, string | undefined>>
  return spaceKey ?? spaceKeyOrPropertyName
}

/** The list of the space that the path names. */
function scopeOf(seen: Seen, region: RegionFacts): string {
  return `${siteOf(seen, region)}/${spaceKeyOf(seen)}`
}

type EntryKind = 'propertyNames' | 'types' | 'excelAttachments' | 'matrices' | 'issueTemplates'

/** An entry of the space that the path names. */
function learnEntry(
  seen: Seen,
  region: RegionFacts,
  kind: EntryKind,
  key: string | number,
  entry: Readonly<Record<string, unknown>>,
): void {
  const spaceKey = spaceKeyOf(seen)
  region[kind].learn(key, {
    entry,
    site: siteOf(seen, region),
    spaceKey,
  })
}

/** A space that a list of its records was returned for. */
function learnSpace(seen: Seen, region: RegionFacts): void {
  const key = spaceKeyOf(seen)
  const site = siteOf(seen, region)
  if (key !== undefined) region.spaces.learn(`${site}/${key}`, { site, key })
}

function learnBaselines(seen: Seen, region: RegionFacts, baselines: readonly wire.WikiBaseline[]): void {
  const site = siteOf(seen, region)
  for (const baseline of baselines) {
    const {
      baseline: number,
      spaceKey,
      name,
      status,
      searchQuery,
      pageId,
      parentBaseline,
      message,
      count,
    } = baseline
    region.baselines.learn(`${site}/${spaceKey}/${number}`, {
      site,
      spaceKey,
      number,
      status,
      name,
      query: searchQuery,
      pageId,
      parent: parentBaseline,
      message,
      count,
    })
    if (pageId !== undefined) region.pages.learn(pageId, { id: pageId, site })
  }
}

function learnMatrix(seen: Seen, region: RegionFacts, matrix: wire.WikiTraceabilityMatrix): void {
  const { id, name, description, type, query, columns, variables, sharedLevel, status, owner, createdAt } =
    matrix
  learnEntry(seen, region, 'matrices', id, {
    id,
    name,
    description,
    type,
    query,
    columns: columns.map(({ label, step, parentColumnIndex, hidden }) => ({
      label,
      type: step.type,
      value: step.value,
      parent: parentColumnIndex === 0 ? undefined : parentColumnIndex,
      hidden: hidden ? true : undefined,
    })),
    variables: Object.keys(variables).length === 0 ? undefined : variables,
    shared: sharedLevel,
    status,
    owner,
    createdAt,
  })
}
