/** What a step changed, as an audience sees it. */
import { describe, expect, test } from 'vitest'
import { changesOf, wordsOf } from '../../../src/console/stage/changes.ts'
import { drawnMachine, mainMachine, moveLabel, movesOf, stateOf } from '../../../src/console/stage/moves.ts'
import { drawForStage } from '../../../src/console/stage/machine-layout.ts'
import type { RecordDifference, SnapshotDifference } from '../../../src/control/responses/worlds.ts'
import { describeMachine } from '../../../src/control/routes/machines.ts'
import { machines as listed } from '../../../src/model/machine-list.ts'

const machines = listed.map(describeMachine)
const machineOf = (name: string) => machines.find((one) => one.name === name) ?? machines[0]!

function changed(table: string, before: object, after: object): RecordDifference {
  const left = before as Record<string, unknown>
  const right = after as Record<string, unknown>
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])]
  const differing = names.filter((name) => JSON.stringify(left[name]) !== JSON.stringify(right[name]))
  return { store: 'eu', table, key: left['id'] ?? 1, changed: differing, before: left, after: right }
}

function added(table: string, after: object): RecordDifference {
  return { store: 'eu', table, key: 1, changed: [], after: after as Record<string, unknown> }
}

function of(...items: RecordDifference[]): SnapshotDifference {
  const tables = Map.groupBy(items, ({ table }) => table)
  return {
    items,
    total: items.length,
    tables: [...tables].map(([table, records]) => ({ store: 'eu', table, records: records.length })),
  }
}

const frozen = changed(
  'baseline',
  { id: 7102, name: 'Release 1.1', status: 'IN_CREATION' },
  { id: 7102, name: 'Release 1.1', status: 'DONE', frozenAt: 1_767_603_601_000 },
)

describe('the changes of a step', () => {
  test('are records by importance with the fields that differ; other tables are counted', () => {
    const { records, counted } = changesOf(
      of(
        added('historyEntry', { id: 1 }),
        added('historyEntry', { id: 2 }),
        added('task', { id: 'x' }),
        frozen,
      ),
      undefined,
      4,
    )
    expect(records).toEqual([
      {
        kind: 'changed',
        table: 'baseline',
        name: 'Release 1.1',
        fields: [{ name: 'status', before: 'IN_CREATION', after: 'DONE' }],
      },
    ])
    expect(counted).toEqual(['2 history entries', '1 task'])
  })

  test('are of the tables that the step names, where it names some', () => {
    const text = changed('trackerText', { id: 1, key: 'A-1', html: '30' }, { id: 1, key: 'A-1', html: '60' })
    const { records } = changesOf(of(frozen, text), ['trackerText'], 4)
    expect(records.map(({ table }) => table)).toEqual(['trackerText'])
  })

  test('leave out marks that a text waits to be read, unless nothing else changed', () => {
    const waits = changed(
      'requirement',
      { id: 1, key: 'R-1', htmlNeedsUpdating: false },
      { id: 1, key: 'R-1', htmlNeedsUpdating: true },
    )
    const deleted = changed(
      'requirement',
      { id: 2, key: 'R-2', status: 'ACTIVE' },
      { id: 2, key: 'R-2', status: 'DELETED' },
    )
    expect(changesOf(of(waits, deleted), undefined, 4).records.map(({ name }) => name)).toEqual(['R-2'])
    expect(changesOf(of(waits, deleted), undefined, 4).counted).toEqual(['1 more requirement'])
    expect(changesOf(of(waits), undefined, 4).records.map(({ name }) => name)).toEqual(['R-1'])
  })

  test('show texts rather than their HTML, and links by issue and requirement', () => {
    const link = changed(
      'issueLink',
      { id: 1, tracker: { issueKey: 'DRN-41', key: 'FLT-004' } },
      { id: 1, tracker: { issueKey: 'DRN-41', key: 'MNT-001' } },
    )
    const requirement = added('requirement', {
      id: 3,
      key: 'R-3',
      status: 'ACTIVE',
      html: 'It shall <b>warn</b> M&uuml;ller.',
      text: 'It shall warn Müller.',
    })
    const { records } = changesOf(of(link, requirement), undefined, 4)
    expect(records.map(({ name }) => name)).toEqual(['R-3', 'DRN-41 and MNT-001'])
    expect(records[0]?.fields.at(-1)).toEqual({ name: 'text', before: '', after: 'It shall warn Müller.' })
    expect(records[1]?.fields).toEqual([{ name: 'tracker.key', before: 'FLT-004', after: 'MNT-001' }])
  })

  test('show the HTML if only the markup differs', () => {
    const row = { id: 3, key: 'R-3', text: 'It shall warn.' }
    const plain = { ...row, html: 'It shall warn.' }
    const bold = { ...row, html: 'It shall <b>warn</b>.' }
    const fieldsOf = (before: object, after: object) =>
      changesOf(of(changed('requirement', before, after)), undefined, 4).records[0]?.fields
    expect(fieldsOf(plain, bold)).toEqual([{ name: 'html', before: plain.html, after: bold.html }])
    expect(fieldsOf(plain, { ...row, html: 'No', text: 'No' })).toEqual([
      { name: 'text', before: plain.text, after: 'No' },
    ])
  })

  test('are as many as fit', () => {
    const long = (id: number) =>
      changed(
        'trackerText',
        { id, key: `A-${id}`, html: 'x'.repeat(90) },
        { id, key: `A-${id}`, html: 'y'.repeat(90) },
      )
    const { records, counted } = changesOf(of(long(1), long(2), long(3)), undefined, 3)
    expect(records).toHaveLength(1)
    expect(counted).toEqual(['2 more tracker texts'])
  })

  test('name tables in words', () => {
    expect([wordsOf('outboundMessage', 1), wordsOf('issueHistory', 2), wordsOf('historyEntry', 2)]).toEqual([
      'outbound message',
      'entries of issue histories',
      'history entries',
    ])
  })
})

