/** Spaces, projects and workspaces with who may read and edit them; pages, files and issues in them. */
import { fromBase64 } from '../../model/files/base64.ts'
import { countText } from '../../world/count-text.ts'
import type { Entry, Sections } from '../../scenario/format/format.ts'
import type { Rights } from '../rights.ts'
import { type Building, type Place, reference, sinceStart, some, unless } from './building.ts'

export function buildPlaces(building: Building, rights: Rights): Sections {
  const { region, places } = building
  const ofKind = (kind: Place['kind']) => places.filter((place) => place.kind === kind)
  return {
    spaces: ofKind('space').map((place) => ({
      spaceId: place.ownId,
      ...projectFields(building, rights, place),
      extendedMode: unless(region.spaces.get(`${place.site}/${place.key}`)?.extendedMode ?? false, false),
    })),
    projects: ofKind('project').map((place) => ({
      id: place.ownId,
      ...projectFields(building, rights, place),
    })),
    workspaces: ofKind('workspace').map((place) => ({
      id: place.ownId,
      ...projectFields(building, rights, place),
    })),
    pages: builtPages(building),
    files: builtFiles(building),
  }
}

function projectFields(building: Building, { grants }: Rights, place: Place) {
  const { region, names } = building
  const { site, key, container, name } = place
  const levels = new Map<string, 'read' | 'edit'>()
  for (const { user, level } of grants.get(place) ?? []) {
    const granted = names.user(user)
    if (granted !== undefined) levels.set(granted, level)
  }
  // What a list of members says is certain.
  for (const { fields } of region.grants.all()) {
    const granted = names.user(fields.user)
    if (granted !== undefined && fields.containerId === container && fields.level !== undefined)
      levels.set(granted, fields.level)
  }
  const usersWith = (wanted: 'read' | 'edit') =>
    some(
      [...levels]
        .filter(([, level]) => level === wanted)
        .map(([user]) => user)
        .sort(),
    )
  const shown = name ?? (key === '' ? 'Unnamed' : key)
  if (name === undefined) building.guess(place.number, `the name of ${place.kind} ${key}`)
  const createdAt = region.containers.get(container ?? '')?.createdAt
  return {
    container,
    site: names.site(site),
    key,
    name: shown,
    grants: levels.size === 0 ? undefined : { read: usersWith('read'), edit: usersWith('edit') },
    variants: variantsOf(building, place),
    createdAt: sinceStart(building, createdAt ?? variantCreation(building, place)),
  }
}

/** A variant of a scenario dates from its container. */
function variantCreation({ region }: Building, { container }: Place): string | undefined {
  return region.variants.all().find(({ fields }) => fields.projectContainerId === container)?.fields.createdAt
}

function variantsOf({ region }: Building, { container }: Place) {
  if (container === undefined) return undefined
  const listed = region.variants
    .all()
    .filter(({ fields }) => fields.projectContainerId === container)
    .map(({ fields }) => ({
      id: fields.id,
      name: fields.name ?? '',
      current: fields.current ? true : undefined,
    }))
    .sort((a, b) => (a.id ?? 0) - (b.id ?? 0))
  const used = new Set(
    region.requirements
      .all()
      .flatMap(({ fields }) => (fields.containerId === container ? (fields.variantId ?? []) : [])),
  )
  const more = [...used].filter((id) => listed.every((variant) => variant.id !== id)).sort((a, b) => a - b)
  return some([
    ...listed,
    ...more.map((id, position) =>
      listed.length === 0 && position === 0
        ? { id, name: 'Current', current: true }
        : { id, name: `Variant ${id}`, current: undefined },
    ),
  ])
}

function builtPages(building: Building): Entry<'pages'>[] {
  const { region, names } = building
  const containerOf = new Map(
    region.containers
      .all()
      .filter(({ fields }) => fields.type === 'PAGE')
      .map(({ fields }) => [fields.ownId, fields]),
  )
  const built = region.pages.all().flatMap(({ fields, number }): Entry<'pages'>[] => {
    const { id, site, spaceKey, title, version = 1 } = fields
    if (id === undefined) return []
    const container = containerOf.get(id)
    const place =
      building.placeOfContainer(container?.id) ??
      (site === undefined || spaceKey === undefined
        ? undefined
        : building.placeOfKey('space', site, spaceKey))
    if (place === undefined) return []
    if (title === undefined) building.guess(number, `the title of page ${id}`)
    const above = container?.parentId === undefined ? undefined : region.containers.get(container.parentId)
    return [
      {
        id,
        container: container?.id,
        space: names.place(place),
        title: title ?? `Page ${id}`,
        parent: above?.type === 'PAGE' ? above.ownId : undefined,
        version: unless(version, 1),
        links: mentionsOf(building, id, place),
      },
    ]
  })
  return built.sort((a, b) => (a.id ?? 0) - (b.id ?? 0))
}

function mentionsOf(building: Building, pageId: number, home: Place) {
  const { region, placeOfContainer, placeOfKey } = building
  const references = region.mentions
    .all()
    .filter(({ fields }) => fields.pageId === pageId)
    .flatMap(({ fields }) => {
      const row = region.requirements.get(fields.requirement ?? 0)
      if (row?.key === undefined || row.baseline !== undefined) return []
      const place =
        placeOfContainer(row.containerId) ??
        (row.site === undefined || row.spaceKey === undefined
          ? undefined
          : placeOfKey('space', row.site, row.spaceKey))
      if (place === undefined) return []
      return [reference(building, place, row.key, home)]
    })
  const seen = new Set<string>()
  const distinct = references.filter((reference) => {
    const text = JSON.stringify(reference)
    return seen.has(text) ? false : seen.add(text)
  })
  return some(distinct)
}

function builtFiles(building: Building): Entry<'files'>[] {
  const { region, names } = building
  return region.containers.all().flatMap(({ fields, number }): Entry<'files'>[] => {
    const { id, type, name, createdAt } = fields
    const place = building.placeOfContainer(id)
    if (type !== 'FILE' || id === undefined || name === undefined || place?.kind !== 'workspace') return []
    const content = region.files.get(id)
    const text = textOf(content?.content)
    if (text === undefined && content?.size !== undefined)
      building.guess(number, `the content of file ${name}, ${countText(content.size, 'byte')}`)
    return [
      {
        container: id,
        workspace: names.place(place),
        name,
        text: text ?? (content?.size === undefined ? undefined : ' '.repeat(Math.min(content.size, 10_000))),
        contentType: content?.size === undefined ? undefined : unless(content.contentType, 'text/plain'),
        createdAt: sinceStart(building, createdAt),
      },
    ]
  })
}

function textOf(content: string | undefined): string | undefined {
  if (content === undefined) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(fromBase64(content, 'content'))
  } catch {
    return undefined
  }
}
