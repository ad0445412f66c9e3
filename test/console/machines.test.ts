import type { CountedMachine } from '../../src/control/responses/catalogue.ts'
import { type Box, pathThrough } from '../../src/console/ui/graph-layout.ts'
import { describe, expect, test } from 'vitest'
import { draw, type Drawing, fit, loopPath } from '../../src/console/panels/machines/layout.ts'
import { nameOfRecord, NONE, sourcesOf, timesOf } from '../../src/console/panels/machines/model.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'

const SPACE = { width: 760, height: 450 }

async function read<T>(sim: Simulator, path: string): Promise<T> {
  const answer = await sim.fetch(`http://sim.sim/_sim${path}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as T
}

async function readMachines(sim: Simulator): Promise<CountedMachine[]> {
  const { items } = await read<{ items: { name: string }[] }>(sim, '/machines')
  return Promise.all(items.map(({ name }) => read<CountedMachine>(sim, `/machines/${name}`)))
}

const machines = await readMachines(await createSimulator({ scenario: 'outage' }))

describe.each(machines)('the graph of $name', (machine) => {
  const drawing = draw(machine, SPACE)

  test('has every state, and every transition on one arrow', () => {
    const states = drawing.states.map(({ state }) => state).filter((state) => state !== NONE)
    expect(states.toSorted()).toEqual(machine.states.toSorted())
    const drawn = drawing.arrows.flatMap(({ transitions }) => transitions)
    expect(drawn.toSorted((a, b) => a - b)).toEqual([...machine.transitions.keys()])
    for (const { from, to, transitions } of drawing.arrows)
      for (const position of transitions) expect(machine.transitions[position]).toMatchObject({ from, to })
  })

  test('has no state on another, no label on a state, and all of it inside', () => {
    const { states, arrows } = drawing
    for (const [position, box] of states.entries()) {
      for (const other of states.slice(position + 1)) expect(overlap(box, other)).toBe(false)
      for (const { label } of arrows) expect(overlap(box, label)).toBe(false)
    }
    for (const box of [...states, ...arrows.map(({ label }) => label)])
      expect(isInside(box, drawing)).toBe(true)
  })

  test('has no arrow through a state or a label of another, and no two arrows on each other', () => {
    const paths = drawing.arrows.map(({ path }) => placesOn(path))
    const problems: string[] = []
    for (const [position, { from, to }] of drawing.arrows.entries()) {
      const own = paths[position] ?? []
      const meets = (box: Box) => own.some((place) => overlap({ ...place, width: 0, height: 0 }, shrunk(box)))
      for (const box of drawing.states)
        if (box.state !== from && box.state !== to && meets(box)) problems.push(`${from} ${to}: ${box.state}`)
      for (const [other, arrow] of drawing.arrows.entries()) {
        if (other === position) continue
        if (meets(arrow.label)) problems.push(`${from} ${to}: label of ${arrow.from} ${arrow.to}`)
        const near = own.filter(({ x, y }) =>
          (paths[other] ?? []).some((place) => Math.hypot(place.x - x, place.y - y) < 3),
        )
        if (near.length > 15) problems.push(`${from} ${to}: along ${arrow.from} ${arrow.to}`)
      }
    }
    expect(problems).toEqual([])
  })

  test('can be read on a projector', () => {
    expect(fit(drawing, SPACE)).toBeGreaterThan(0.62)
  })

  test('names where the records of each state are', async () => {
    const sim = await createSimulator({ scenario: 'outage' })
    for (const state of machine.states) {
      const sources = sourcesOf(machine.name, state)
      expect(sources).not.toEqual([])
      const totals = await Promise.all(
        sources.map(async ({ table, filters }) => {
          const answer = await read<{ total: number }>(
            sim,
            `/state/${table}?${new URLSearchParams(filters).toString()}`,
          )
          return answer.total
        }),
      )
      const total = totals.reduce((sum, one) => sum + one, 0)
      // Copies of a baseline are no records of the table until something is added to one.
      if (machine.name === 'requirement' && state === 'ARCHIVED')
        expect(total).toBeLessThanOrEqual(machine.records[state] ?? 0)
      else expect(total).toBe(machine.records[state])
    }
  })
})

test('there are machines with records to look at', () => {
  const lit = machines.filter(({ records }) => Object.values(records).some((count) => count > 0))
  expect(lit.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['requirement', 'baseline', 'queue-message', 'account-link']),
  )
})

test('an arrow bends round at each point on its way', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 10 },
  ]
  expect(pathThrough(points)).toBe('M0,0 L95,0 Q100,0 100,5 L100,10')
})

test('a loop leaves its state and comes back to the same side', () => {
  const state = { x: 100, y: 50, width: 80, height: 40 }
  expect(loopPath(state, { x: 200, y: 50, width: 60, height: 24 })).toBe('M140,41 C220,29 220,71 140,59')
  expect(loopPath(state, { x: 100, y: 100, width: 60, height: 24 })).toBe('M91,70 C61,110 139,110 109,70')
})

test('how often transitions were made is read by from, event and to', () => {
  const machine: CountedMachine = {
    name: 'm',
    title: 'm',
    states: ['A', 'B'],
    initial: ['A'],
    events: ['GO'],
    records: {},
    transitions: [
      { from: 'A', event: 'GO', to: 'B' },
      { from: 'B', event: 'GO', to: 'B' },
    ],
  }
  const use = { machine: 'm', transitions: [{ from: 'B', event: 'GO', to: 'B', times: 3 }] }
  expect(timesOf(machine, [{ ...use, machine: 'other' }, use])).toEqual([0, 3])
  expect(timesOf(machine, undefined)).toEqual([0, 0])
})

test('a machine that nothing is known of has no records to list', () => {
  expect(sourcesOf('constructor', 'A')).toEqual([])
})

test('records are called by what names them', () => {
  expect(nameOfRecord({ id: 7, spaceKey: 'ENG', key: 'REQ-1', html: '<b>x</b>' })).toEqual({
    id: '7',
    name: 'ENG · REQ-1',
  })
  expect(nameOfRecord({ userId: 1, applicationId: 101, linked: true })).toEqual({ id: '1/101', name: '' })
})

function overlap(a: Box, b: Box): boolean {
  return Math.abs(a.x - b.x) < (a.width + b.width) / 2 && Math.abs(a.y - b.y) < (a.height + b.height) / 2
}

function isInside({ x, y, width, height }: Box, drawing: Drawing): boolean {
  return (
    x - width / 2 >= 0 &&
    y - height / 2 >= 0 &&
    x + width / 2 <= drawing.width &&
    y + height / 2 <= drawing.height
  )
}

/** Points about two pixels apart on a path of lines and curves. */
function placesOn(path: string): { x: number; y: number }[] {
  const places: { x: number; y: number }[] = []
  for (const [, command = '', text = ''] of path.matchAll(/([MLQC])([^MLQC]*)/g)) {
    const numbers = text.trim().split(/[ ,]+/).map(Number)
    const points = Array.from({ length: numbers.length / 2 }, (_, index) => ({
      x: numbers[index * 2] ?? 0,
      y: numbers[index * 2 + 1] ?? 0,
    }))
    const start = places.at(-1)
    if (command === 'M' || start === undefined) places.push(...points)
    else places.push(...curve([start, ...points]))
  }
  return places
}

function curve(control: readonly { x: number; y: number }[]): { x: number; y: number }[] {
  const [first = { x: 0, y: 0 }] = control
  const last = control.at(-1) ?? first
  const steps = Math.max(2, Math.round(Math.hypot(last.x - first.x, last.y - first.y) / 2))
  return Array.from({ length: steps }, (_, step) => {
    let points = control
    while (points.length > 1)
      points = points.slice(1).map((end, index) => {
        const start = points[index] ?? end
        const part = (step + 1) / steps
        return { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part }
      })
    return points[0] ?? first
  })
}

function shrunk(box: Box): Box {
  return { ...box, width: box.width - 4, height: box.height - 4 }
}
