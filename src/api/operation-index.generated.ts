// Generated from the operations and the ledger: change those, then run `npm run generate -- index`.
import type { Entries } from './ledger/entry.ts'
import type { OperationGroup } from './operation-index.ts'
import { int32, int64, string, type Parameter } from './parameter.ts'

/** The types of path parameters; rows name them by their place. */
export const pathParameterTypes: readonly Parameter<unknown>[] = [int64(), string(), string({ maximumLength: 255 }), int32(), int32({ minimum: 1, maximum: 2 }), int64({ minimum: 1, maximum: 9007199254740991 }), int32({ minimum: 0 }), int64({ minimum: 1 })]

/**
 * Parts of the ledger besides those that any exchange may lean on: modules that export nothing but their entries.
 * Groups name them by their place.
 */
export const ledgerParts: readonly (() => Promise<Readonly<Record<string, Entries>>>)[] = [
  () => import('./ledger/bulk-jobs.ts'),
  () => import('./ledger/hosted-wiki.ts'),
  () => import('./ledger/integration-descriptors.ts'),
  () => import('./ledger/integration-queues.ts'),
  () => import('./ledger/organizations.ts'),
  () => import('./ledger/query-language.ts'),
  () => import('./ledger/repair.ts'),
  () => import('./ledger/standalone-dashboards.ts'),
  () => import('./ledger/standalone-imports.ts'),
  () => import('./ledger/standalone-writing.ts'),
  () => import('./ledger/standalone.ts'),
  () => import('./ledger/tracker-common.ts'),
  () => import('./ledger/tracker-data.ts'),
  () => import('./ledger/tracker-links.ts'),
  () => import('./ledger/wiki-baseline-views.ts'),
  () => import('./ledger/wiki-baselines.ts'),
  () => import('./ledger/wiki-pages.ts'),
  () => import('./ledger/wiki-properties.ts'),
  () => import('./ledger/wiki-requirements.ts'),
  () => import('./ledger/wiki-search.ts'),
  () => import('./ledger/wiki-settings.ts'),
  () => import('./ledger/wiki-traceability.ts'),
]

/** Defaults of the entries of the ledger that have a name of their own. */
export const ledgerDefaults: Readonly<Record<string, string>> = { A04: 'refuse', A07: 'status-code', A18: 'omit', A21: 'omit', A25: 'own-organizations', A41: 'avg', A43: 'exact', A48: 'on', A53: 'latest', A54: 'send', A59: 'at-once', A65: 'keep', A72: 'complete', A73: 'ignore', A78: 'as-captured', A82: 'return', A83: 'no-content', A87: 'inert', A89: 'infer', A94: 'figure', A122: 'in-creation-done', A140: 'keep', A141: 'all', A156: 'refuse', A158: 'keep', A184: 'both', A209: 'true', A216: 'take-values', A217: 'identifiers', A219: 'good-rows', A227: 'by-variable', A234: 'everyone', A235: 'counts', A236: 'name', A237: 'clear', A240: 'objects', A241: 'empty', A242: 'columns', A243: 'on-requirements', A244: 'replace', A245: 'rows', A246: 'object', A247: 'from-children', A248: 'unauthorized', A249: 'read', A251: 'refuse', A252: 'words', A253: 'true-or-else', A255: 'by-interface' }

