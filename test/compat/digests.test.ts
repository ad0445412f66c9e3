/** Responses change by decision: each operation responds to its examples as in the versions whose digests are kept. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { VERSION } from '../../src/version.ts'
import { type AnswerDigests, digestAnswers } from './answer-digests.ts'

const kept = JSON.parse(readFileSync(resolve(import.meta.dirname, 'digests.json'), 'utf8')) as Readonly<
  Record<string, AnswerDigests>
>
const { unreleased, ...released } = kept

/**
 * Operations whose responses changed on purpose since a released version. The sets are exact. Digests begin with 0.2.0: since
 * 0.1.0, nearly every operation got other texts of errors.
 */
const CHANGED: Readonly<Record<string, readonly string[]>> = {
  '0.2.0': [
    // Notes on the page of a task are any JSON value.
    'wiki.task.updatePage',
    // Callers who may read nothing in an application get another message.
    'standalone.container.read',
    'standalone.variant.list',
    'standalone.variant.read',
    'standalone.requirement.listOfCurrent',
    'standalone.requirement.list',
    'standalone.requirement.readOfCurrent',
    'standalone.requirement.read',
    // The products respond and are notified.
    'wiki.integration.checkApplicationLinks',
    'wiki.integration.testApplicationLink',
    'wiki.integration.changeVersion',
    'tracker.api.changeVersion',
    // A refused change of a state names the record, and says what can be done with it.
    'standalone.linkRequest.create',
    'standalone.requirements.delete',
    'standalone.invitation.withdraw',
    'standalone.invitation.accept',
    'standalone.invitation.reject',
    'standalone.linkRequest.approve',
    'standalone.linkRequest.reject',
    'standalone.jobs.cancel',
    'standalone.jobs.retry',
    'wiki.requirement.delete',
    'wiki.requirementByKey.delete',
    'wiki.baseline.freeze',
    'wiki.excel.changeIntegrationState',
    'tracker.bulkJob.abort',
    'wiki.job.abort',
  ],
}

const now = await digestAnswers()
const changedSince = (digests: AnswerDigests) => Object.keys(digests).filter((id) => digests[id] !== now[id])

test.each(Object.entries(released))('responses are those of version %s', (version, digests) => {
  const expected = CHANGED[version] ?? []
  const changed = changedSince(digests)
  const unexpected = changed.filter((id) => !expected.includes(id))
  const correction = 'if that is meant, list them in CHANGED of this test, and in CHANGELOG.md'
  expect(unexpected, `other responses of ${unexpected.join(', ')}: ${correction}`).toEqual([])
  expect(expected.filter((id) => !changed.includes(id)), 'these responses did not change').toEqual([])
})

test('every operation responds as kept last; node scripts/keep-digests.ts keeps an intended change', () => {
  const latest = unreleased ?? released[VERSION] ?? {}
  expect(changedSince(latest)).toEqual([])
  expect(Object.keys(latest)).toEqual(Object.keys(now))
})

test('the digests of the current version are kept', () => {
  expect(Object.keys(released)).toContain(VERSION)
})
