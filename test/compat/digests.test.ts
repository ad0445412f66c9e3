/** Answers change by decision: each operation answers its examples as in the versions whose digests are kept. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { VERSION } from '../../src/version.ts'
import { type AnswerDigests, digestAnswers } from './answer-digests.ts'

const kept = JSON.parse(readFileSync(resolve(import.meta.dirname, 'digests.json'), 'utf8')) as Readonly<
  Record<string, AnswerDigests>
>

/**
 * Operations whose answers changed on purpose since a version that is released. The sets are exact. Digests begin with 0.2.0: since
 * 0.1.0, nearly every operation got other texts of errors.
 */
const CHANGED: Readonly<Record<string, readonly string[]>> = {}

const now = await digestAnswers()

test.each(Object.entries(kept))('answers are those of version %s', (version, digests) => {
  const expected = CHANGED[version] ?? []
  const changed = Object.keys(digests).filter((id) => digests[id] !== now[id])
  const mend =
    version === VERSION
      ? 'if that is meant, node scripts/keep-digests.ts keeps the new ones'
      : 'if that is meant, list them in CHANGED of this test, and in CHANGELOG.md'
  const unexpected = changed.filter((id) => !expected.includes(id))
  expect(unexpected, `other answers of ${unexpected.join(', ')}: ${mend}`).toEqual([])
  expect(expected.filter((id) => !changed.includes(id)), 'these answers did not change').toEqual([])
})

test('the current version is kept, every operation of it; node scripts/keep-digests.ts does it', () => {
  expect(Object.keys(kept[VERSION] ?? {})).toEqual(Object.keys(now))
})
