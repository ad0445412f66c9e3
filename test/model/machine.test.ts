import { describe, expect, test } from 'vitest'
import { type Machine, applyEvent } from '../../src/model/records/state-machine.ts'
import { Refusal } from '../../src/model/input/refusal.ts'
import { itemSchema, newWorld } from '../world/store/arbitraries.ts'

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
const worded: Machine<State, Event> = {
  ...door,
  stateWords: { SHUT: 'closed' },
  actions: { CLOSE: 'be closed', LEAVE: 'be left' },
}

test.each<[Machine<State, Event>, State | 'none', Event, string]>([
  [door, 'SHUT', 'CLOSE', 'the door is SHUT and cannot take the event CLOSE: this state is final'],
  [door, 'OPEN', 'RUST', 'the door is OPEN and cannot take the event RUST: wait until its state changes'],
  [door, 'none', 'RUST', 'the door does not exist and cannot take the event RUST'],
  [worded, 'SHUT', 'CLOSE', 'the door is closed and cannot be closed: this state is final'],
  [worded, 'OPEN', 'RUST', 'the door is OPEN and cannot take the event RUST: it can be closed or left'],
])('%#: what a machine refuses, it refuses in the words that it has', (machine, from, event, message) => {
  expect(() => applyEvent(newWorld(itemSchema).system, machine, from, event)).toThrow(
    new Refusal('CONFLICT', message),
  )
})

describe('a world observes the steps of its stores', () => {
  const world = newWorld(itemSchema)
  const store = world.region('east')
  const close = () => applyEvent(store, door, 'OPEN', 'CLOSE')
  const leave = () => applyEvent(store, door, 'OPEN', 'LEAVE')
  const fail = () => applyEvent(store, door, 'SHUT', 'CLOSE')
  const events = () => world.takeTransitions().map((transition) => (transition as { event: Event }).event)

  test('in their order, each once, until they are taken', () => {
    leave()
    close()
    leave()
    expect(events()).toEqual(['LEAVE', 'CLOSE'])
    expect(events()).toEqual([])
  })

  test('but for those of a transaction that fails', () => {
    close()
    const failing = () => (close(), leave(), fail())
    expect(() => world.transact(failing)).toThrow(Refusal)
    expect(events()).toEqual(['CLOSE'])
  })

  test('but for those of an unobserved action', () => {
    world.transact(() => {
      expect(world.withoutTransitions(close)).toBe('SHUT')
      expect(() => world.withoutTransitions(fail)).toThrow(Refusal)
      leave()
    })
    expect(events()).toEqual(['LEAVE'])
  })

  test('but for those before it is put back', () => {
    const before = world.snapshot()
    close()
    expect(world.fork().takeTransitions()).toEqual([])
    world.restore(before)
    expect(events()).toEqual([])
  })
})
