import { describe, expect, test } from 'vitest'
import { type KeyPress, shortcutOf } from '../../src/console/state/keys.ts'

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  typing: false,
  pressable: false,
  dialog: false,
  ...more,
})

describe('keys of the console', () => {
  test.each([
    [' ', 'play'],
    ['n', 'next'],
    ['N', 'next'],
    ['j', 'jump'],
    ['?', 'help'],
    ['x', undefined],
    ['Enter', undefined],
  ])('%j means %s', (key, meaning) => {
    expect(shortcutOf(press(key))).toBe(meaning)
  })

  test('where somebody types, in a dialog, and with another key held, they mean what they always do', () => {
    for (const key of [' ', 'n', 'j', '?']) {
      for (const more of [
        { typing: true },
        { dialog: true },
        { ctrlKey: true },
        { metaKey: true },
        { altKey: true },
      ]) {
        expect(shortcutOf(press(key, more)), JSON.stringify({ key, more })).toBeUndefined()
      }
    }
  })

  test('the space bar presses what has the focus, and runs the clock elsewhere; letters work beside a button', () => {
    expect(shortcutOf(press(' ', { pressable: true }))).toBeUndefined()
    expect(shortcutOf(press('n', { pressable: true }))).toBe('next')
  })

  test('a held space bar does not play and pause in turn', () => {
    expect(shortcutOf(press(' ', { repeat: true }))).toBeUndefined()
  })
})
