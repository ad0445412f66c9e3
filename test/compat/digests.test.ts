/** Responses change by decision: each operation responds to its examples as in the versions whose digests are kept. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { VERSION } from '../../src/version.ts'
import { type AnswerDigests, digestAnswers } from './response-digests.ts'

const kept = JSON.parse(readFileSync(resolve(import.meta.dirname, 'digests.json'), 'utf8')) as Readonly<
  Record<string, AnswerDigests>
>
const { unreleased, ...released } = kept

/** Responses that leave out optional fields: `X-Sim-Assumptions` names A21 in them. Nothing else of them changed. */
const NAMING_A21: readonly string[] = [
  'standalone.requirements.list',
  'standalone.requirements.create',
  'standalone.requirements.read',
  'standalone.requirements.update',
  'standalone.credential.list',
  'standalone.externalProperties.list',
  'standalone.externalProperties.create',
  'standalone.externalProperties.read',
  'standalone.externalProperties.update',
  'standalone.files.create',
  'standalone.files.read',
  'standalone.files.download',
  'standalone.files.upload',
  'standalone.files.uploadBlob',
  'standalone.fileTransfers.upload',
  'standalone.dashboard.list',
  'standalone.dashboard.create',
  'standalone.dashboard.readDefault',
  'standalone.dashboard.updateDefault',
  'standalone.dashboard.read',
  'standalone.dashboard.update',
  'standalone.dashboard.makeDefault',
  'standalone.template.list',
  'standalone.template.create',
  'standalone.template.read',
  'standalone.template.update',
  'wiki.requirement.read',
  'wiki.requirement.search',
  'wiki.requirement.readMany',
  'wiki.requirement.uiSearch',
  'wiki.requirement.uiSearchByBody',
  'wiki.requirement.reserve',
  'wiki.requirement.write',
  'wiki.requirement.writeMany',
  'wiki.requirementByKey.read',
  'wiki.requirementByKey.write',
  'wiki.requirementByKey.writeMany',
  'wiki.issueLink.add',
  'wiki.baseline.search',
  'wiki.baseline.list',
  'wiki.baseline.read',
  'wiki.baseline.checkName',
  'wiki.baseline.create',
  'wiki.baseline.update',
  'wiki.baseline.label',
  'wiki.baseline.createClassic',
  'wiki.baseline.createInstant',
  'wiki.baseline.refreeze',
  'wiki.requirement.dependencies',
  'wiki.page.read',
  'wiki.page.requirements',
  'wiki.externalProperty.update',
  'wiki.externalProperty.updateByName',
  'wiki.propertyNames.list',
  'wiki.propertyNames.register',
  'wiki.propertyNames.changeEverywhere',
  'wiki.types.list',
  'wiki.types.create',
  'wiki.types.createAndReplace',
  'wiki.excel.readConfig',
  'wiki.traceability.list',
  'wiki.traceability.read',
  'wiki.traceability.create',
  'wiki.traceability.change',
  'wiki.traceability.render',
  'wiki.traceability.renderColumn',
  'wiki.traceability.customFields',
  'wiki.queue.list',
  'wiki.queue.send',
  'wiki.queue.flush',
  'wiki.queue.common',
  'wiki.queue.personal',
  'wiki.queue.sendOwn',
  'wiki.integration.list',
  'wiki.integration.create',
  'wiki.integration.read',
  'wiki.integration.update',
  'tracker.api.read',
  'tracker.sync.start',
  'tracker.sync.manage',
  'tracker.sync.readJob',
  'tracker.recovery.suggest',
  'tracker.queue.add',
  'tracker.queue.send',
  'tracker.queue.repairApplicationLink',
  'tracker.data.operations',
  'tracker.randomData.create',
  'tracker.randomData.issues',
  'tracker.bulkJob.start',
  'tracker.bulkJob.read',
  'wiki.trackerIssue.createInBulk',
  'wiki.issueTemplate.list',
  'wiki.issueTemplate.update',
  'wiki.job.read',
  'wiki.repair.list',
  'wiki.repair.heal',
  'hosted-wiki.requirement.search',
  'hosted-wiki.issueLinks.bulk',
  'hosted-wiki.traceability.render',
  'hosted-wiki.savedMatrix.create',
  'hosted-wiki.savedMatrix.change',
]

/** Operations whose bad examples send a text that is no JSON: the error says where. Nothing else of them changed. */
const SAYING_WHERE: readonly string[] = [
  'standalone.aggregation.execute',
  'standalone.aggregation.parse',
  'standalone.calculation.execute',
  'standalone.calculation.parse',
  'standalone.containers.create',
  'standalone.containers.update',
  'standalone.workspaces.create',
  'standalone.workspaces.update',
  'standalone.workspaceMembers.add',
  'standalone.workspaceMembers.update',
  'standalone.variants.create',
  'standalone.variants.update',
  'standalone.requirementProperties.create',
  'standalone.requirementProperties.update',
  'standalone.links.create',
  'standalone.links.update',
  'standalone.organization.create',
  'standalone.organization.update',
  'standalone.member.update',
  'standalone.invitation.create',
  'standalone.invitation.update',
  'standalone.user.updateSelf',
  'standalone.user.deleteSelf',
  'standalone.template.parse',
  'standalone.template.evaluate',
  'standalone.telemetry.send',
  'wiki.baseline.preRefreezeSummary',
  'wiki.externalProperty.updateMatches',
  'wiki.propertyNames.change',
  'wiki.keySuggestion.suggest',
  'wiki.keySuggestion.release',
  'wiki.settings.changeSeveral',
  'wiki.settings.change',
  'wiki.onboarding.put',
  'wiki.sync.queue',
  'wiki.accumulator.run',
  'wiki.queue.receive',
  'wiki.integration.authenticateUser',
  'tracker.api.post',
  'tracker.api.changeMode',
  'tracker.settings.authenticateUser',
  'tracker.settings.setRemoteUser',
  'tracker.issuelinks.create',
  'tracker.issuelinks.overwrite',
  'tracker.issuelinks.remove',
  'tracker.sync.updateBaseline',
  'tracker.operations.rename',
  'tracker.operations.renameThrough',
  'tracker.operations.createLink',
  'tracker.operations.createLinkThrough',
  'tracker.recovery.associate',
  'tracker.baselines.prefer',
  'wiki.issueTemplate.create',
  'hosted-wiki.savedMatrix.search',
]

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
    // X-Sim-Assumptions names A261 to A264.
    'standalone.externalPropertyImport.spreadsheet',
    'standalone.externalPropertyImport.json',
    // Links and nested requirements of a row have other fields (A245).
    'hosted-wiki.requirement.search',
    ...SAYING_WHERE,
    ...NAMING_A21,
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
