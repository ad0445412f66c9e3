/** Keys, addresses and words of the stage. */
import { describe, expect, test } from 'vitest'
import {
  actionOf,
  actionText,
  addressOfStep,
  headingOf,
  pathText,
  positionOfAddress,
  slideOf,
  statusText,
} from '../../../src/console/stage/timeline.ts'

const press = {
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  typing: false,
  pressable: false,
  dialog: false,
}

describe('keys', () => {
  test.each([
    [' ', 'next'],
    ['ArrowRight', 'next'],
    ['PageDown', 'next'],
    ['ArrowLeft', 'back'],
    ['PageUp', 'back'],
    ['End', 'end'],
    ['Home', 'start'],
    ['Escape', 'leave'],
    ['s', 'speaker'],
    ['x', undefined],
  ] as const)('%j means %s', (key, action) => {
    expect(actionOf({ ...press, key })).toBe(action)
  })

  test('a key that is held moves the timeline once, and a control keeps its own keys', () => {
    expect(actionOf({ ...press, key: ' ', repeat: true })).toBeUndefined()
    expect(actionOf({ ...press, key: ' ', pressable: true })).toBeUndefined()
    expect(actionOf({ ...press, key: 'ArrowRight', typing: true })).toBeUndefined()
    expect(actionOf({ ...press, key: 'Escape', dialog: true })).toBeUndefined()
    expect(actionOf({ ...press, key: 'ArrowLeft', altKey: true })).toBeUndefined()
  })
})

describe('the slide of all windows', () => {
  const result = { path: '', verb: 'call', title: '', elapsed: 0, failures: [], differences: [] }
  const item = (outcome?: 'passed' | 'failed') => ({
    path: '',
    verb: 'call',
    title: '',
    done: outcome === 'passed',
    ...(outcome === undefined ? {} : { result: { ...result, outcome } }),
  })
  test.each([
    ['is the beginning before the first step', 0, [item(), item()], undefined, 0],
    ['is the step that ran last', 1, [item('passed'), item()], undefined, 1],
    ['is a step that failed', 1, [item('passed'), item('failed')], undefined, 2],
    ['is the end after the last step', 2, [item('passed'), item('passed')], undefined, 3],
    ['is the last step as long as a presenter shows it', 2, [item('passed'), item('passed')], 2, 2],
    ['is where the world is, if a presenter showed the last step before', 1, [item('passed'), item()], 2, 1],
  ] as const)('%s', (_title, next, items, shown, slide) => {
    const stage = shown === undefined ? {} : { stage: { slide: shown } }
    expect(slideOf({ items: [...items], total: 2, next, ...stage })).toBe(slide)
  })

  test('is the beginning of a scenario without steps', () => {
    expect(slideOf({ items: [], total: 0, next: 0 })).toBe(0)
  })
})

describe('steps', () => {
  const step = { path: '', verb: 'call', title: 'GET /api as bob', done: false }
  const steps = [{ ...step, name: 'morning' }, step, { ...step, name: 'frozen', heading: 'It is frozen' }]

  test('are found by their names, and by their numbers from 1', () => {
    expect(steps.map((_, position) => addressOfStep(steps, position))).toEqual(['morning', '2', 'frozen'])
    expect(
      ['morning', '2', 'frozen', '3', '0', '4', 'x', '-1'].map((text) => positionOfAddress(steps, text)),
    ).toEqual([0, 1, 2, 2, undefined, undefined, undefined, undefined])
  })

  test('have a heading: their own, else the name, else what they do', () => {
    expect(steps.map(headingOf)).toEqual(['Morning', 'GET /api as bob', 'It is frozen'])
  })

  test('are shown in words', () => {
    expect(actionText({ verb: 'edit', title: 'edit page Power as alice' })).toBe('Alice edits the page Power')
    expect(actionText({ verb: 'view', title: 'view page 4001' })).toBe('Somebody views the page 4001')
    expect(actionText({ verb: 'fault', title: 'take every fault out' })).toBe('take every fault out')
    expect([200, 403, 404, 418, 0].map(statusText)).toEqual([
      '200 OK',
      '403 Not allowed',
      '404 Not found',
      '418 Refused',
      'No response',
    ])
    expect(pathText("http://wiki.sim/rest?q=key%20~%20'REQ'")).toBe("/rest?q=key ~ 'REQ'")
    expect(pathText('/rest?q=%')).toBe('/rest?q=%')
  })
})
