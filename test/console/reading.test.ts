import { expect, test } from 'vitest'
import { received, failed, shownFor } from '../../src/console/state/reading.ts'

const nothing = { data: undefined, error: undefined, loading: true, latest: undefined }

test('before anything was read there is nothing to show, and it is being read', () => {
  expect(shownFor(undefined, 'default', 'a')).toEqual(nothing)
})

test('data of an earlier request is marked as the latest, not as current', () => {
  const reading = received('default', 'user 2', { name: 'alice' })
  expect(shownFor(reading, 'default', 'user 2')).toEqual({
    data: { name: 'alice' },
    error: undefined,
    loading: false,
    latest: { name: 'alice' },
  })
  expect(shownFor(reading, 'default', 'user 3')).toEqual({ ...nothing, latest: { name: 'alice' } })
})

test('nothing of one world is shown in another', () => {
  const reading = received('default', 'user 2', { name: 'alice' })
  expect(shownFor(reading, 'second', 'user 2')).toEqual(nothing)
  expect(shownFor(failed(reading, 'second', 'user 2', 'gone'), 'second', 'user 2')).toEqual({
    ...nothing,
    error: 'gone',
    loading: false,
  })
})

test('an answer may be that there is nothing, which is not the same as not knowing', () => {
  expect(shownFor(received('default', 'message 1', undefined), 'default', 'message 1').loading).toBe(false)
})

test('an error stands beside what was read before for the same question, and ends with the next answer', () => {
  const reading = received('default', 'a', 1)
  const broken = failed(reading, 'default', 'a', 'the server does not respond')
  expect(shownFor(broken, 'default', 'a')).toEqual({
    data: 1,
    error: 'the server does not respond',
    loading: false,
    latest: 1,
  })
  expect(shownFor(failed(reading, 'default', 'b', 'no'), 'default', 'b')).toEqual({
    data: undefined,
    error: 'no',
    loading: false,
    latest: 1,
  })
  expect(shownFor(broken, 'default', 'b').error).toBeUndefined()
  expect(shownFor(received('default', 'a', 2), 'default', 'a').error).toBeUndefined()
})