/** What is loaded together; rows name it by its place. */
export const operationGroups: readonly OperationGroup[] = [
  { ledger: [5, 10], load: () => import('./standalone/aggregations.ts') },
  { ledger: [10], load: () => import('./standalone/applications.ts') },
  { ledger: [5, 7, 10], load: () => import('./standalone/calculations.ts') },
  { ledger: [10], load: () => import('./standalone/containers.ts') },
  { ledger: [10], load: () => import('./standalone/variants.ts') },
  { ledger: [5, 10], load: () => import('./standalone/requirements.ts') },
  { ledger: [9, 10], load: () => import('./standalone/container-writing.ts') },
  { ledger: [9, 10], load: () => import('./standalone/workspaces.ts') },
  { ledger: [9, 10], load: () => import('./standalone/workspace-members.ts') },
  { ledger: [9, 10], load: () => import('./standalone/variant-writing.ts') },
  { ledger: [5, 9, 10, 18], load: () => import('./standalone/requirement-writing.ts') },
  { ledger: [9, 10], load: () => import('./standalone/requirement-properties.ts') },
  { ledger: [9, 10], load: () => import('./standalone/typed-links.ts') },
  { ledger: [9, 10], load: () => import('./standalone/relationships.ts') },
  { ledger: [4], load: () => import('./standalone/organizations.ts') },
  { ledger: [4, 10], load: () => import('./standalone/organization-members.ts') },
  { ledger: [4, 10], load: () => import('./standalone/invitations.ts') },
  { ledger: [4, 10], load: () => import('./standalone/organization-link-requests.ts') },
  { ledger: [4, 10], load: () => import('./standalone/users.ts') },
  { ledger: [4], load: () => import('./standalone/credentials.ts') },
  { ledger: [4, 10], load: () => import('./standalone/linked-accounts.ts') },
  { ledger: [8, 10], load: () => import('./standalone/external-properties.ts') },
  { ledger: [8, 10], load: () => import('./standalone/external-property-import.ts') },
  { ledger: [8, 10], load: () => import('./standalone/jobs.ts') },
  { ledger: [8, 9, 10], load: () => import('./standalone/files.ts') },
  { ledger: [7, 10], load: () => import('./standalone/dashboards.ts') },
  { ledger: [7, 10], load: () => import('./standalone/templates.ts') },
  { ledger: [5, 7, 10], load: () => import('./standalone/template-rendering.ts') },
  { ledger: [7], load: () => import('./standalone/telemetry.ts') },
  { ledger: [5, 14, 19], load: () => import('./wiki/requirement-reading.ts') },
  { ledger: [5, 14, 19], load: () => import('./wiki/bulk-read.ts') },
  { ledger: [5, 14, 19], load: () => import('./wiki/ui-search.ts') },
  { ledger: [14, 16, 18], load: () => import('./wiki/requirement-reserving.ts') },
  { ledger: [14, 18], load: () => import('./wiki/requirement-writing.ts') },
  { ledger: [5, 14, 18], load: () => import('./wiki/requirement-by-key.ts') },
  { ledger: [18], load: () => import('./wiki/issue-links.ts') },
  { ledger: [18], load: () => import('./wiki/history.ts') },
  { ledger: [14, 15], load: () => import('./wiki/baselines.ts') },
  { ledger: [5, 14, 15], load: () => import('./wiki/baseline-editing.ts') },
  { ledger: [5, 14, 15], load: () => import('./wiki/baseline-freezing.ts') },
  { ledger: [15], load: () => import('./wiki/tasks.ts') },
  { ledger: [5, 16, 18, 19], load: () => import('./wiki/pages.ts') },
  { ledger: [14, 16], load: () => import('./wiki/page-requirements.ts') },
  { ledger: [5, 17, 19], load: () => import('./wiki/external-properties.ts') },
  { ledger: [20], load: () => import('./wiki/property-names.ts') },
  { ledger: [20], load: () => import('./wiki/types.ts') },
  { ledger: [16], load: () => import('./wiki/key-suggestions.ts') },
  { ledger: [20], load: () => import('./wiki/settings.ts') },
  { ledger: [20], load: () => import('./wiki/onboarding.ts') },
  { ledger: [20], load: () => import('./wiki/saved-queries.ts') },
  { ledger: [20], load: () => import('./wiki/sync.ts') },
  { ledger: [20], load: () => import('./wiki/excel.ts') },
  { ledger: [5, 16, 19], load: () => import('./wiki/rich-text.ts') },
  { ledger: [5, 10, 17, 19], load: () => import('./wiki/accumulator.ts') },
  { ledger: [5, 21], load: () => import('./wiki/traceability.ts') },
  { ledger: [0, 5, 10, 19, 21], load: () => import('./wiki/traceability-rendering.ts') },
  { ledger: [5, 10, 16, 19, 21], load: () => import('./wiki/traceability-exports.ts') },
  { ledger: [3], load: () => import('./wiki/queues.ts') },
  { ledger: [2], load: () => import('./wiki/integration.ts') },
  { ledger: [2], load: () => import('./wiki/integration-link.ts') },
  { ledger: [2], load: () => import('./wiki/integration-versions.ts') },
  { ledger: [2, 11], load: () => import('./tracker/api.ts') },
  { ledger: [2, 11], load: () => import('./tracker/settings.ts') },
  { ledger: [11, 13], load: () => import('./tracker/issue-links.ts') },
  { ledger: [0, 11, 13], load: () => import('./tracker/synchronisation.ts') },
  { ledger: [11, 13], load: () => import('./tracker/remote-links.ts') },
  { ledger: [11, 13], load: () => import('./tracker/recovery.ts') },
  { ledger: [3, 11, 12], load: () => import('./tracker/queue.ts') },
  { ledger: [11, 12], load: () => import('./tracker/data.ts') },
  { ledger: [5, 12], load: () => import('./tracker/search.ts') },
  { ledger: [11, 12, 14], load: () => import('./tracker/baselines.ts') },
  { ledger: [11, 12], load: () => import('./tracker/random-data.ts') },
  { ledger: [0, 11, 13], load: () => import('./tracker/bulk-jobs.ts') },
  { ledger: [0, 5, 19], load: () => import('./wiki/tracker-issues.ts') },
  { ledger: [0], load: () => import('./wiki/issue-templates.ts') },
  { ledger: [0], load: () => import('./wiki/jobs.ts') },
  { ledger: [6, 13], load: () => import('./wiki/repair.ts') },
  { ledger: [1, 5, 10, 14, 19], load: () => import('./hosted-wiki/search.ts') },
  { ledger: [0, 1, 5, 9], load: () => import('./hosted-wiki/issue-links.ts') },
  { ledger: [1, 5, 10, 21], load: () => import('./hosted-wiki/traceability.ts') },
  { ledger: [1, 21], load: () => import('./hosted-wiki/saved-matrices.ts') },
  { ledger: [10], load: () => import('./operations.ts') },
]

