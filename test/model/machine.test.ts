import { expect, test } from 'vitest'
import { type Machine, observeSteps, step, type StepObserver, unobserved } from '../../src/model/machine.ts'
import { Refusal } from '../../src/model/refusal.ts'

type State = 'OPEN' | 'SHUT' | 'GONE'
type Event = 'CLOSE' | 'LEAVE' | 'RUST'

const door: Machine<State, Event> = {
  name: 'door',
  states: ['OPEN', 'SHUT', 'GONE'],
  events: ['CLOSE', 'LEAVE', 'RUST'],
  transitions: [
    { from: 'OPEN', event: 'CLOSE', to: 'SHUT' },
    { from: 'OPEN', event: 'LEAVE', to: 'GONE' },
  ],
}
const told: Machine<State, Event> = {
  ...door,
  stateWords: { SHUT: 'closed' },
  deeds: { CLOSE: 'be closed', LEAVE: 'be left' },
}

test.each<[Machine<State, Event>, State | 'none', Event, string]>([
  [door, 'SHUT', 'CLOSE', 'the door is SHUT: it cannot take CLOSE; nothing can be done with it now'],
  [door, 'OPEN', 'RUST', 'the door is OPEN: it cannot take RUST; nothing can be done with it now'],
  [door, 'none', 'RUST', 'the door does not exist: it cannot take RUST; nothing can be done with it now'],
  [told, 'SHUT', 'CLOSE', 'the door is closed: it cannot be closed; nothing can be done with it now'],
  [told, 'OPEN', 'RUST', 'the door is OPEN: it cannot take RUST; it can be closed or be left'],
])('%#: what a machine refuses, it refuses in the words that it has', (machine, from, event, message) => {
  expect(() => step(machine, from, event)).toThrow(new Refusal('CONFLICT', message))
})

test('steps are told to who watches, as long as that is', () => {
  const seen: string[] = []
  const watch =
    (name: string): StepObserver =>
    ({ event }) =>
      void seen.push(`${name} ${event}`)
  const close = () => step(door, 'OPEN', 'CLOSE')
  const failing = () => {
    close()
    step(door, 'SHUT', 'CLOSE')
  }
  close()
  observeSteps(watch('outer'), () => {
    close()
    expect(() => observeSteps(watch('inner'), failing)).toThrow(Refusal)
    unobserved(close)
    expect(() => unobserved(failing)).toThrow(Refusal)
    step(door, 'OPEN', 'LEAVE')
  })
  close()
  expect(seen).toEqual(['outer CLOSE', 'inner CLOSE', 'outer LEAVE'])
})
