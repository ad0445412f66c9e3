/** One small world of requirements with every kind of link, for tables of cases. */
import { readableContainers } from '../../../src/model/containers/containers.ts'
import type { RequirementRecord } from '../../../src/model/requirements/records/records.ts'
import type { Store } from '../../../src/world/store/store.ts'
import { buildWorld, everyRow, plannedRow, READER, WIKI, type WorldPlan } from './requirements-world.ts'

/** A frozen copy, of baseline 1 unless another is given. */
export const archived = (given: Partial<WorldPlan['rows'][number]>) =>
  plannedRow({ status: 'ARCHIVED', baseline: 1, ...given })
/** A dependency. */
export const names = (relationship: string, spaceKey: string, key: string) => ({
  relationship,
  spaceKey,
  key,
})

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
    dependencies: [names('refines', 'ENG', 'R-1'), names('uses', 'OPS', 'S-1')],
    tests: [{ status: 'FAIL', relationship: 'refines', executedAt: 3 }],
  }),
  plannedRow({ key: 'R-3', status: 'DELETED', dependencies: [names('refines', 'ENG', 'R-1')] }),
  plannedRow({ key: 'R-4', status: 'MOVED', movedTo: { space: 'OPS', key: 'S-1' } }),
  plannedRow({ key: 'S-1', space: 'OPS', onPage: true, external: 'x', excel: 8003 }),
  plannedRow({
    key: 'S-2',
    space: 'OPS',
    html: 'Return home',
    properties: [{ key: 'Q', value: 'nobody' }],
    dependencies: [
      names('refines', 'ENG', 'R-1'),
      names('refines', 'SEC', 'T-1'),
      names('uses', 'GONE', 'G-1'),
    ],
  }),
  plannedRow({ key: 'T-1', space: 'SEC', dependencies: [names('refines', 'ENG', 'R-1')] }),
  plannedRow({ key: 'R-1', variant: 'Other', dependencies: [names('uses', 'ENG', 'R-2')] }),
  archived({ key: 'R-1', properties: [{ key: 'P', value: '<b>High</b>' }] }),
  archived({
    key: 'R-2',
    html: 'Return home',
    dependencies: [names('refines', 'ENG', 'R-1'), names('uses', 'OPS', 'R-1')],
  }),
  archived({ key: 'S-1', space: 'OPS' }),
  plannedRow({
    key: 'k-1',
    excel: 8099,
    properties: [{ key: 'P', value: 'reader' }],
    dependencies: [names('uses', 'ENG', 'R-2')],
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
    { issue: 'DRN-1', space: 'ENG', key: 'R-1', relationship: 'uses', faces: 'both', baseline: undefined },
    { issue: 'DRN-2', space: 'ENG', key: 'R-1', relationship: 'refines', faces: 'wiki', baseline: undefined },
    { issue: 'HID-1', space: 'OPS', key: 'S-1', relationship: 'uses', faces: 'both', baseline: undefined },
    { issue: 'DRN-1', space: 'ENG', key: 'R-1', relationship: 'uses', faces: 'both', baseline: 1 },
    { issue: 'DRN-2', space: 'OPS', key: 'S-2', relationship: 'uses', faces: 'tracker', baseline: undefined },
    { issue: 'HID-1', space: 'ENG', key: 'R-3', relationship: 'uses', faces: 'both', baseline: undefined },
    { issue: 'DRN-9', space: 'OPS', key: 'S-2', relationship: 'uses', faces: 'wiki', baseline: undefined },
    { issue: 'HID-2', space: 'ENG', key: 'R-2', relationship: 'uses', faces: 'both', baseline: 1 },
    { issue: 'DRN-2', space: 'SEC', key: 'T-1', relationship: 'uses', faces: 'both', baseline: undefined },
    { issue: 'DRN-2', space: 'OPS', key: 'S-9', relationship: 'uses', faces: 'both', baseline: undefined },
    { issue: 'DRN-1', space: 'ENG', key: 'k-1', relationship: 'refines', faces: 'both', baseline: undefined },
  ],
}

export const store = buildWorld(PLAN, { hidden: true })
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
