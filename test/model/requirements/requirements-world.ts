/** Random worlds of requirements and their links, part of which the user `reader` may not read. */
import fc from 'fast-check'
import { descriptorOf } from '../../../src/model/finding/reachability.ts'
import {
  createFrozenSet,
  findFrozenSet,
  frozenRows,
  frozenSets,
} from '../../../src/model/finding/requirements/frozen.ts'
import { baselines, type BaselineStatus } from '../../../src/model/records/wiki/baselines.ts'
import { type ContainerRecord, containers } from '../../../src/model/records/service/containers.ts'
import { excelAttachments } from '../../../src/model/records/wiki/excel.ts'
import { integrations } from '../../../src/model/records/tracker/integrations.ts'
import { issueLinks } from '../../../src/model/records/tracker/issue-links.ts'
import { issues } from '../../../src/model/records/tracker/tracker.ts'
import { pages, pageVersions } from '../../../src/model/records/wiki/pages.ts'
import {
  externalPropertyMetadata,
  type PropertyValue,
  type RequirementRecord,
  type RequirementStatus,
  requirements,
  testCaseLinks,
} from '../../../src/model/records/wiki/requirements.ts'
import { worldSchema } from '../../../src/model/schema.ts'
import { requirementTypes } from '../../../src/model/records/wiki/types.ts'
import { grants, type UserRecord, users } from '../../../src/model/records/service/users.ts'
import { variants } from '../../../src/model/records/wiki/variants.ts'
import type { Store } from '../../../src/world/store/store.ts'
import { World } from '../../../src/world/world.ts'

export const WIKI = 101
const TRACKER = 102
export const NOWHERE = 'GONE'

export const READER: UserRecord = {
  id: 1,
  name: 'reader',
  displayName: 'reader',
  email: 'reader@northwind.test',
  accountId: 'account-reader',
  passwordHash: '',
}

interface Project {
  readonly id: number
  readonly application: number
  readonly key: string
  readonly readable: boolean
}

export const SPACES: readonly Project[] = [
  { id: 1001, application: WIKI, key: 'ENG', readable: true },
  { id: 1002, application: WIKI, key: 'OPS', readable: true },
  { id: 1003, application: WIKI, key: 'SEC', readable: false },
]
const TRACKER_PROJECTS: readonly Project[] = [
  { id: 2001, application: TRACKER, key: 'DRN', readable: true },
  { id: 2002, application: TRACKER, key: 'HID', readable: false },
]
/** The variants of every space, by number: an id is ten times that of the space, and this. */
export const VARIANTS = ['Current', 'Other', 'Third'] as const
type VariantName = (typeof VARIANTS)[number]
export const KEYS = ['R-1', 'R-2', 'r-1', 'S-1']
const RELATIONSHIPS = ['refines', 'uses']
export const ISSUES = ['DRN-1', 'DRN-2', 'HID-1', 'HID-2']

const spaceKey = fc.constantFrom(...SPACES.map((space) => space.key))
const key = fc.constantFrom(...KEYS)
const relationship = fc.constantFrom(...RELATIONSHIPS)
const baseline = fc.option(fc.constantFrom<number>(1, 2), { nil: undefined })

const property = fc.oneof(
  fc.record({
    key: fc.constantFrom('P', 'Q'),
    value: fc.constantFrom<string>('High', '<p>High</p>', '3', '<b>3</b>.0', ' 3', 'R&amp;D', '<p></p>', ''),
  }),
  fc.record({
    key: fc.constantFrom('P', 'Q'),
    multivalues: fc.array(fc.constantFrom<string>('High', '<i>High</i>', 'Low', '3'), { maxLength: 3 }),
  }),
)

const row = fc.record({
  space: spaceKey,
  variant: fc.constantFrom<VariantName>('Current', ...VARIANTS),
  key,
  status: fc.constantFrom<RequirementStatus>('ACTIVE', 'ACTIVE', 'ACTIVE', 'ARCHIVED', 'DELETED', 'MOVED'),
  baseline: fc.constantFrom<number>(1, 2),
  html: fc.constantFrom('Hold position', 'Return home'),
  onPage: fc.boolean(),
  movedTo: fc.record({ space: fc.oneof(spaceKey, fc.constant(NOWHERE)), key }),
  excel: fc.option(fc.constantFrom<number>(8001, 8003, 8099), { nil: undefined }),
  properties: fc.array(property, { maxLength: 2 }),
  external: fc.option(fc.constantFrom<string | number | boolean>(3, 0, -1.5, '3', '3.0', 'x', true, 'true')),
  dependencies: fc.uniqueArray(
    fc.record({ relationship, spaceKey: fc.oneof(spaceKey, fc.constant(NOWHERE)), key }),
    { maxLength: 3, selector: (one) => `${one.relationship} ${one.spaceKey} ${one.key}` },
  ),
  tests: fc.array(
    fc.record({ status: fc.constantFrom('PASS', 'FAIL'), relationship, executedAt: fc.nat({ max: 3 }) }),
    { maxLength: 2 },
  ),
})

