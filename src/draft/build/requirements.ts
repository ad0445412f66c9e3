/** Requirements, frozen copies, and what they are made of. */
import { textToHtml, valueToText } from '../../model/records/text/excerpt.ts'
import type { PropertyValue } from '../../model/records/wiki/requirements.ts'
import { DEFAULT_RELATIONSHIP } from '../../model/settings/definitions.ts'
import type { Entry, PropertyInput, Sections } from '../../scenario/format/format.ts'
import { contentOf, propertyInput } from '../../scenario/saving/requirements.ts'
import { countText } from '../../world/count-text.ts'
import type { Known } from '../facts.ts'
import type { DependencyFacts, PropertyFacts, RequirementFacts } from '../region.ts'
import { type Building, type Place, reference, sinceStart, unless } from './building.ts'

export function buildRequirements(building: Building): Sections {
  const { region, names } = building
  for (const { key, fields, number } of region.importedCounts.all())
    guessImported(building, Number(key), fields, number)
  const rowsBy: RowsBy = {
    key: Map.groupBy(region.requirements.all(), ({ fields }) => fields.key),
    from: Map.groupBy(region.dependencies.all(), ({ fields }) => fields.from),
  }
  const entries = region.requirements
    .all()
    .flatMap(({ fields, number }) => builtRequirement(building, fields, number, rowsBy))
    .sort((a, b) => (a.id ?? 0) - (b.id ?? 0))
  return {
    externalProperties: builtExternalProperties(building),
    requirements: entries,
    testCaseLinks: region.testCaseLinks.all().flatMap(({ fields }): Entry<'testCaseLinks'>[] => {
      const row = region.requirements.get(fields.requirement ?? 0)
      const place = row === undefined ? undefined : homeOf(building, row)
      if (row?.key === undefined || place === undefined || fields.testCase === undefined) return []
      return [
        {
          id: fields.id,
          requirement: reference(building, place, row.key),
          testCase: fields.testCase,
          version: unless(fields.version, 1),
          relationship: unless(fields.relationship, 'tests'),
          status: fields.status ?? 'PASS',
          executedAt: fields.executedAt?.replace('.000Z', 'Z'),
        },
      ]
    }),
    baselines: region.baselines.all().flatMap(({ fields, number }): Entry<'baselines'>[] => {
      const { site, spaceKey, number: version, name, status = 'PREVIEW', count = 0 } = fields
      if (site === undefined || spaceKey === undefined || version === undefined) return []
      const place = building.placeOfKey('space', site, spaceKey)
      if (place === undefined) return []
      const copies = region.requirements
        .all()
        .filter((row) => row.fields.baseline === version && homeOf(building, row.fields) === place)
      if (status === 'DONE' && copies.length < count)
        building.guess(number, `${count - copies.length} frozen copies of baseline ${version} of ${spaceKey}`)
      return [
        {
          space: names.place(place),
          number: version,
          name: name ?? `Baseline ${version}`,
          status: unless(status as 'PREVIEW', 'PREVIEW'),
          query: fields.query,
          page: fields.pageId,
          parent: fields.parent,
          message: fields.message,
        },
      ]
    }),
  }
}

/** The space or workspace of a row. */
export function homeOf(building: Building, row: Partial<RequirementFacts>): Place | undefined {
  return (
    building.placeOfContainer(row.containerId) ??
    (row.site === undefined || row.spaceKey === undefined
      ? undefined
      : building.placeOfKey('space', row.site, row.spaceKey))
  )
}

/** A session has thousands of requirements, each of which looks for others. */
interface RowsBy {
  readonly key: ReadonlyMap<string | undefined, readonly Known<RequirementFacts>[]>
  /** Dependencies by the id of the row that has them. */
  readonly from: ReadonlyMap<number | undefined, readonly Known<DependencyFacts>[]>
}

function builtRequirement(
  building: Building,
  row: Partial<RequirementFacts>,
  number: number,
  rowsBy: RowsBy,
): Entry<'requirements'>[] {
  const { region, names } = building
  const place = homeOf(building, row)
  const { id, key, status = 'ACTIVE' } = row
  if (place === undefined || id === undefined || key === undefined) return []
  // Copies of a baseline that the session made.
  if (
    row.baseline !== undefined &&
    region.baselines.get(`${place.site}/${place.key}/${row.baseline}`) === undefined
  )
    return []
  const content = row.html === undefined ? liveRow(building, place, rowsBy.key.get(key)) : row
  if (content.html === undefined) building.guess(number, `the text of ${place.key}/${key}`)
  const origin =
    row.originContainerId === undefined ? undefined : region.containers.get(row.originContainerId)
  const pageId = content.pageId ?? (origin?.type === 'PAGE' ? origin.ownId : undefined)
  const isCopy = row.baseline !== undefined
  return [
    {
      id,
      ...(place.kind === 'workspace' ? { workspace: names.place(place) } : { space: names.place(place) }),
      key,
      page: pageId,
      file: origin?.type === 'FILE' ? origin.name : undefined,
      variant: variantOf(building, place, row.variantId),
      baseline: row.baseline,
      pageVersion: isCopy
        ? (row.pageVersion ?? (pageId === undefined ? undefined : (region.pages.get(pageId)?.version ?? 1)))
        : undefined,
      status: unless(status, isCopy ? 'ARCHIVED' : 'ACTIVE'),
      ...(isCopy ? { status: 'ARCHIVED' as const } : {}),
      ...contentOf(content.html ?? textToHtml(content.text ?? '')),
      properties: inlineOf(content),
      external: externalOf(content),
      dependencies: dependenciesOf(building, place, rowsBy.from.get(content.id ?? id)),
      movedTo: movedTo(building, place, row),
      needsExcerpt: unless(row.needsExcerpt ?? false, false),
      createdAt: sinceStart(building, row.createdAt),
    },
  ]
}