describe('the moves of state machines', () => {
  test('are read from the records before and after, those that came and went too', () => {
    const moves = movesOf(machines, [
      frozen,
      added('requirement', { key: 'REQ-013', status: 'ACTIVE' }),
      added('requirement', { key: 'REQ-014', status: 'ACTIVE' }),
    ])
    expect(moves).toEqual([
      { machine: 'baseline', from: 'IN_CREATION', to: 'DONE', names: ['Release 1.1'] },
      { machine: 'requirement', from: 'none', to: 'ACTIVE', names: ['REQ-013', 'REQ-014'] },
    ])
    expect(moves.map(moveLabel)).toEqual(['Release 1.1', '2 records'])
    expect(mainMachine(machines, moves, undefined)).toBe('baseline')
    expect(mainMachine(machines, moves, ['requirement'])).toBe('requirement')
    expect(mainMachine(machines, moves, ['token'])).toBeUndefined()
  })

  test('derive the state of an account link from both of its flags', () => {
    const machine = machineOf('account-link')
    expect(stateOf(machine, 'accountLink', { linked: true, consented: false })).toBe('LINK_ONLY')
    expect(stateOf(machine, 'requirement', { linked: true, consented: false })).toBeUndefined()
  })

  test.each(machines.map(({ name }) => name))(
    '%s is drawn with every state, and no state over another',
    (name) => {
      const machine = machineOf(name)
      const [first = '', second = ''] = machine.states
      const move = {
        machine: name,
        from: first,
        to: second,
        names: ['a record with a long name, longer than its label'],
      }
      for (const moves of [[], [move]]) {
        const drawing = drawForStage(drawnMachine(machine, moves), { width: 365, height: 165 })
        expect(drawing.states.map(({ state }) => state).filter((state) => state !== 'none')).toEqual(
          machine.states,
        )
        expect(drawing.arrows.filter(({ label }) => label !== '')).toHaveLength(moves.length)
        expect(drawing.width * drawing.scale).toBeLessThanOrEqual(365.5)
        for (const one of drawing.states)
          for (const other of drawing.states) {
            if (one === other) continue
            const apart =
              Math.abs(one.x - other.x) >= (one.width + other.width) / 2 ||
              Math.abs(one.y - other.y) >= (one.height + other.height) / 2
            expect(apart, `${one.state} and ${other.state}`).toBe(true)
          }
      }
    },
  )
})