const issueLink = fc.record({
  issue: fc.constantFrom(...ISSUES),
  space: spaceKey,
  key,
  baseline,
  relationship,
  faces: fc.constantFrom<'both' | 'wiki' | 'tracker'>('both', 'wiki', 'tracker'),
})

const pageLink = fc.record({ from: spaceKey, space: fc.oneof(spaceKey, fc.constant(NOWHERE)), key })

/** A version of the page of a space before the current one. */
const pageVersion = fc.record({ space: spaceKey, keys: fc.array(key, { maxLength: 2 }) })

/** Baselines of a space: of those numbered from 1, the status and the name. */
const baselinePlan = fc.record({
  space: spaceKey,
  number: fc.constantFrom<number>(1, 2, 3),
  name: fc.constantFrom<string>('First', '2', 'Second'),
  status: fc.constantFrom<BaselineStatus>('DONE', 'PREVIEW'),
})

const typePlan = fc.record({
  space: spaceKey,
  pattern: fc.constantFrom('R-{0}', 'r-{0}', '{0}', 'S-{00}', 'S-{0}', 'nothing'),
})

/** Of each space, the name of the variant that is current: another one may have been before, and a baseline may be of it. */
const currentVariants = fc.record({
  ENG: fc.constantFrom<VariantName>('Current', ...VARIANTS),
  OPS: fc.constantFrom<VariantName>('Current', ...VARIANTS),
  SEC: fc.constantFrom<VariantName>('Current', ...VARIANTS),
})

/** What a world holds. */
export const worldPlans = fc.record({
  currentVariants,
  pageVersions: fc.array(pageVersion, { maxLength: 3 }),
  baselines: fc.array(baselinePlan, { maxLength: 4 }),
  types: fc.array(typePlan, { maxLength: 3 }),
  rows: fc.array(row, { maxLength: 14 }),
  issueLinks: fc.array(issueLink, { maxLength: 5 }),
  pageLinks: fc.array(pageLink, { maxLength: 5 }),
})

export type WorldPlan = typeof worldPlans extends fc.Arbitrary<infer T> ? T : never

/** An ACTIVE row of space ENG with nothing on it, but what is given. */
export function plannedRow(fields: Partial<WorldPlan['rows'][number]>): WorldPlan['rows'][number] {
  return {
    space: 'ENG',
    variant: 'Current',
    key: 'R-1',
    status: 'ACTIVE',
    baseline: 1,
    html: 'Hold position',
    onPage: false,
    movedTo: { space: 'OPS', key: 'R-2' },
    excel: undefined,
    properties: [],
    external: null,
    dependencies: [],
    tests: [],
    ...fields,
  }
}

/** A link of issue DRN-1 to R-1 that both products show, but for what is given. */
export function plannedLink(
  fields: Partial<WorldPlan['issueLinks'][number]>,
): WorldPlan['issueLinks'][number] {
  return {
    issue: 'DRN-1',
    space: 'ENG',
    key: 'R-1',
    relationship: 'uses',
    faces: 'both',
    baseline: undefined,
    ...fields,
  }
}

/** Dependencies, each as `refines ENG/R-1`. */
export const dependsOn = (...links: readonly string[]) =>
  links.map((link) => {
    const [relationship = '', place = ''] = link.split(' ')
    const [spaceKey = '', key = ''] = place.split('/')
    return { relationship, spaceKey, key }
  })

const NOTHING = {
  currentVariants: { ENG: 'Current', OPS: 'Current', SEC: 'Current' } as const,
  issueLinks: [],
  pageLinks: [],
  pageVersions: [],
  baselines: [],
  types: [],
}

/** A plan of these rows, and of nothing else but what is given. */
export function plannedWorld(rows: WorldPlan['rows'], plan: Partial<WorldPlan> = {}): WorldPlan {
  return { ...NOTHING, ...plan, rows }
}

