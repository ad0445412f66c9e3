// What is remembered of requirements: how many have a place, and how much text is kept.

import { expect, test } from 'vitest'
import { Memory, Shown } from '../../src/api/standalone/requirement-memory.ts'
import type { RequirementRecord } from '../../src/model/requirements/records.ts'

const recordOf = (id: number) => ({ id }) as RequirementRecord
const NO_SOURCES = { application: undefined, metadata: [], origin: undefined, originApplication: undefined }
const shownOf = (id: number, text: string) => new Shown(text, recordOf(id), NO_SOURCES)

test('as many requirements as there may be places are all there', () => {
  const memory = new Memory({ places: 2048, characters: 1e6 })
  const shown = Array.from({ length: 2048 }, (_, index) => shownOf(index + 1, `${index}`))
  for (const each of shown) memory.put(each.record.id, each)
  for (const each of shown) expect(memory.at(each.record.id)).toBe(each)
})

test('beyond that, the later one has the place', () => {
  const memory = new Memory({ places: 512, characters: 1e6 })
  for (let id = 1; id <= 600; id++) memory.put(id, id)
  expect([memory.at(600), memory.at(600 - 512), memory.at(512)]).toEqual([600, 600, 512])
})

test('a few with ids far apart need no more places', () => {
  const memory = new Memory({ places: 2 ** 30, characters: 1e6 })
  for (const id of [1, 1 + 2 ** 20]) memory.put(id, id)
  expect(memory.at(1)).toBe(1 + 2 ** 20)
})

test('texts beyond the characters that are kept are forgotten, all but the latest', () => {
  const memory = new Memory({ places: 256, characters: 100 })
  const [first, second, third] = [shownOf(1, 'a'.repeat(60)), shownOf(2, 'b'.repeat(40)), shownOf(3, 'c')]
  memory.put(1, first)
  memory.put(2, second)
  expect([memory.at(1), memory.at(2)]).toEqual([first, second])
  memory.put(3, third)
  expect([memory.at(1), memory.at(2), memory.at(3)]).toEqual([undefined, undefined, third])
})

test('ids that share few places get more of them', () => {
  const memory = new Memory({ places: 2048, characters: 1e6 })
  const ids = Array.from({ length: 400 }, (_, index) => index * 4)
  for (const id of ids) memory.put(id, id)
  for (const id of ids) expect(memory.at(id)).toBe(id)
})

test('a text that takes the place of another counts instead of it', () => {
  const memory = new Memory({ places: 256, characters: 100 })
  for (const letter of 'abcd') memory.put(1, shownOf(1, letter.repeat(60)))
  memory.put(2, shownOf(2, 'e'.repeat(40)))
  expect(memory.at(1)).toMatchObject({ text: 'd'.repeat(60) })
  memory.put(1, 1)
  memory.put(3, shownOf(3, 'f'.repeat(60)))
  expect(memory.at(2)).toMatchObject({ text: 'e'.repeat(40) })
})
