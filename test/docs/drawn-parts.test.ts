import { describe, expect, it } from 'vitest'
import { withDrawnParts } from '../../scripts/reference/drawn-parts.ts'
import { effectsTable, stateDiagram } from '../../scripts/reference/state-diagram.ts'
import type { Machine } from '../../src/model/records/state-machine.ts'

const door: Machine<'OPEN' | 'SHUT' | 'GONE', 'BUILD' | 'PUSH' | 'KICK' | 'BURN'> = {
  name: 'door',
  states: ['OPEN', 'SHUT', 'GONE'],
  events: ['BUILD', 'PUSH', 'KICK', 'BURN'],
  transitions: [
    { from: 'none', event: 'BUILD', to: 'SHUT' },
    { from: 'SHUT', event: 'PUSH', to: 'OPEN' },
    { from: 'SHUT', event: 'KICK', to: 'OPEN', effects: 'It squeaks.' },
    { from: 'SHUT', event: 'BURN', to: 'GONE' },
    { from: 'OPEN', event: 'BURN', to: 'GONE' },
  ],
}

describe('a state machine', () => {
  it('is drawn with one arrow for what several events do, and with its ends', () => {
    expect(stateDiagram(door).split('\n')).toEqual([
      '```mermaid',
      'stateDiagram-v2',
      '  [*] --> SHUT: BUILD',
      '  SHUT --> OPEN: PUSH, KICK',
      '  SHUT --> GONE: BURN',
      '  OPEN --> GONE: BURN',
      '  GONE --> [*]',
      '```',
    ])
    expect(stateDiagram(door, ['OPEN']).split('\n')[2]).toBe('  [*] --> OPEN')
  })

  it('is described with a row for each event and its meaning', () => {
    expect(effectsTable(door).split('\n').slice(2)).toEqual([
      '| `BUILD` | `none` | `SHUT` |  |',
      '| `PUSH` | `SHUT` | `OPEN` |  |',
      '| `KICK` | `SHUT` | `OPEN` | It squeaks. |',
      '| `BURN` | `SHUT`, `OPEN` | `GONE` |  |',
    ])
  })
})

describe('parts of a page', () => {
  const page = 'Before.\n<!-- drawn: figure -->\nold\n<!-- end -->\nAfter.'

  it('are drawn anew between their markers, and only there', () => {
    const drawn = 'Before.\n<!-- drawn: figure -->\n\n$& new\n\n<!-- end -->\nAfter.'
    expect(withDrawnParts(page, { figure: '$& new' })).toBe(drawn)
    expect(withDrawnParts(drawn, { figure: '$& new' })).toBe(drawn)
  })

  it('are refused where a marker names nothing, or nothing marks them', () => {
    expect(() => withDrawnParts(page, {})).toThrow("nothing is drawn as 'figure'")
    expect(() => withDrawnParts(page, { figure: '', other: '' })).toThrow('no place is marked for other')
  })
})