/** Builds the world of a plan; without what is hidden, its unreadable space and project are there and empty. */
export function buildWorld(
  { rows, ...others }: Pick<WorldPlan, 'rows'> & Partial<WorldPlan>,
  { hidden }: { readonly hidden: boolean } = { hidden: true },
): Store {
  const plan = plannedWorld(rows, others)
  const clock = { now: 0, start: 0, mode: 'manual', speed: 1 } as const
  const store = new World(worldSchema, { seed: '1', clock }).region('eu')
  const isKept = (project: Project) => hidden || project.readable
  store.table(users).insert(READER)
  for (const project of SPACES)
    addProject(
      store,
      project,
      'SPACE',
      plan.currentVariants[project.key as keyof WorldPlan['currentVariants']],
    )
  for (const project of TRACKER_PROJECTS) addProject(store, project, 'PROJECT', 'Current')
  store.table(externalPropertyMetadata).insert({ id: 1, applicationId: WIKI, name: 'E', dataType: 'TEXT' })
  store.table(integrations).insert({
    serviceId: 's',
    wikiApplicationId: WIKI,
    trackerApplicationId: TRACKER,
    wikiApplinkId: 'of-wiki',
    trackerApplinkId: 'of-tracker',
    label: 'Tracker',
    mode: 'AUTO',
    version: 9,
    ...descriptorOf('https://tracker.test'),
  })
  for (const space of SPACES.filter(isKept)) addPage(store, space, plan)
  for (const project of TRACKER_PROJECTS.filter(isKept)) addIssues(store, project)
  for (const space of SPACES.filter(isKept)) addAttachment(store, space)
  for (const entry of plan.baselines) if (isKept(spaceOf(entry.space))) addBaseline(store, entry)
  plan.types.forEach((entry, index) => {
    if (isKept(spaceOf(entry.space))) addType(store, entry, index)
  })
  plan.rows.forEach((entry, index) => {
    if (isKept(spaceOf(entry.space))) addRow(store, entry, 6000 + index)
  })
  plan.issueLinks.forEach((entry, index) => void addIssueLink(store, entry, index + 1))
  return store
}

function addProject(
  store: Store,
  { id, application, key: projectKey, readable }: Project,
  type: 'SPACE' | 'PROJECT',
  current: VariantName,
) {
  store.table(containers).insert({
    id,
    applicationId: application,
    projectContainerId: id,
    type,
    level: 'PROJECT',
    name: `Name of ${projectKey}`,
    key: projectKey,
    createdAt: 0,
  })
  for (const [offset, name] of VARIANTS.entries()) {
    const variant = { id: id * 10 + offset, projectContainerId: id, name, createdAt: 0 }
    store.table(variants).insert({ ...variant, current: name === current })
  }
  if (readable) store.table(grants).insert({ containerId: id, userId: READER.id, level: 'read' })
}

/** Every space has one page; its container is numbered 100 above the space's, the page 3000 above. */
function addPage(store: Store, { id, key: ownKey }: Project, plan: WorldPlan) {
  store.table(containers).insert({
    id: id + 100,
    applicationId: WIKI,
    parentContainerId: id,
    projectContainerId: id,
    type: 'PAGE',
    level: 'DOCUMENT',
    name: `Page of ${ownKey}`,
    createdAt: 0,
    pageId: id + 3000,
  })
  store.table(pages).insert({
    id: id + 3000,
    containerId: id + 100,
    applicationId: WIKI,
    spaceKey: ownKey,
    version: 1,
    definitions: [],
    links: plan.pageLinks
      .filter((link) => link.from === ownKey)
      .map((link) => ({ spaceKey: link.space, key: link.key })),
  })
  const versions = plan.pageVersions.filter((version) => version.space === ownKey)
  versions.forEach(({ keys }, version) => {
    store.table(pageVersions).insert({
      id: `${id + 3000}/${version}`,
      pageId: id + 3000,
      version,
      title: `Page of ${ownKey}`,
      definitions: keys.map((defined) => ({ key: defined, html: '', properties: [], dependencies: [] })),
      links: [],
      savedAt: 0,
    })
  })
}

/** Every space has one attachment, numbered 7000 above the space. */
function addAttachment(store: Store, { id, key: ownKey }: Project) {
  store.table(excelAttachments).insert({
    id: id + 7000,
    applicationId: WIKI,
    projectContainerId: id,
    fileName: `${ownKey}.xlsx`,
    sheet: 'Sheet1',
    headerRow: 1,
    columns: [],
    integrationState: 'INTEGRATED',
  })
}

/** Baselines whose number or name is taken are left out. */
function addBaseline(store: Store, { space, ...entry }: WorldPlan['baselines'][number]) {
  const { id, key: ownKey } = spaceOf(space)
  const table = store.table(baselines)
  if (table.find('number', [id, entry.number]) ?? table.find('name', [id, entry.name])) return
  table.insert({
    id: id * 10 + entry.number,
    applicationId: WIKI,
    projectContainerId: id,
    spaceKey: ownKey,
    ...entry,
    createdAt: 0,
  })
}

