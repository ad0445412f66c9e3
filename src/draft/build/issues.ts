/** Issues of trackers and their types. */
import type { Entry, Sections } from '../../scenario/format/format.ts'
import { type Building, some, unless } from './building.ts'

/** The type of issues of which no response shows one. */
const UNKNOWN_TYPE = 'Task'

/** The issues that a tracker has. */
export interface KnownIssues {
  readonly keys: ReadonlyMap<string, number>
  /** The present key of an issue that a call or a link named by this one; undefined if there is no such issue. */
  present(key: string): string | undefined
}

export function buildIssues(building: Building, known: KnownIssues): Sections {
  const { region, names } = building
  const issues = builtIssues(building, known)
  const types = region.issueTypes
    .all()
    .flatMap(({ fields: { id, site = region.tracker, name } }) =>
      name === undefined ? [] : [{ id, site: names.site(site), name }],
    )
  const templates = region.issueTemplates.all().flatMap(({ fields }): Entry<'issueTypes'>[] => {
    const id = fields.entry?.['issueTypeId']
    return typeof id !== 'number' || types.some((type) => type.id === id)
      ? []
      : [{ id, site: names.site(region.tracker), name: `Type ${id}` }]
  })
  const all: Entry<'issueTypes'>[] = [...types, ...templates.slice(0, 1)]
  for (const { type } of issues)
    if (typeof type === 'string' && !all.some(({ name }) => name === type))
      all.push({ site: names.site(region.tracker), name: type })
  return {
    issueTypes: all.sort((a, b) => (a.id ?? Number.MAX_SAFE_INTEGER) - (b.id ?? Number.MAX_SAFE_INTEGER)),
    issues,
  }
}

/** If the session lists the containers of a tracker, an issue that is none of them does not exist. */
export function knownIssues({ region }: Building): KnownIssues {
  const keys = new Map<string, number>()
  const containers = region.containers.all().filter(({ fields }) => fields.type === 'ISSUE')
  for (const { fields, number } of containers) if (fields.key !== undefined) keys.set(fields.key, number)
  const isComplete = keys.size > 0
  for (const { key, fields, number } of region.issues.all())
    if (!keys.has(key) && (!isComplete || fields.projectId !== undefined)) keys.set(key, number)
  const keyOfLink = new Map<number, string>()
  for (const [key, links] of region.trackerLists)
    if (keys.has(key)) for (const id of links) keyOfLink.set(id, key)
  const former = new Map<string, string>()
  const keyOfId = new Map(containers.map(({ fields }) => [fields.ownId, fields.key]))
  for (const { key, fields } of region.issues.all()) {
    const owner = fields.id === undefined || keys.has(key) ? undefined : keyOfId.get(fields.id)
    if (owner !== undefined) former.set(key, owner)
  }
  for (const [key, links] of region.trackerLists) {
    if (keys.has(key) || former.has(key)) continue
    const owner = links.map((id) => keyOfLink.get(id)).find((found) => found !== undefined)
    if (owner !== undefined) former.set(key, owner)
    else if (!isComplete && !region.issues.isUnknown(key)) keys.set(key, 0)
  }
  const isMissing = (key: string | undefined): key is string =>
    key !== undefined && !former.has(key) && !keys.has(key) && !region.issues.isUnknown(key)
  if (!isComplete)
    for (const { fields, number } of [...region.wikiLinks.all(), ...region.trackerLinks.all()])
      if (isMissing(fields.issueKey)) keys.set(fields.issueKey, number)
  return { keys, present: (key) => (keys.has(key) ? key : former.get(key)) }
}

function builtIssues(building: Building, { keys, present }: KnownIssues): Entry<'issues'>[] {
  const { region, names } = building
  const containers = new Map(
    region.containers
      .all()
      .filter(({ fields }) => fields.type === 'ISSUE')
      .map(({ fields }) => [fields.key, fields]),
  )
  const formerKeys = Map.groupBy(
    [...region.trackerLists.keys()].filter((key) => !keys.has(key)),
    (key) => present(key),
  )
  const entries = [...keys].flatMap(([key, number]): Entry<'issues'>[] => {
    const fields = region.issues.get(key) ?? {}
    const container = containers.get(key)
    const projectKey = fields.projectKey ?? key.replace(/-\d+$/, '')
    const place =
      building.placeOfContainer(container?.id) ??
      building.placeOfKey('project', fields.site ?? region.tracker, projectKey)
    if (place === undefined) return []
    const summary = fields.summary ?? container?.name
    const missing = [
      ...(summary === undefined ? ['summary'] : []),
      ...(fields.typeId === undefined && fields.type === undefined ? ['type'] : []),
      ...(fields.status === undefined ? ['status'] : []),
    ]
    if (missing.length > 0) building.guess(number, `${missing.join(' and ')} of issue ${key}`)
    return [
      {
        id: fields.id ?? container?.ownId,
        container: container?.id,
        project: names.place(place),
        key,
        type: fields.typeId ?? fields.type ?? UNKNOWN_TYPE,
        summary: summary ?? key,
        formerKeys: some(formerKeys.get(key) ?? []),
        status: unless(fields.status, 'Open'),
      },
    ]
  })
  return entries.sort((a, b) => (a.id ?? Number.MAX_SAFE_INTEGER) - (b.id ?? Number.MAX_SAFE_INTEGER))
}
