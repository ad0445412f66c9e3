/** What a wiki has besides pages and requirements, and dashboards, templates and imports of any site. */
import { SETTINGS, type SettingName } from '../../model/settings/definitions.ts'
import { DEFAULT_CONFIG } from '../../model/records/world/config.ts'
import type { Entry, SectionName, Sections } from '../../scenario/format/format.ts'
import type { Known } from '../facts.ts'
import type { WholeFacts } from '../region.ts'
import { type Building, sinceStart, unless } from './building.ts'

type Whole = Readonly<Record<string, unknown>>

/** What an absent field of an entry means. */
const USUAL: Readonly<Record<string, unknown>> = {
  sheet: 'Sheet1',
  headerRow: 1,
  state: 'INTEGRATED',
  shared: 'SHARED_EDIT',
  groupAll: false,
}

export function buildWiki(building: Building): Sections {
  const { region, names } = building
  return {
    settings: region.settings.all().flatMap(({ fields }): Entry<'settings'>[] => {
      const { name, value } = (fields.entry ?? {}) as {
        readonly name?: SettingName
        readonly value?: unknown
      }
      if (name === undefined || fields.site === undefined || !Object.hasOwn(SETTINGS, name)) return []
      const usual: unknown = SETTINGS[name].defaultOf(DEFAULT_CONFIG)
      if (value === usual) return []
      return [{ site: names.site(fields.site), name, value: value as Entry<'settings'>['value'] }]
    }),
    propertyNames: inPlace(building, 'propertyNames', region.propertyNames.all(), { dataType: 'TEXT' }),
    types: inPlace(building, 'types', region.types.all(), {}),
    excelAttachments: inPlace(building, 'excelAttachments', region.excelAttachments.all(), {}),
    matrices: inPlace(building, 'matrices', region.matrices.all(), {
      type: 'TRACEABILITY',
      query: '',
      status: 'ACTIVE',
    }),
    issueTemplates: region.issueTemplates.all().flatMap((known): Entry<'issueTemplates'>[] => {
      const { applinkId, projectId, issueTypeId, ...entry } = (known.fields.entry ?? {}) as Whole
      const integration = region.integrations.all().find(({ fields }) => fields.wikiApplinkId === applinkId)
      const project = building.places.find(({ kind, ownId }) => kind === 'project' && ownId === projectId)
      if (integration === undefined || project === undefined) return []
      return inPlace(building, 'issueTemplates', [{ ...known, fields: { ...known.fields, entry } }], {
        relationship: 'implements',
        fields: '{}',
      }).map((built) => ({
        ...built,
        integration: integration.key,
        project: names.place(project),
        type: issueTypeId as number,
      }))
    }),
    dashboards: inPlace(building, 'dashboards', region.dashboards.all(), {}),
    templates: inPlace(building, 'templates', region.templates.all(), { type: 'CALCULATION' }),
    importJobs: region.importJobs.all().flatMap(({ fields }): Entry<'importJobs'>[] => {
      const entry = (fields.entry ?? {}) as Whole
      const owner = entry['createdBy'] as number
      return [
        {
          ...(entry as unknown as Entry<'importJobs'>),
          site: names.site(fields.site ?? region.wiki),
          status: unless(entry['status'] as 'DONE', 'DONE'),
          done: unless(entry['done'] as number, 0),
          createdBy: names.user({ id: owner }) ?? owner,
          createdAt: sinceStart(building, entry['createdAt'] as string | undefined),
        },
      ]
    }),
  }
}

/** Entries as responses give them, with the place that they are of and without what absent fields mean. */
function inPlace<S extends SectionName>(
  building: Building,
  section: S,
  all: readonly Known<WholeFacts>[],
  usual: Readonly<Record<string, unknown>>,
): Entry<S>[] {
  const { names } = building
  const defaults: Readonly<Record<string, unknown>> = { ...USUAL, ...usual }
  return all.flatMap(({ fields }) => {
    const { entry = {}, site, spaceKey, containerId } = fields
    const place =
      building.placeOfContainer(containerId) ??
      (site === undefined || spaceKey === undefined
        ? undefined
        : building.placeOfKey('space', site, spaceKey))
    if (place === undefined || (section === 'types' && entry['pattern'] === undefined)) return []
    const { createdAt, owner, ...rest } = entry as { readonly createdAt?: string; readonly owner?: unknown }
    const own = typeof owner === 'number' ? names.user({ id: owner }) : owner
    const built = {
      ...Object.fromEntries(
        Object.entries(rest).map(([name, value]) => [name, unless(value, defaults[name])]),
      ),
      ...(place.kind === 'workspace' ? { workspace: names.place(place) } : { space: names.place(place) }),
      owner: own,
      createdAt: sinceStart(building, createdAt),
    }
    return [Object.fromEntries(Object.entries(built).filter(([, value]) => value !== undefined)) as Entry<S>]
  })
}