function addType(store: Store, { space, pattern }: WorldPlan['types'][number], index: number) {
  store.table(requirementTypes).insert({
    id: index + 1,
    applicationId: WIKI,
    projectContainerId: spaceOf(space).id,
    name: `Type ${index + 1}`,
    pattern,
  })
}

function addIssues(store: Store, { id, key: projectKey }: Project) {
  ISSUES.forEach((issueKey, index) => {
    if (!issueKey.startsWith(projectKey)) return
    store.table(issues).insert({
      id: 30_000 + index,
      containerId: 2100 + index,
      applicationId: TRACKER,
      projectContainerId: id,
      key: issueKey,
      issueTypeId: 1,
      status: 'Open',
    })
  })
}

function addRow(store: Store, entry: WorldPlan['rows'][number], id: number) {
  const space = spaceOf(entry.space)
  const variantId = space.id * 10 + VARIANTS.indexOf(entry.variant)
  const live = store.table(requirements).findUnique('key', [space.id, entry.key], variantId)
  if (entry.status === 'ACTIVE' && live !== undefined) return
  const row: RequirementRecord = {
    id,
    applicationId: WIKI,
    projectContainerId: space.id,
    spaceKey: space.key,
    variantId,
    key: entry.key,
    status: entry.status,
    html: entry.html,
    text: entry.html,
    ...(entry.onPage ? { originContainerId: space.id + 100, pageId: space.id + 3000 } : {}),
    properties: entry.properties.map((property): PropertyValue =>
      'value' in property
        ? { ...property, dataType: 'TEXT' }
        : { ...property, value: property.multivalues.join(', '), dataType: 'LIST' },
    ),
    externalProperties: entry.external === null ? [] : [{ metadataId: 1, value: entry.external }],
    dependencies: entry.dependencies,
    htmlNeedsUpdating: false,
    ...(entry.excel === undefined ? {} : { excelAttachmentId: entry.excel }),
    ...(entry.status === 'MOVED' ? { newSpaceKey: entry.movedTo.space, newKey: entry.movedTo.key } : {}),
    createdAt: 0,
  }
  if (entry.status === 'ARCHIVED') addCopy(store, row, entry.baseline)
  else store.table(requirements).insert(row)
  entry.tests.forEach((testCase, index) => {
    store.table(testCaseLinks).insert({
      id: id * 10 + index,
      requirementId: id,
      testCaseKey: `T-${index}`,
      version: 1,
      ...testCase,
    })
  })
}

/** A copy whose key the baseline holds already is left out, and one of another variant than it holds. */
function addCopy(store: Store, source: RequirementRecord, number: number) {
  const { projectContainerId, variantId } = source
  const known = findFrozenSet(store, projectContainerId, number)
  if (known !== undefined && known.variantId !== variantId) return
  const earlier = (known?.sources ?? []).map((other, at) => ({ source: other, id: known?.ids[at] as number }))
  if (earlier.some((copy) => copy.source.key === source.key)) return
  const copies = [...earlier, { source, id: source.id }]
  store.table(frozenSets).put(createFrozenSet({ projectContainerId, number, variantId }, copies, 0))
}

/** The space, or another container, of this id. */
export function spaceIn(store: Store, id = 1001): ContainerRecord {
  const space = store.table(containers).get(id)
  if (space === undefined) throw new Error(`there is no container ${id}`)
  return space
}

/** The row or frozen copy of this id. */
export const rowIn = (store: Store, id = 6000) =>
  everyRow(store).find((row) => row.id === id) as RequirementRecord

/** The rows of the table, then the frozen copies of every project container. */
export function everyRow(store: Store): RequirementRecord[] {
  const copies = [...store.table(frozenSets).scan()].flatMap((set) => [...frozenRows(store, set)])
  return [...store.table(requirements).scan(), ...copies]
}

function addIssueLink(store: Store, entry: WorldPlan['issueLinks'][number], id: number) {
  const named = {
    applicationId: WIKI,
    spaceKey: entry.space,
    key: entry.key,
    relationship: entry.relationship,
  }
  const wiki = {
    ...named,
    applinkId: 'of-wiki',
    issueKey: entry.issue,
    ...(entry.baseline === undefined ? {} : { baseline: entry.baseline }),
  }
  const tracker = {
    ...named,
    applinkId: 'of-tracker',
    applicationId: TRACKER,
    issueId: 30_000 + ISSUES.indexOf(entry.issue),
    baseline: entry.baseline ?? null,
  }
  store.table(issueLinks).insert({
    id,
    serviceId: 's',
    ...(entry.faces === 'tracker' ? {} : { wiki }),
    ...(entry.faces === 'wiki' ? {} : { tracker }),
  })
}

function spaceOf(wanted: string): Project {
  return SPACES.find((space) => space.key === wanted) as Project
}
