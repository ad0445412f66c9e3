/** What a matrix costs around a requirement that very many dependencies lead to: counted in look-ups, not in time. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { MatrixColumn } from '../../../../src/model/records/wiki/matrices.ts'
import { renderMatrix, type RenderRequest } from '../../../../src/model/traceability/render.ts'
import { createSuggester } from '../../../../src/model/traceability/suggestions.ts'
import { NO_VARIABLES } from '../../../../src/model/traceability/variables.ts'
import type { Store } from '../../../../src/world/store/store.ts'
import { buildWorld, plannedRow, READER, WIKI } from '../../../model/requirements/requirements-world.ts'

const CHILDREN = 40
const RELATIONSHIPS = 500
const LINKS = CHILDREN * RELATIONSHIPS

/** A hub on which each child depends in very many relationships. */
function hubWorld(): Store {
  const dependencies = Array.from({ length: RELATIONSHIPS }, (_, index) => ({
    relationship: `r${index}`,
    spaceKey: 'ENG',
    key: 'HUB',
  }))
  const rows = [plannedRow({ key: 'HUB' as never })]
  for (let index = 0; index < CHILDREN; index++)
    rows.push(plannedRow({ key: `C-${index}` as never, dependencies: dependencies as never }))
  return buildWorld({ rows })
}

/** Counts the tables that are asked for: every look-up of a record begins with one. */
function counting(store: Store) {
  let count = 0
  const counted = Object.create(store, {
    table: {
      value: (definition: never) => {
        count++
        return store.table(definition)
      },
    },
  }) as Store
  return { store: counted, count: () => count }
}

const first = { label: '', step: { type: 'FIRST_COLUMN' }, columnIndex: 0, parentColumnIndex: 0 } as const
const chain = (length: number): MatrixColumn[] => [
  first,
  ...Array.from({ length }, (_, index) => ({
    label: '',
    step: { type: 'ALL_DEPENDENCIES' } as const,
    columnIndex: index + 1,
    parentColumnIndex: index,
  })),
]

let hub: Store
beforeAll(() => {
  hub = hubWorld()
})

function render(store: Store, fields: Partial<RenderRequest> & Pick<RenderRequest, 'columns'>) {
  const request = {
    query: "key = 'HUB'",
    spaceKeys: undefined,
    includeBaselined: false,
    variables: NO_VARIABLES,
    searchOffset: 0,
    limit: 20,
    cellLimit: 1000,
    cursors: [],
    ...fields,
  }
  return renderMatrix({ store, user: READER, applicationId: WIKI }, request)
}

describe('a matrix around a hub', () => {
  test('looks at each dependency once, however many columns lead over it', () => {
    const { store, count } = counting(hub)
    const rendering = render(store, { columns: chain(99) })
    const cells = rendering.columns.reduce((sum, column) => sum + column.cells.length, 0)
    expect(cells).toBeGreaterThan(100)
    expect(cells).toBeLessThanOrEqual(20_000)
    // Links of the hub, and of every child: found once, and expanded once.
    expect(rendering.reader.work()).toBeLessThanOrEqual(4 * LINKS)
    // A few look-ups for each link and each cell, none for what is not shown.
    expect(count()).toBeLessThan(LINKS * 2 + cells * 10 + 1000)
  })

  test('costs no more for suggestions', () => {
    const { store, count } = counting(hub)
    const rendering = render(store, { columns: chain(40) })
    const before = count()
    const suggestions = rendering.columns.map(createSuggester(store, rendering.reader))
    expect(suggestions[1]).toHaveLength(200)
    expect(count() - before).toBeLessThan(CHILDREN * 20)
  })

  test('shows only the cells that fit, and makes no others', () => {
    const { store, count } = counting(hub)
    const { columns, reader } = render(store, {
      query: "key = 'C-0'",
      columns: chain(1),
      cellLimit: 3,
    })
    expect(columns[1]?.cells).toHaveLength(3)
    expect(columns[1]?.hasNext).toBe(true)
    // Once for each link that was found, and once for each cell that it may become.
    expect(reader.work()).toBe(2 * RELATIONSHIPS)
    // A parent is looked up where its cell is shown.
    expect(count()).toBeLessThan(RELATIONSHIPS)
  })

  test('continues from piece to piece until every cell was returned once', () => {
    const columns = chain(1)
    const seen = new Set<string>()
    let cursor: string | undefined
    for (let more = true; more;) {
      const [column] = render(hub, { columns, cursors: [undefined, cursor], only: 1 }).columns
      for (const { id } of column?.cells ?? []) {
        expect(seen.has(id)).toBe(false)
        seen.add(id)
      }
      more = column?.hasNext ?? false
      cursor = column?.lastCellId
    }
    expect(seen.size).toBe(LINKS)
  })

  test('makes progress with each piece even if one list exceeds the limit of a response', () => {
    const barren: MatrixColumn[] = [
      ...chain(1),
      ...Array.from({ length: 98 }, (_, index) => ({
        label: '',
        step: { type: 'JIRA' } as const,
        columnIndex: index + 2,
        parentColumnIndex: 1,
      })),
    ]
    const renderFrom = (cursor?: string) => {
      const cursors = barren.map((_, index) => (index === 50 ? cursor : undefined))
      return render(hub, { columns: barren, cursors }).columns[50]
    }
    const one = renderFrom()
    expect(one).toMatchObject({ cells: [], hasNext: true, lastCellId: expect.any(String) })
    const two = renderFrom(one?.lastCellId)
    expect(two?.lastCellId).not.toBe(one?.lastCellId)
  })
})
