// SHA-256 as a page computes it, beside that of Node.

import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256 } from '../../src/world/sha256.ts'

const expected = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

test('the hash of no text is the one of the standard', () => {
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
})

test('every length around the ends of blocks has the hash that Node gives', () => {
  for (let length = 0; length <= 300; length++) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 7 + length) % 256)
    expect(sha256(bytes)).toBe(expected(bytes))
  }
})

test('texts, and bytes within a larger buffer, have the hash that Node gives', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.uint8Array({ maxLength: 300 }),
      (text, bytes) => {
        expect(sha256(text)).toBe(expected(text.toWellFormed()))
        const within = bytes.subarray(Math.min(3, bytes.length))
        expect(sha256(within)).toBe(expected(within))
      },
    ),
  )
})
