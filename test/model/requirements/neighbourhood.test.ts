/** What is around a requirement, for a picture of it: parents and children by level, issues, and how many are left out. */
import { describe, expect, test } from 'vitest'
import { integrations } from '../../../src/model/records/tracker/integrations.ts'
import { issueLinks } from '../../../src/model/records/tracker/issue-links.ts'
import { linksOf, neighbourhoodOf } from '../../../src/model/searching/neighbourhood.ts'
import type { Store } from '../../../src/world/store/store.ts'
import { archived } from './requirements-table.ts'
import {
  buildWorld,
  dependsOn,
  plannedLink,
  plannedRow,
  rowIn,
  type WorldPlan,
} from './requirements-world.ts'

type IssueLink = WorldPlan['issueLinks'][number]

const many = (count: number, fields: Partial<IssueLink>) =>
  Array.from({ length: count }, (_, at) => plannedLink({ ...fields, relationship: `r${at}` }))
const worldOf = (rows: WorldPlan['rows'], issues: readonly IssueLink[] = []) =>
  buildWorld({ rows, issueLinks: [...issues] })
const summariesOf = (store: Store, id?: number) =>
  linksOf(store, rowIn(store, id)).map(
    ({ link: { id: linkId }, issueKey, relationship, shownBy }) =>
      `${linkId} ${issueKey} ${relationship} ${shownBy.join('+')}`,
  )

describe('the issue links of a requirement', () => {
  test('come by key of the issue, then by number, with the products that show them', () => {
    const store = worldOf(
      [plannedRow({})],
      [
        plannedLink({ issue: 'DRN-2', faces: 'tracker' }),
        plannedLink({ issue: 'DRN-2', faces: 'wiki', relationship: 'refines' }),
        plannedLink({ issue: 'DRN-1' }),
        plannedLink({ issue: 'DRN-1', faces: 'wiki', relationship: 'refines' }),
        plannedLink({ issue: 'DRN-1', faces: 'tracker', key: 'R-2' }),
        plannedLink({ issue: 'DRN-1', faces: 'tracker', relationship: 'verifies' }),
      ],
    )
    expect(summariesOf(store)).toEqual([
      '3 DRN-1 uses wiki+tracker',
      '4 DRN-1 refines wiki',
      '6 DRN-1 verifies tracker',
      '1 DRN-2 uses tracker',
      '2 DRN-2 refines wiki',
    ])
  })

  test('are those of its baseline alone, or of none', () => {
    const store = worldOf(
      [plannedRow({}), archived({})],
      [
        plannedLink({ faces: 'tracker' }),
        plannedLink({ faces: 'tracker', baseline: 1, issue: 'DRN-2' }),
        plannedLink({ faces: 'tracker', baseline: 2, issue: 'DRN-2' }),
      ],
    )
    expect([summariesOf(store), summariesOf(store, 6001)]).toEqual([
      ['1 DRN-1 uses tracker'],
      ['2 DRN-2 uses tracker'],
    ])
  })

  test('are none of a row of another variant', () => {
    const store = worldOf([plannedRow({ variant: 'Other' })], [plannedLink({ faces: 'tracker' })])
    expect(summariesOf(store)).toEqual([])
  })

  test('are none of another wiki with the same space and key', () => {
    const store = worldOf([plannedRow({})], [plannedLink({ faces: 'tracker' })])
    const ids = { serviceId: 'other', wikiApplinkId: 'of-other-wiki', trackerApplinkId: 'of-other-tracker' }
    const own = [...store.table(integrations).scan()][0] as NonNullable<unknown>
    store.table(integrations).insert({ ...own, ...ids, wikiApplicationId: 201 } as never)
    const [shown] = [...store.table(issueLinks).scan()]
    store.table(issueLinks).insert({ ...(shown as NonNullable<typeof shown>), id: 9, serviceId: 'other' })
    expect(summariesOf(store)).toEqual(['1 DRN-1 uses tracker'])
  })

  test('have the data of the issue from the tracker, if it has the issue', () => {
    const store = worldOf(
      [plannedRow({})],
      [plannedLink({ faces: 'wiki', issue: 'DRN-9' }), plannedLink({ faces: 'wiki' })],
    )
    const [known, unknown] = linksOf(store, rowIn(store))
    expect(known).toMatchObject({ issueKey: 'DRN-1', issueId: 30_000, status: 'Open' })
    expect(Object.keys(unknown ?? {}).toSorted()).toEqual(['issueKey', 'link', 'relationship', 'shownBy'])
  })
})

describe('a picture', () => {
  const nodesOf = (store: Store, options: { depth?: number; limit?: number } = {}) =>
    neighbourhoodOf(store, rowIn(store), { depth: 2, limit: 100, ...options }).nodes.map(
      ({ record, level, issues, more }) => `${record.key} ${level} ${issues.length}/${more.issues}`,
    )

  test('shows eight issues of each requirement, and counts the others', () => {
    const rows = [plannedRow({}), plannedRow({ key: 'R-2', dependencies: dependsOn('uses ENG/R-1') })]
    const store = worldOf(rows, [...many(10, {}), ...many(9, { key: 'R-2' })])
    expect(nodesOf(store)).toEqual(['R-1 0 8/2', 'R-2 1 8/1'])
    expect(nodesOf(store, { limit: 8 })).toEqual(['R-1 0 6/4', 'R-2 1 0/9'])
    expect(nodesOf(store, { limit: 13 })).toEqual(['R-1 0 8/2', 'R-2 1 3/6'])
  })

  test('leaves out parents that are not there, and links to what it does not show', () => {
    const chain = (key: string, ...parents: string[]) =>
      plannedRow({ key, dependencies: dependsOn(...parents.map((parent) => `uses ENG/${parent}`)) })
    const store = worldOf([
      chain('R-1', 'R-2', 'NONE-1'),
      chain('R-2', 'R-3', 'NONE-2'),
      chain('R-3', 'NONE-3'),
    ])
    const near = neighbourhoodOf(store, rowIn(store), { depth: 1, limit: 100 })
    expect(near.nodes.map(({ record: { id }, more }) => [id, more.parents])).toEqual([
      [6000, 0],
      [6001, 1],
    ])
    expect(near.links).toEqual([{ child: 6000, parent: 6001, relationship: 'uses' }])
    expect(nodesOf(store)).toEqual(['R-1 0 0/0', 'R-2 -1 0/0', 'R-3 -2 0/0'])
  })
})