/** The maximum lines that one gap proposes. */
const MAXIMUM_PROPOSALS = 20

/** Which requirements came from an attachment is not shown, only their number: the first ones of its page are as good as others. */
function guessImported(
  building: Building,
  attachment: number,
  { count = 0, pageId }: { readonly count?: number; readonly pageId?: number },
  number: number,
): void {
  if (count === 0) return
  const rows = building.region.requirements
    .all()
    .filter(({ fields }) => fields.status === 'ACTIVE' && fields.pageId === pageId && fields.id !== undefined)
    .slice(0, Math.min(count, MAXIMUM_PROPOSALS))
  building.guess(
    number,
    `which ${countText(count, 'requirement')} came from Excel attachment ${attachment}`,
    rows.map(({ fields: { id } }) => ({ section: 'requirements', entry: { id, excel: attachment } })),
  )
}

/** The row that a frozen copy was taken from, for copies of which only the id is known. */
function liveRow(
  building: Building,
  place: Place,
  sameKey: readonly Known<RequirementFacts>[] = [],
): Partial<RequirementFacts> {
  const found = sameKey.find(
    ({ fields }) =>
      fields.status === 'ACTIVE' && fields.html !== undefined && homeOf(building, fields) === place,
  )
  return found?.fields ?? {}
}

function variantOf({ region }: Building, { container }: Place, variantId: number | undefined) {
  if (variantId === undefined) return undefined
  const own = region.variants.all().filter(({ fields }) => fields.projectContainerId === container)
  const current = own.find(({ fields }) => fields.current === true)?.fields.id
  return current === undefined || current === variantId ? undefined : variantId
}

function inlineOf({
  inline,
  plainInline,
  ofPage,
}: Partial<RequirementFacts>): Record<string, PropertyInput> | undefined {
  const properties = inline ?? plainInline ?? ofPage?.filter(({ isExternal }) => !isExternal) ?? []
  if (properties.length === 0) return undefined
  return Object.fromEntries(properties.map((property) => [property.key, propertyInput(valueOf(property))]))
}

function valueOf({ key, html, value, dataType, multivalues }: PropertyFacts): PropertyValue {
  const list = multivalues ?? (Array.isArray(value) ? (value as readonly string[]) : undefined)
  return {
    key,
    value: html ?? textToHtml(list === undefined ? String(value) : list.join(', ')),
    dataType: dataType as PropertyValue['dataType'],
    ...(list === undefined ? {} : { multivalues: list.map(textToHtml) }),
  }
}

const NUMBERS: ReadonlySet<string> = new Set(['NUMBER', 'DECIMAL', 'INTEGER'])

function externalOf({ external, plainExternal, ofPage }: Partial<RequirementFacts>) {
  const properties = plainExternal ?? external ?? ofPage?.filter(({ isExternal }) => isExternal) ?? []
  if (properties.length === 0) return undefined
  return Object.fromEntries(
    properties.map(({ key, html = '', value, dataType, multivalues }) => {
      if (multivalues !== undefined) return [key, [...multivalues]]
      if (value !== undefined)
        return [key, Array.isArray(value) ? [...(value as string[])] : (value as string)]
      const text = valueToText(html)
      if (NUMBERS.has(dataType) && text !== '' && Number.isFinite(Number(text))) return [key, Number(text)]
      return [key, dataType === 'BOOLEAN' ? text === 'true' : text]
    }),
  )
}

function dependenciesOf(building: Building, home: Place, known: readonly Known<DependencyFacts>[] = []) {
  const found = known.flatMap(
    ({ fields: { site = '', spaceKey = '', key = '', relationship = DEFAULT_RELATIONSHIP } }) => {
      const place =
        home.kind === 'workspace' && home.key === spaceKey
          ? home
          : building.placeOfKey('space', site, spaceKey)
      if (place === undefined) return []
      return [
        {
          relationship: unless(relationship, DEFAULT_RELATIONSHIP),
          to: reference(building, place, key, home),
        },
      ]
    },
  )
  return found.length === 0 ? undefined : found
}

function movedTo(building: Building, { site }: Place, { newSpaceKey, newKey }: Partial<RequirementFacts>) {
  if (newKey === undefined || newSpaceKey === undefined) return undefined
  const place = building.placeOfKey('space', site, newSpaceKey)
  return place === undefined ? undefined : { space: building.names.place(place), key: newKey }
}

/** Properties that are known by id, and those that requirements have. */
function builtExternalProperties(building: Building): Entry<'externalProperties'>[] {
  const { region, names } = building
  const known = region.externalProperties.all().flatMap(({ fields }): Entry<'externalProperties'>[] => {
    const { id, site, name, dataType, enumValues } = fields
    if (site === undefined || name === undefined || dataType === undefined) return []
    return [
      {
        id,
        site: names.site(site),
        name,
        dataType,
        enumValues: enumValues === undefined ? undefined : [...enumValues],
      },
    ]
  })
  const seen = new Set(known.map(({ site, name }) => `${site}/${name}`))
  const used = region.requirements.all().flatMap(({ fields }): Entry<'externalProperties'>[] =>
    [
      ...(fields.plainExternal ?? []),
      ...(fields.external ?? []),
      ...(fields.ofPage?.filter(({ isExternal }) => isExternal) ?? []),
    ].flatMap(({ key: name, dataType }) => {
      const site = names.site(fields.site ?? region.wiki)
      if (seen.has(`${site}/${name}`)) return []
      seen.add(`${site}/${name}`)
      return [{ site, name, dataType: dataType as Entry<'externalProperties'>['dataType'] }]
    }),
  )
  return [...known, ...used]
}
