/** One small world of requirements with every kind of link, for tables of cases. */
import { parseQuery } from '../../../src/language/query/parse.ts'
import { planQuery } from '../../../src/language/query/plan.ts'
import { frozenSource, requirementSource } from '../../../src/model/searching/query-source.ts'
import { readableContainers } from '../../../src/model/finding/containers.ts'
import type { RequirementRecord } from '../../../src/model/records/wiki/requirements.ts'
import type { Store } from '../../../src/world/store/store.ts'
import {
  buildWorld,
  dependsOn,
  everyRow,
  plannedLink,
  plannedRow,
  READER,
  WIKI,
  type WorldPlan,
} from './requirements-world.ts'

/** A frozen copy, of baseline 1 unless another is given. */
export const archived = (fields: Partial<WorldPlan['rows'][number]>) =>
  plannedRow({ status: 'ARCHIVED', baseline: 1, ...fields })
/** By id, from 6000 on. Space SEC, its page and project HID may not be read. */
const ROWS: WorldPlan['rows'] = [
  plannedRow({
    key: 'R-1',
    onPage: true,
    excel: 8001,
    external: 3,
    properties: [
      { key: 'P', value: '<b>High</b>' },
      { key: 'Q', multivalues: ['Low', '<i>High</i>'] },
    ],
    tests: [
      { status: 'PASS', relationship: 'uses', executedAt: 2 },
      { status: 'FAIL', relationship: 'uses', executedAt: 1 },
    ],
  }),
  plannedRow({
    key: 'R-2',
    external: '3',
    dependencies: dependsOn('refines ENG/R-1', 'uses OPS/S-1'),
    tests: [{ status: 'FAIL', relationship: 'refines', executedAt: 3 }],
  }),
  plannedRow({ key: 'R-3', status: 'DELETED', dependencies: dependsOn('refines ENG/R-1') }),
  plannedRow({ key: 'R-4', status: 'MOVED', movedTo: { space: 'OPS', key: 'S-1' } }),
  plannedRow({ key: 'S-1', space: 'OPS', onPage: true, external: 'x', excel: 8003 }),
  plannedRow({
    key: 'S-2',
    space: 'OPS',
    html: 'Return home',
    properties: [{ key: 'Q', value: 'nobody' }],
    dependencies: dependsOn('refines ENG/R-1', 'refines SEC/T-1', 'uses GONE/G-1'),
  }),
  plannedRow({ key: 'T-1', space: 'SEC', dependencies: dependsOn('refines ENG/R-1') }),
  plannedRow({ key: 'R-1', variant: 'Other', dependencies: dependsOn('uses ENG/R-2') }),
  archived({ key: 'R-1', properties: [{ key: 'P', value: '<b>High</b>' }] }),
  archived({
    key: 'R-2',
    html: 'Return home',
    dependencies: dependsOn('refines ENG/R-1', 'uses OPS/R-1'),
  }),
  archived({ key: 'S-1', space: 'OPS' }),
  plannedRow({
    key: 'k-1',
    excel: 8099,
    properties: [{ key: 'P', value: 'reader' }],
    dependencies: dependsOn('uses ENG/R-2'),
  }),
  plannedRow({ key: '\u212a-1', status: 'MOVED', movedTo: { space: 'SEC', key: 'T-1' } }),
]

const PLAN: Pick<WorldPlan, 'rows'> & Partial<WorldPlan> = {
  rows: ROWS,
  baselines: [
    { space: 'ENG', number: 1, name: 'First', status: 'DONE' },
    { space: 'ENG', number: 2, name: 'Second', status: 'PREVIEW' },
    { space: 'OPS', number: 1, name: '2', status: 'DONE' },
  ],
  types: [
    { space: 'ENG', pattern: 'R-{0}' },
    { space: 'OPS', pattern: 'S-{0}' },
  ],
  pageLinks: [
    { from: 'OPS', space: 'ENG', key: 'R-1' },
    { from: 'SEC', space: 'ENG', key: 'R-2' },
    { from: 'ENG', space: 'OPS', key: 'S-1' },
    { from: 'ENG', space: 'ENG', key: 'R-2' },
  ],
  pageVersions: [
    { space: 'ENG', keys: ['R-1', 'R-3'] },
    { space: 'OPS', keys: ['S-2', 'R-2'] },
    { space: 'SEC', keys: ['T-1'] },
  ],
  issueLinks: [
    plannedLink({}),
    plannedLink({ issue: 'DRN-2', relationship: 'refines', faces: 'wiki' }),
    plannedLink({ issue: 'HID-1', space: 'OPS', key: 'S-1' }),
    plannedLink({ baseline: 1 }),
    plannedLink({ issue: 'DRN-2', space: 'OPS', key: 'S-2', faces: 'tracker' }),
    plannedLink({ issue: 'HID-1', key: 'R-3' }),
    plannedLink({ issue: 'DRN-9', space: 'OPS', key: 'S-2', faces: 'wiki' }),
    plannedLink({ issue: 'HID-2', key: 'R-2', baseline: 1 }),
    plannedLink({ issue: 'DRN-2', space: 'SEC', key: 'T-1' }),
    plannedLink({ issue: 'DRN-2', space: 'OPS', key: 'S-9' }),
    plannedLink({ key: 'k-1', relationship: 'refines' }),
  ],
}

export const store = buildWorld(PLAN)
export const projects = readableContainers(store, READER, WIKI, 'PROJECT')
const readable = new Set(projects.map(({ id }) => id))
/** Rows and copies that the reader may read. */
export const rows = everyRow(store).filter(({ projectContainerId }) => readable.has(projectContainerId))
/** A scope that prefers an index wherever there is one. */
export const scopeOf = (inStore: Store) => {
  return { store: inStore, user: READER, applicationId: WIKI, projects, size: Number.MAX_SAFE_INTEGER }
}
export const sorted = (found: Iterable<RequirementRecord>): number[] =>
  [...found].map(({ id }) => id).toSorted((a, b) => a - b)

/** Tests rows and frozen copies of a world by a query. */
export function matcherIn(inStore: Store, text: string): (row: RequirementRecord) => boolean {
  const query = parseQuery(text)
  const live = planQuery(query, requirementSource(scopeOf(inStore))).matches
  const frozen = planQuery(query, frozenSource(scopeOf(inStore))).matches
  return (row) => (row.baseline === undefined ? live(row) : frozen(row))
}