/** id, method, path, stability, provenance, rate, status, refusals, path parameters, marks, group; see packed-rows.ts */
export const operationRows = `\
standalone.aggregation.execute POST /aggregations/execute stable documented normal 200 - - builds 0
.parse  2/parse
standalone.application.list GET 1/applications       - 1
.readCurrent  2/current     400
.read  2/{applicationId}     - 0
standalone.linkRequest.list  3/link-requests
.listCandidates  4/candidates
.read  4/{organizationId}      0,0
.create POST     201 409
.delete DELETE     204
standalone.calculation.execute POST 1/calculations/execute    200 - - builds 2
.parse  2/parse unstated observed
standalone.container.list GET 1/applications/{applicationId}/containers experimental documented    0 - 3
.read  4/{containerId}      0,0
standalone.project.list  3/projects      0
standalone.variant.list  4/{projectId}/variants      0,0  4
.read  6/{variantId}      0,0,0
standalone.requirement.listOfCurrent  6/current/requirements      0,0  5
.list  6/{variantId}/requirements      0,0,0
.readOfCurrent  6/current/requirements/{key}      0,0,1
.read  6/{variantId}/requirements/{key}      0,0,0,1
standalone.containers.list  1/containers unstated observed    -  6
.create POST     201 404,409  builds
.read GET 2/{containerId}    200 404 0 -
.update PUT      404,409  builds
.delete DELETE     204   -
standalone.workspaces.list GET 1/standalone/workspaces    200 - -  7
.create POST     201 404,409  builds
.read GET 3/{workspaceId}    200 404 0 -
.update PUT        builds
.delete DELETE     204 404,409  -
standalone.workspaceMembers.list GET 4/members    200 404   8
.add POST     201 404,409  builds
.read GET 5/{userId}    200 404 0,0 -
.update PUT      404,409  builds
.remove DELETE     204   -
standalone.variants.list GET 1/variants    200 404 -  9
.create POST     201 404,409  builds
.read GET 2/{variantId}    200 404 0 -
.update PUT      404,409  builds
.delete DELETE     204   -
standalone.requirements.list GET 1/requirements    200 404 -  10
.create POST     201 404,409  builds
.read GET 2/{requirementId}    200 404 0 -
.update PUT      404,409  builds
.delete DELETE     204   -
standalone.requirementProperties.list GET 3/external-properties    200 404   11
.create POST     201 404,409  builds
.update PUT 4/{externalPropertyId}    200  0,0
.delete DELETE     204   -
standalone.links.list GET 3/links    200 404 0  12
.create POST     201 404,409  builds
.read GET 4/{linkId}    200 404 0,0 -
.update PUT      404,409  builds
.delete DELETE     204   -
standalone.relationships.list GET 1/relationships    200 - -  13
standalone.organization.list  1/organizations        14
.create POST     201   builds
.read GET 2/{organizationId}    200  0 -
.update PUT        builds
.delete DELETE     204 409  -
standalone.user.listOrganizations GET 1/users/me/organizations    200 - -
standalone.member.list  1/organizations/{organizationId}/members      0  15
.read  4/{userId}      0,0
.update PUT      409  builds
.remove DELETE     204   -
standalone.invitation.list GET 3/invitations    200 - 0  16
.create POST     201 409  builds
.read GET 4/{invitationId}    200 - 0,0 -
.update PUT      409  builds
.withdraw DELETE     204   -
.listOwn GET 1/users/me/invitations    200 - -
.accept POST 4/{invitationId}/accept     409 0
.reject  5/reject
standalone.linkRequest.listOfOrganization GET 1/organizations/{organizationId}/link-requests     -   17
.readOfOrganization  4/{applicationId}      0,0
.approve POST 5/approve     409
.reject  5/reject
standalone.user.readSelf GET 1/users/me     - -  18
.updateSelf PUT      409  builds
.deleteSelf DELETE     204   -
.read GET 2/{id}    200 - 0
.readAccount  1/proxy/users/atlassian/{accountId}      2
standalone.credential.list  1/users/me/credentials      -  19
.delete DELETE 4/{credentialId}    204  0
standalone.linkedAccount.read GET 3/linked-accounts/{providerId}    200  2  20
.delete DELETE     204
.startLink GET 5/link    200
.readProfile  4/atlassian/profile     403,404 -
.listResources  5/accessible-resources
standalone.externalProperties.list  1/external-properties     404   21
.create POST     201 404,409  builds
.read GET 2/{id}    200 404 0 -
.update PUT      404,409  builds
.delete DELETE     204   -
.usage GET 2/usage    200 404 -
.usageByTypes  2/{id}/usage/requirement-types      0
.usageByRequirements  4/requirements
standalone.externalPropertyImport.spreadsheet POST 2/import     404,409,413 - builds 22
.json  3/json
standalone.jobs.list GET 1/jobs     404  - 23
.read  2/{jobId}      0
.cancel POST 3/cancel     404,409
.retry  3/retry
standalone.files.create  1/files    201 404,409,413 - builds 24
.read GET 2/{id}    200 404 0 -
.download  3/download
.downloadBlob  4/blob
.downloadUrl  4/url
.upload PUT 3/upload     404,413  builds
.uploadBlob  4/blob
.uploadUrl GET 4/url     404  -
standalone.fileTransfers.download  1/file-transfers/{ticket}  assumed   403,404 1 anonymous
.upload PUT      403,404,413  anonymous,builds
standalone.dashboard.list GET 1/dashboards  observed   - - - 25
.create POST     201 404  builds
.readDefault GET 2/default    200   -
.updateDefault PUT        builds
.deleteDefault DELETE     204   -
.read GET 2/{dashboardId}    200  0
.update PUT        builds
.delete DELETE     204   -
.makeDefault POST 3/make-default    200
standalone.template.list GET 1/templates     - -  26
.create POST     201 404  builds
.read GET 2/{templateId}    200  0 -
.update PUT        builds
.delete DELETE     204   -
.parse POST 2/parse    200 - - builds 27
.evaluate  2/evaluate     404
standalone.telemetry.send  1/telemetry    204 -   28
wiki.requirement.read GET 1/requirement2/{spaceKey}/{key} public documented high 200 404 2,2 - 29
.search  3      2
.readMany PUT 1/requirement3/request     - - builds 30
.uiSearch GET 1/misc/{spaceKey}/uiSearch internal  normal  404 2 - 31
.uiSearchByBody PUT        builds
.reserve POST 1/requirement2/{spaceKey}/{key}     404,409 2,2  32
.write PUT         33
.writeMany  3      2
.delete DELETE 3/{key}    204  2,2 -
wiki.requirementByKey.read GET 1/requirement/{key} deprecated   200 404 2  34
.write PUT      404,409  builds
.writeMany  2      -
.delete DELETE 2/{key}    204  2 -
wiki.issueLink.add PUT 1/requirement2/{spaceKey}/{key}/link/issue/{issue}    201  2,2,2 builds 35
.remove DELETE     204 404  -
wiki.requirement.history GET 1/misc/{spaceKey}/history internal   200  2  36
wiki.baseline.search  1/baseline public    - -  37
.list  2/{spaceKey}      2
.read  3/{version}      2,3
.pages  4/pages internal
.checkName  1/baseline-actions/{spaceKey}/search      2
.checkNameOlder  1/baseline/{spaceKey}/0/search
.suggestName  1/baseline-actions/{spaceKey}/suggest public
.suggestNameOlder  1/baseline/{spaceKey}/0/suggest
.create POST 3     409  builds 38
.update PUT 3/{version}      2,3
.label  4/label
.delete DELETE 4    204   -
.freeze POST 1/baseline-actions/{spaceKey}/freeze/{version} internal   200    39
.createClassic  1/baseline/{spaceKey}/1/create      2 builds
.createInstant  3/{n}/create-instant      2,4
.refreeze PUT 3/0/refreeze      2
.preRefreezeSummary POST 1/baseline-actions/{spaceKey}/pre-refreeze-summary
.preRefreezeSummaryOlder  1/baseline/{spaceKey}/pre-refreeze-summary
.refreezeDependencies GET 3/refreezeDependencies     -  -
wiki.misc.refreezeDependencies  1/misc/{spaceKey}/refreezeDependencies
wiki.task.read  1/tasks/status/{taskId}        40
.updatePage PUT 4/pages/{id}     409 2,5 builds
.delete DELETE 2/{taskId}    204 - 2 -
wiki.page.reindex PUT 1/helpers/reindex/{contentId}    200 409 0  41
.reindexByPost POST   observed
wiki.requirement.dependencies GET 1/misc/{spaceKey}/dependency  documented   - 2
wiki.setting.extendedMode  3/extended-mode
wiki.page.uninstall DELETE 1/uninstall/pages/{pageId}    204  0
.read GET 1/page/{spaceKey}/{pageId}  observed high 200  2,0  42
.requirements  1/misc/{spaceKey}/{pageId}  documented
wiki.externalProperty.count  1/external-properties/{spaceKey}/count   normal   2  43
.updateMatches PUT 3     409  builds
.update  3/{key}      2,2
.updateByName  1/requirement/{spaceKey}/{key}/external-properties/{propertyName}      2,2,2
wiki.propertyNames.list GET 1/propertynames/{spaceKey}     - 2 - 44
.register POST      409  builds
.change PUT 3/{propertyName}      2,2
.changeEverywhere  2/{propertyName}      2
.unregister DELETE     204 -  -
wiki.types.list GET 1/types/{spaceKey}    200    45
.create POST 3/create     409  builds
.createAndReplace  3/createAndReplace
wiki.keySuggestion.suggest  1/key-suggestions/{spaceKey}/suggestAtInitialization   high     46
.suggestInEditor  1/rte/{spaceKey}/suggestAtInitialization
.release DELETE 1/key-suggestions/{spaceKey}/   normal 204 -
wiki.settings.readAll GET 1/settings    200  - - 47
.read  2/{settingsName}      2
.changeSeveral PUT 2      - builds
.change  2/{settingsName}      2
wiki.onboarding.put  1/onboarding/{settingsName}     409   48
.notify POST 2/notifications     - - -
wiki.savedQueries.migrate  1/misc/{spaceKey}/migrateUsersQueries      2  49
wiki.sync.queue  1/sync deprecated     - builds 50
wiki.excel.readConfig GET 1/excel/{spaceKey}/{attachmentId}/config internal     2,0 - 51
.changeIntegrationState POST 5/integrationState     409  builds
.delete DELETE 4    204 -  -
wiki.richText.suggest GET 1/rte/{spaceKey}/suggest2    200  2  52
.reportToHtml  3/report/transform-to-html
wiki.accumulator.run PUT 1/accumulator/{spaceKey}       builds 53
wiki.traceability.list GET 1/traceability/{spaceKey}/       - 54
.read  3/{id}      2,0
.create POST 3      2 builds
.change PUT 3/{id}      2,0
.delete DELETE     204   -
.render PUT 3/uiTraceability    200  2 builds 55
.renderColumn  4/column/{columnNumber}/frontEndData      2,6
.renderOlder  1/misc/{spaceKey}/uiTraceability      2
.customFields GET 1/traceability/{spaceKey}/uiTraceability/customfields/{applink}     404,409 2,2 -
wiki.richText.traceabilityToHtml  1/rte/{spaceKey}/traceability/transform-to-html     - 2  56
wiki.traceability.storedList  1/misc/{spaceKey}/traceability/data deprecated
.storedRead  5/{id}      2,3
wiki.queue.list  1/integration/{serviceId}/queue/outbound internal     2  57
.send PUT 5/{messageId}     404,409 2,6
.remove DELETE     204 404
.flush GET 4/flush    200  2
.answers  4/inbound
.receive POST        builds
.common GET 1/common-queue     - - -
.personal  1/personal-queue
.removeOwn DELETE 2/{serviceId}/{messageId}    204 403,404 2,6
.sendOwn PUT     200 403,404,409
wiki.integration.list GET 1/integration     - -  58
.create POST      404,409  builds
.read GET 2/{serviceId}     404 2 -
.update PUT  public    403,404  builds
.delete DELETE  internal   204 404  -
.checkApplicationLinks POST 3/check-applinks    200    59
.testApplicationLink GET 3/applink/test
.authenticateUser POST 3/authenticate-user     403,404,409  builds 60
.changeVersion  3/change-version     404  -
tracker.api.read GET 1/api     - - anonymous 61
.post POST      404  builds
.changeMode PUT 2/{applinkId}/mode      2
.changeVersion  3/version
tracker.settings.authenticateUser POST 1/settings/{serviceId}/authenticate-user        62
.setRemoteUser  3/set-remote-user
tracker.issuelinks.unimplemented GET 1/issuelinks     - - - 63
.list  2/{issueKey}     404 2
.create POST      404,409  builds
.overwrite PUT
.remove DELETE      404
tracker.sync.start PUT 1/sync      - - 64
.manage GET      -
.readJob  2/job/{jobId}     404 7
.updateBaseline POST 2/updatebaseline2     404,409 - builds
tracker.operations.rename PUT 1/rename     404   65
.renameThrough  1/operations/{applinkId}/rename      2
.createLink POST 1/createRIL     404,409 -
.createLinkThrough  1/operations/{applinkId}/createRIL      2
tracker.recovery.suggest GET 1/recover-null-keys/suggest     - - - 66
.requirement  2/requirement     404,409
.associate PUT 2/associate/{id}      7 builds
tracker.queue.list GET 1/queue/{applinkId}/messages     404 2 - 67
.add POST        builds
.empty DELETE     204   -
.send POST 4/{messageId}    200 404,409 2,6
.remove DELETE     204 404
.repairApplicationLink POST 3/repair-applink    200  2
tracker.data.relationships GET 1/relationships     - -  68
.fields  1/metadata/customfields
.operations  1/operations/{applinkId}     404 2
.history  1/history/issue/{issueNumber}     403,404
.search  1/search     404,409 -  69
tracker.baselines.list  1/baselines/{projectKey}     403,404 2  70
.forget DELETE 2/{project}    204 404
.prefer PUT 1/preferences/baselineCondition    200 404,409 - builds
tracker.randomData.create GET 1/sync/create-random-data       - 71
.issues  2/create-random-issues
tracker.bulkJob.start POST 1/operations/{applinkId}/issues-bulk-operation/projects/{projectId}     403,404 2,7 builds 72
.list GET 4/jobs     404 2 -
.read  5/{jobId}     403,404 2,3
.abort POST 6/abort     404,409
.delete DELETE 6    204
wiki.trackerIssue.projects GET 1/integration/{serviceId}/jira/projects    200  2  73
.projectMetadata  5/{projectKey}/meta     403,404,409 2,2
.issueTypeMetadata  7/{issueTypeId}      2,2,0
.relationships  6/relationships      2,2
.issues  4/issues     404,409 2
.createInBulk POST 4/create-issues-bulk     403,404,409  builds
wiki.trackerIssueByName.projects GET 3/tracker/projects  assumed   404,409  -
.projectMetadata  5/{projectKey}/meta     403,404,409 2,2
.issueTypeMetadata  7/{issueTypeId}      2,2,0
.relationships  6/relationships      2,2
.issues  4/issues     404,409 2
.createInBulk POST 4/create-issues-bulk     403,404,409  builds
wiki.issueTemplate.list GET 1/templates/{spaceKey}/  documented   -  - 74
.create POST      404,409  builds
.update PUT 3/{id}      2,3
.delete DELETE     204 404  -
.issues GET 4/issues    200
wiki.job.list  1/tasks/jobs     404,409 -  75
.read  3/{jobId}      3
.errors  3/status/{jobId}/errors
.abort POST 3/{jobId}/abort
.delete DELETE 4    204
wiki.repair.list GET 1/repair/trackerlinks    200 - -  76
.heal PUT      404  builds
.drop DELETE     204 409  -
wiki.repairJira.list GET 2/jiralinks  assumed  200 -
.heal PUT      404  builds
.drop DELETE     204 409  -
hosted-wiki.requirement.search GET 1/rest/search public documented high 200 -   77
hosted-wiki.issueLinks.bulk POST 2/jira-bulk/links unstated observed normal  204,404,409  builds 78
hosted-wiki.traceability.render  2/traceability/{spaceKey}     404 2  79
hosted-wiki.savedMatrix.create  2/saved-matrices      -  80
.read GET 3/{id}     - 0 -
.change PUT        builds
.delete DELETE     204   -
.search POST 3/search    200  - builds
standalone.openapi.read GET 1/v3/api-docs internal documented     anonymous,builds 81
wiki.openapi.read  1/openapi
tracker.openapi.read
hosted-wiki.openapi.read  1/v3/api-docs
hosted-tracker.openapi.read`
