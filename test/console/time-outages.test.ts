import { describe, expect, test } from 'vitest'
import { markOfEvent } from '../../src/console/panels/time/marks.ts'
import { outagesOf } from '../../src/console/panels/time/outages.ts'

const start = Date.parse('2026-01-05T09:00:00.000Z')
const minute = 60_000
const sites = [
  { id: 101, name: 'Wiki', status: 'ACTIVE' },
  { id: 102, name: 'Tracker', status: 'ACTIVE' },
]
let id = 0
const edit = (minutes: number, status: string, site = 102) => {
  const mark = markOfEvent({
    id: ++id,
    type: 'world',
    world: 'default',
    at: new Date(start + minutes * minute).toISOString(),
    data: { change: 'edited', by: 'PATCH /sites/{id}', path: `/sites/${site}`, status },
  })
  if (mark === undefined) throw new Error('an edit is a mark')
  return mark
}

describe('outages', () => {
  test('an edit begins one, the next one back ends it; twice down is one', () => {
    const marks = [edit(1, 'DISABLED'), edit(2, 'DISABLED'), edit(4, 'ACTIVE'), edit(9, 'DISABLED', 101)]
    expect(outagesOf(marks, [], sites, start)).toEqual([
      { from: start + minute, to: start + 4 * minute, text: 'Tracker was down' },
      { from: start + 9 * minute, text: 'Wiki is down' },
    ])
  })

  test('what a scenario has down is so since the world began, unless an edit knows better', () => {
    const down = [{ id: 102, name: 'Tracker', status: 'DISABLED' }]
    expect(outagesOf([], [], down, start)).toEqual([{ from: start, text: 'Tracker is down' }])
    expect(outagesOf([edit(5, 'DISABLED')], [], down, start)).toEqual([
      { from: start + 5 * minute, text: 'Tracker is down' },
    ])
    expect(outagesOf([edit(5, 'ACTIVE')], [], sites, start)).toEqual([])
  })

  test('faults have theirs, with an end where they say for how long; not those that are off', () => {
    const from = new Date(start).toISOString()
    const fault = { id: 1, enabled: true, outage: 102, from, for: '600000ms' }
    const { for: _, ...endless } = fault
    expect(outagesOf([], [fault, { ...endless, id: 2 }], sites, start)).toEqual([
      { from: start, to: start + 10 * minute, text: 'Fault 1 keeps Tracker from answering' },
      { from: start, text: 'Fault 2 keeps Tracker from answering' },
    ])
    expect(
      outagesOf(
        [],
        [
          { ...fault, enabled: false },
          { id: 3, enabled: true },
        ],
        sites,
        start,
      ),
    ).toEqual([])
  })

  test('edits of other records are none', () => {
    const mark = { ...edit(1, 'DISABLED'), facts: { Route: 'PUT /pages/{id}', Asked: '/pages/102' } }
    expect(outagesOf([mark], [], sites, start)).toEqual([])
  })
})
