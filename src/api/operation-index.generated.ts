// Generated from the operations and the ledger: change those, then run `npm run generate -- index`.
import type { Entries } from './ledger/entry.ts'
import type { OperationGroup } from './operation-index.ts'
import { int32, int64, string, type Parameter } from './parameter.ts'

/** The types of path parameters; rows name them by their place. */
export const pathParameterTypes: readonly Parameter<unknown>[] = [int64(), string(), string({ maximumLength: 255 }), int32(), int32({ minimum: 1, maximum: 2 }), int64({ minimum: 1, maximum: 9007199254740991 }), int32({ minimum: 0 }), int64({ minimum: 1 })]

/** Parts of the ledger besides those that any exchange may lean on: modules that export nothing but their entries. */
export const ledgerParts: Readonly<Record<string, () => Promise<Readonly<Record<string, Entries>>>>> = {
  'bulk-jobs': () => import('./ledger/bulk-jobs.ts'),
  'hosted-wiki': () => import('./ledger/hosted-wiki.ts'),
  'integration-descriptors': () => import('./ledger/integration-descriptors.ts'),
  'integration-queues': () => import('./ledger/integration-queues.ts'),
  'organizations': () => import('./ledger/organizations.ts'),
  'query-language': () => import('./ledger/query-language.ts'),
  'repair': () => import('./ledger/repair.ts'),
  'standalone-dashboards': () => import('./ledger/standalone-dashboards.ts'),
  'standalone-imports': () => import('./ledger/standalone-imports.ts'),
  'standalone-writing': () => import('./ledger/standalone-writing.ts'),
  'standalone': () => import('./ledger/standalone.ts'),
  'tracker-common': () => import('./ledger/tracker-common.ts'),
  'tracker-data': () => import('./ledger/tracker-data.ts'),
  'tracker-links': () => import('./ledger/tracker-links.ts'),
  'wiki-baseline-views': () => import('./ledger/wiki-baseline-views.ts'),
  'wiki-baselines': () => import('./ledger/wiki-baselines.ts'),
  'wiki-pages': () => import('./ledger/wiki-pages.ts'),
  'wiki-properties': () => import('./ledger/wiki-properties.ts'),
  'wiki-requirements': () => import('./ledger/wiki-requirements.ts'),
  'wiki-search': () => import('./ledger/wiki-search.ts'),
  'wiki-settings': () => import('./ledger/wiki-settings.ts'),
  'wiki-traceability': () => import('./ledger/wiki-traceability.ts'),
}

/** Defaults of the entries of the ledger that have a name of their own. */
export const ledgerDefaults: Readonly<Record<string, string>> = { A04: 'refuse', A07: 'status-code', A18: 'omit', A21: 'omit', A25: 'own-organizations', A43: 'exact', A48: 'on', A53: 'latest', A54: 'send', A59: 'at-once', A65: 'keep', A72: 'complete', A73: 'ignore', A82: 'return', A83: 'no-content', A87: 'inert', A89: 'infer', A94: 'figure', A122: 'in-creation-done', A140: 'keep', A141: 'all', A156: 'refuse', A158: 'keep', A184: 'both', A209: 'true', A216: 'take-values', A219: 'good-rows', A234: 'others' }

export const operationGroups: Readonly<Record<string, OperationGroup>> = {
  'standalone/aggregations': { ledger: ['query-language', 'standalone'], load: () => import('./standalone/aggregations.ts') },
  'standalone/applications': { ledger: ['standalone'], load: () => import('./standalone/applications.ts') },
  'standalone/calculations': { ledger: ['query-language', 'standalone-dashboards', 'standalone'], load: () => import('./standalone/calculations.ts') },
  'standalone/containers': { ledger: ['standalone'], load: () => import('./standalone/containers.ts') },
  'standalone/variants': { ledger: ['standalone'], load: () => import('./standalone/variants.ts') },
  'standalone/requirements': { ledger: ['query-language', 'standalone'], load: () => import('./standalone/requirements.ts') },
  'standalone/container-writing': { ledger: ['standalone-writing', 'standalone'], load: () => import('./standalone/container-writing.ts') },
  'standalone/workspaces': { ledger: ['standalone-writing', 'standalone'], load: () => import('./standalone/workspaces.ts') },
  'standalone/workspace-members': { ledger: ['standalone-writing', 'standalone'], load: () => import('./standalone/workspace-members.ts') },
  'standalone/variant-writing': { ledger: ['standalone-writing', 'standalone'], load: () => import('./standalone/variant-writing.ts') },
  'standalone/requirement-writing': { ledger: ['query-language', 'standalone-writing', 'standalone', 'wiki-requirements'], load: () => import('./standalone/requirement-writing.ts') },
  'standalone/requirement-properties': { ledger: ['standalone-writing', 'standalone'], load: () => import('./standalone/requirement-properties.ts') },
  'standalone/typed-links': { ledger: ['standalone-writing', 'standalone'], load: () => import('./standalone/typed-links.ts') },
  'standalone/relationships': { ledger: ['standalone-writing', 'standalone'], load: () => import('./standalone/relationships.ts') },
  'standalone/organizations': { ledger: ['organizations'], load: () => import('./standalone/organizations.ts') },
  'standalone/organization-members': { ledger: ['organizations', 'standalone'], load: () => import('./standalone/organization-members.ts') },
  'standalone/invitations': { ledger: ['organizations', 'standalone'], load: () => import('./standalone/invitations.ts') },
  'standalone/organization-link-requests': { ledger: ['organizations', 'standalone'], load: () => import('./standalone/organization-link-requests.ts') },
  'standalone/users': { ledger: ['organizations', 'standalone'], load: () => import('./standalone/users.ts') },
  'standalone/credentials': { ledger: ['organizations'], load: () => import('./standalone/credentials.ts') },
  'standalone/linked-accounts': { ledger: ['organizations', 'standalone'], load: () => import('./standalone/linked-accounts.ts') },
  'standalone/external-properties': { ledger: ['standalone-imports', 'standalone'], load: () => import('./standalone/external-properties.ts') },
  'standalone/external-property-import': { ledger: ['standalone-imports', 'standalone'], load: () => import('./standalone/external-property-import.ts') },
  'standalone/jobs': { ledger: ['standalone-imports', 'standalone'], load: () => import('./standalone/jobs.ts') },
  'standalone/files': { ledger: ['standalone-imports', 'standalone-writing', 'standalone'], load: () => import('./standalone/files.ts') },
  'standalone/dashboards': { ledger: ['standalone-dashboards', 'standalone'], load: () => import('./standalone/dashboards.ts') },
  'standalone/templates': { ledger: ['standalone-dashboards', 'standalone'], load: () => import('./standalone/templates.ts') },
  'standalone/template-rendering': { ledger: ['query-language', 'standalone-dashboards', 'standalone'], load: () => import('./standalone/template-rendering.ts') },
  'standalone/telemetry': { ledger: ['standalone-dashboards'], load: () => import('./standalone/telemetry.ts') },
  'wiki/requirement-reading': { ledger: ['query-language', 'wiki-baseline-views', 'wiki-search'], load: () => import('./wiki/requirement-reading.ts') },
  'wiki/bulk-read': { ledger: ['query-language', 'wiki-baseline-views', 'wiki-search'], load: () => import('./wiki/bulk-read.ts') },
  'wiki/ui-search': { ledger: ['query-language', 'wiki-baseline-views', 'wiki-search'], load: () => import('./wiki/ui-search.ts') },
  'wiki/requirement-reserving': { ledger: ['wiki-baseline-views', 'wiki-pages', 'wiki-requirements'], load: () => import('./wiki/requirement-reserving.ts') },
  'wiki/requirement-writing': { ledger: ['wiki-baseline-views', 'wiki-requirements'], load: () => import('./wiki/requirement-writing.ts') },
  'wiki/requirement-by-key': { ledger: ['query-language', 'wiki-baseline-views', 'wiki-requirements'], load: () => import('./wiki/requirement-by-key.ts') },
  'wiki/issue-links': { ledger: ['wiki-requirements'], load: () => import('./wiki/issue-links.ts') },
  'wiki/history': { ledger: ['wiki-requirements'], load: () => import('./wiki/history.ts') },
  'wiki/baselines': { ledger: ['wiki-baseline-views', 'wiki-baselines'], load: () => import('./wiki/baselines.ts') },
  'wiki/baseline-editing': { ledger: ['wiki-baseline-views', 'wiki-baselines'], load: () => import('./wiki/baseline-editing.ts') },
  'wiki/baseline-freezing': { ledger: ['wiki-baseline-views', 'wiki-baselines'], load: () => import('./wiki/baseline-freezing.ts') },
  'wiki/tasks': { ledger: ['wiki-baselines'], load: () => import('./wiki/tasks.ts') },
  'wiki/pages': { ledger: ['query-language', 'wiki-baseline-views', 'wiki-pages', 'wiki-requirements', 'wiki-search'], load: () => import('./wiki/pages.ts') },
  'wiki/external-properties': { ledger: ['query-language', 'wiki-properties', 'wiki-search'], load: () => import('./wiki/external-properties.ts') },
  'wiki/property-names': { ledger: ['wiki-settings'], load: () => import('./wiki/property-names.ts') },
  'wiki/types': { ledger: ['wiki-settings'], load: () => import('./wiki/types.ts') },
  'wiki/key-suggestions': { ledger: ['wiki-pages'], load: () => import('./wiki/key-suggestions.ts') },
  'wiki/settings': { ledger: ['wiki-settings'], load: () => import('./wiki/settings.ts') },
  'wiki/onboarding': { ledger: ['wiki-settings'], load: () => import('./wiki/onboarding.ts') },
  'wiki/saved-queries': { ledger: ['wiki-settings'], load: () => import('./wiki/saved-queries.ts') },
  'wiki/sync': { ledger: ['wiki-settings'], load: () => import('./wiki/sync.ts') },
  'wiki/excel': { ledger: ['wiki-settings'], load: () => import('./wiki/excel.ts') },
  'wiki/rich-text': { ledger: ['query-language', 'wiki-pages', 'wiki-search'], load: () => import('./wiki/rich-text.ts') },
  'wiki/accumulator': { ledger: ['query-language', 'standalone', 'wiki-properties', 'wiki-search'], load: () => import('./wiki/accumulator.ts') },
  'wiki/traceability': { ledger: ['wiki-traceability'], load: () => import('./wiki/traceability.ts') },
  'wiki/traceability-rendering': { ledger: ['bulk-jobs', 'query-language', 'standalone', 'wiki-search', 'wiki-traceability'], load: () => import('./wiki/traceability-rendering.ts') },
  'wiki/traceability-exports': { ledger: ['query-language', 'standalone', 'wiki-pages', 'wiki-search', 'wiki-traceability'], load: () => import('./wiki/traceability-exports.ts') },
  'wiki/queues': { ledger: ['integration-queues'], load: () => import('./wiki/queues.ts') },
  'wiki/integration': { ledger: ['integration-descriptors'], load: () => import('./wiki/integration.ts') },
  'wiki/integration-link': { ledger: ['integration-descriptors'], load: () => import('./wiki/integration-link.ts') },
  'wiki/integration-versions': { ledger: ['integration-descriptors'], load: () => import('./wiki/integration-versions.ts') },
  'tracker/api': { ledger: ['integration-descriptors', 'tracker-common'], load: () => import('./tracker/api.ts') },
  'tracker/settings': { ledger: ['integration-descriptors', 'tracker-common'], load: () => import('./tracker/settings.ts') },
  'tracker/issue-links': { ledger: ['tracker-common', 'tracker-links'], load: () => import('./tracker/issue-links.ts') },
  'tracker/synchronisation': { ledger: ['bulk-jobs', 'tracker-common', 'tracker-links'], load: () => import('./tracker/synchronisation.ts') },
  'tracker/remote-links': { ledger: ['tracker-common', 'tracker-links'], load: () => import('./tracker/remote-links.ts') },
  'tracker/recovery': { ledger: ['tracker-common', 'tracker-links'], load: () => import('./tracker/recovery.ts') },
  'tracker/queue': { ledger: ['integration-queues', 'tracker-common', 'tracker-data'], load: () => import('./tracker/queue.ts') },
  'tracker/data': { ledger: ['tracker-common', 'tracker-data'], load: () => import('./tracker/data.ts') },
  'tracker/search': { ledger: ['query-language', 'tracker-data'], load: () => import('./tracker/search.ts') },
  'tracker/baselines': { ledger: ['tracker-common', 'tracker-data', 'wiki-baseline-views'], load: () => import('./tracker/baselines.ts') },
  'tracker/random-data': { ledger: ['tracker-common', 'tracker-data'], load: () => import('./tracker/random-data.ts') },
  'tracker/bulk-jobs': { ledger: ['bulk-jobs', 'tracker-common', 'tracker-links'], load: () => import('./tracker/bulk-jobs.ts') },
  'wiki/tracker-issues': { ledger: ['bulk-jobs', 'query-language', 'wiki-search'], load: () => import('./wiki/tracker-issues.ts') },
  'wiki/issue-templates': { ledger: ['bulk-jobs'], load: () => import('./wiki/issue-templates.ts') },
  'wiki/jobs': { ledger: ['bulk-jobs'], load: () => import('./wiki/jobs.ts') },
  'wiki/repair': { ledger: ['repair', 'tracker-links'], load: () => import('./wiki/repair.ts') },
  'hosted-wiki/search': { ledger: ['query-language', 'wiki-baseline-views', 'wiki-search'], load: () => import('./hosted-wiki/search.ts') },
  'hosted-wiki/issue-links': { ledger: ['bulk-jobs', 'hosted-wiki', 'query-language', 'standalone-writing'], load: () => import('./hosted-wiki/issue-links.ts') },
  'hosted-wiki/traceability': { ledger: ['hosted-wiki', 'query-language', 'standalone', 'wiki-traceability'], load: () => import('./hosted-wiki/traceability.ts') },
  'hosted-wiki/saved-matrices': { ledger: ['hosted-wiki', 'wiki-traceability'], load: () => import('./hosted-wiki/saved-matrices.ts') },
  'operations': { ledger: ['standalone'], load: () => import('./operations.ts') },
}

/** id, method, path, stability, provenance, rate, status, refusals, path parameters, marks, group; see packed-rows.ts */
export const operationRows = `\
standalone.aggregation.execute POST /aggregations/execute stable documented normal 200 - - builds standalone/aggregations
.parse  2/parse
standalone.application.list GET 1/applications       - standalone/applications
.readCurrent  2/current     400
.read  2/{applicationId}     - 0
standalone.linkRequest.list  3/link-requests
.listCandidates  4/candidates
.read  4/{organizationId}      0,0
.create POST     201 409
.delete DELETE     204
standalone.calculation.execute POST 1/calculations/execute    200 - - builds standalone/calculations
.parse  2/parse unstated observed
standalone.container.list GET 1/applications/{applicationId}/containers experimental documented    0 - standalone/containers
.read  4/{containerId}      0,0
standalone.project.list  3/projects      0
standalone.variant.list  4/{projectId}/variants      0,0  standalone/variants
.read  6/{variantId}      0,0,0
standalone.requirement.listOfCurrent  6/current/requirements      0,0  standalone/requirements
.list  6/{variantId}/requirements      0,0,0
.readOfCurrent  6/current/requirements/{key}      0,0,1
.read  6/{variantId}/requirements/{key}      0,0,0,1
standalone.containers.list  1/containers unstated observed    -  standalone/container-writing
.create POST     201 404,409  builds
.read GET 2/{containerId}    200 404 0 -
.update PUT      404,409  builds
.delete DELETE     204   -
standalone.workspaces.list GET 1/standalone/workspaces    200 - -  standalone/workspaces
.create POST     201 404,409  builds
.read GET 3/{workspaceId}    200 404 0 -
.update PUT        builds
.delete DELETE     204 404,409  -
standalone.workspaceMembers.list GET 4/members    200 404   standalone/workspace-members
.add POST     201 404,409  builds
.read GET 5/{userId}    200 404 0,0 -
.update PUT      404,409  builds
.remove DELETE     204   -
standalone.variants.list GET 1/variants    200 404 -  standalone/variant-writing
.create POST     201 404,409  builds
.read GET 2/{variantId}    200 404 0 -
.update PUT      404,409  builds
.delete DELETE     204   -
standalone.requirements.list GET 1/requirements    200 404 -  standalone/requirement-writing
.create POST     201 404,409  builds
.read GET 2/{requirementId}    200 404 0 -
.update PUT      404,409  builds
.delete DELETE     204   -
standalone.requirementProperties.list GET 3/external-properties    200 404   standalone/requirement-properties
.create POST     201 404,409  builds
.update PUT 4/{externalPropertyId}    200  0,0
.delete DELETE     204   -
standalone.links.list GET 3/links    200 404 0  standalone/typed-links
.create POST     201 404,409  builds
.read GET 4/{linkId}    200 404 0,0 -
.update PUT      404,409  builds
.delete DELETE     204   -
standalone.relationships.list GET 1/relationships    200 - -  standalone/relationships
standalone.organization.list  1/organizations        standalone/organizations
.create POST     201   builds
.read GET 2/{organizationId}    200  0 -
.update PUT        builds
.delete DELETE     204 409  -
standalone.user.listOrganizations GET 1/users/me/organizations    200 - -
standalone.member.list  1/organizations/{organizationId}/members      0  standalone/organization-members
.read  4/{userId}      0,0
.update PUT      409  builds
.remove DELETE     204   -
standalone.invitation.list GET 3/invitations    200 - 0  standalone/invitations
.create POST     201 409  builds
.read GET 4/{invitationId}    200 - 0,0 -
.update PUT      409  builds
.withdraw DELETE     204   -
.listOwn GET 1/users/me/invitations    200 - -
.accept POST 4/{invitationId}/accept     409 0
.reject  5/reject
standalone.linkRequest.listOfOrganization GET 1/organizations/{organizationId}/link-requests     -   standalone/organization-link-requests
.readOfOrganization  4/{applicationId}      0,0
.approve POST 5/approve     409
.reject  5/reject
standalone.user.readSelf GET 1/users/me     - -  standalone/users
.updateSelf PUT      409  builds
.deleteSelf DELETE     204   -
.read GET 2/{id}    200 - 0
.readAccount  1/proxy/users/atlassian/{accountId}      2
standalone.credential.list  1/users/me/credentials      -  standalone/credentials
.delete DELETE 4/{credentialId}    204  0
standalone.linkedAccount.read GET 3/linked-accounts/{providerId}    200  2  standalone/linked-accounts
.delete DELETE     204
.startLink GET 5/link    200
.readProfile  4/atlassian/profile     403,404 -
.listResources  5/accessible-resources
standalone.externalProperties.list  1/external-properties     404   standalone/external-properties
.create POST     201 404,409  builds
.read GET 2/{id}    200 404 0 -
.update PUT      404,409  builds
.delete DELETE     204   -
.usage GET 2/usage    200 404 -
.usageByTypes  2/{id}/usage/requirement-types      0
.usageByRequirements  4/requirements
standalone.externalPropertyImport.spreadsheet POST 2/import     404,409,413 - builds standalone/external-property-import
.json  3/json
standalone.jobs.list GET 1/jobs     404  - standalone/jobs
.read  2/{jobId}      0
.cancel POST 3/cancel     404,409
.retry  3/retry
standalone.files.create  1/files    201 404,409,413 - builds standalone/files
.read GET 2/{id}    200 404 0 -
.download  3/download
.downloadBlob  4/blob
.downloadUrl  4/url
.upload PUT 3/upload     404,413  builds
.uploadBlob  4/blob
.uploadUrl GET 4/url     404  -
standalone.fileTransfers.download  1/file-transfers/{ticket}  assumed   403,404 1 anonymous
.upload PUT      403,404,413  anonymous,builds
standalone.dashboard.list GET 1/dashboards  observed   - - - standalone/dashboards
.create POST     201 404  builds
.readDefault GET 2/default    200   -
.updateDefault PUT        builds
.deleteDefault DELETE     204   -
.read GET 2/{dashboardId}    200  0
.update PUT        builds
.delete DELETE     204   -
.makeDefault POST 3/make-default    200
standalone.template.list GET 1/templates     - -  standalone/templates
.create POST     201 404  builds
.read GET 2/{templateId}    200  0 -
.update PUT        builds
.delete DELETE     204   -
.parse POST 2/parse    200 - - builds standalone/template-rendering
.evaluate  2/evaluate     404
standalone.telemetry.send  1/telemetry    204 -   standalone/telemetry
wiki.requirement.read GET 1/requirement2/{spaceKey}/{key} public documented high 200 404 2,2 - wiki/requirement-reading
.search  3      2
.readMany PUT 1/requirement3/request     - - builds wiki/bulk-read
.uiSearch GET 1/misc/{spaceKey}/uiSearch internal  normal  404 2 - wiki/ui-search
.uiSearchByBody PUT        builds
.reserve POST 1/requirement2/{spaceKey}/{key}     404,409 2,2  wiki/requirement-reserving
.write PUT         wiki/requirement-writing
.writeMany  3      2
.delete DELETE 3/{key}    204  2,2 -
wiki.requirementByKey.read GET 1/requirement/{key} deprecated   200 404 2  wiki/requirement-by-key
.write PUT      404,409  builds
.writeMany  2      -
.delete DELETE 2/{key}    204  2 -
wiki.issueLink.add PUT 1/requirement2/{spaceKey}/{key}/link/issue/{issue}    201  2,2,2 builds wiki/issue-links
.remove DELETE     204 404  -
wiki.requirement.history GET 1/misc/{spaceKey}/history internal   200  2  wiki/history
wiki.baseline.search  1/baseline public    - -  wiki/baselines
.list  2/{spaceKey}      2
.read  3/{version}      2,3
.pages  4/pages internal
.checkName  1/baseline-actions/{spaceKey}/search      2
.checkNameOlder  1/baseline/{spaceKey}/0/search
.suggestName  1/baseline-actions/{spaceKey}/suggest public
.suggestNameOlder  1/baseline/{spaceKey}/0/suggest
.create POST 3     409  builds wiki/baseline-editing
.update PUT 3/{version}      2,3
.label  4/label
.delete DELETE 4    204 -  -
.freeze POST 1/baseline-actions/{spaceKey}/freeze/{version} internal   200 409   wiki/baseline-freezing
.createClassic  1/baseline/{spaceKey}/1/create      2 builds
.createInstant  3/{n}/create-instant      2,4
.refreeze PUT 3/0/refreeze      2
.preRefreezeSummary POST 1/baseline-actions/{spaceKey}/pre-refreeze-summary
.preRefreezeSummaryOlder  1/baseline/{spaceKey}/pre-refreeze-summary
.refreezeDependencies GET 3/refreezeDependencies     -  -
wiki.misc.refreezeDependencies  1/misc/{spaceKey}/refreezeDependencies
wiki.task.read  1/tasks/status/{taskId}        wiki/tasks
.updatePage PUT 4/pages/{id}     409 2,5 builds
.delete DELETE 2/{taskId}    204 - 2 -
wiki.page.reindex PUT 1/helpers/reindex/{contentId}    200 409 0  wiki/pages
.reindexByPost POST   observed
.requirements GET 1/misc/{spaceKey}/{pageId}  documented high  - 2,0
wiki.requirement.dependencies  3/dependency   normal   2
wiki.setting.extendedMode  3/extended-mode
wiki.page.uninstall DELETE 1/uninstall/pages/{pageId}    204  0
wiki.externalProperty.count GET 1/external-properties/{spaceKey}/count    200  2  wiki/external-properties
.updateMatches PUT 3     409  builds
.update  3/{key}      2,2
.updateByName  1/requirement/{spaceKey}/{key}/external-properties/{propertyName}      2,2,2
wiki.propertyNames.list GET 1/propertynames/{spaceKey}     - 2 - wiki/property-names
.register POST      409  builds
.change PUT 3/{propertyName}      2,2
.changeEverywhere  2/{propertyName}      2
.unregister DELETE     204 -  -
wiki.types.list GET 1/types/{spaceKey}    200    wiki/types
.create POST 3/create     409  builds
.createAndReplace  3/createAndReplace
wiki.keySuggestion.suggest  1/key-suggestions/{spaceKey}/suggestAtInitialization   high     wiki/key-suggestions
.suggestInEditor  1/rte/{spaceKey}/suggestAtInitialization
.release DELETE 1/key-suggestions/{spaceKey}/   normal 204 -
wiki.settings.readAll GET 1/settings    200  - - wiki/settings
.read  2/{settingsName}      2
.changeSeveral PUT 2      - builds
.change  2/{settingsName}      2
wiki.onboarding.put  1/onboarding/{settingsName}     409   wiki/onboarding
.notify POST 2/notifications     - - -
wiki.savedQueries.migrate  1/misc/{spaceKey}/migrateUsersQueries      2  wiki/saved-queries
wiki.sync.queue  1/sync deprecated     - builds wiki/sync
wiki.excel.readConfig GET 1/excel/{spaceKey}/{attachmentId}/config internal     2,0 - wiki/excel
.changeIntegrationState POST 5/integrationState     409  builds
.delete DELETE 4    204 -  -
wiki.richText.suggest GET 1/rte/{spaceKey}/suggest2    200  2  wiki/rich-text
.reportToHtml  3/report/transform-to-html
wiki.accumulator.run PUT 1/accumulator/{spaceKey}       builds wiki/accumulator
wiki.traceability.list GET 1/traceability/{spaceKey}/       - wiki/traceability
.read  3/{id}      2,0
.create POST 3      2 builds
.change PUT 3/{id}      2,0
.delete DELETE     204   -
.render PUT 3/uiTraceability    200  2 builds wiki/traceability-rendering
.renderColumn  4/column/{columnNumber}/frontEndData      2,6
.renderOlder  1/misc/{spaceKey}/uiTraceability      2
.customFields GET 1/traceability/{spaceKey}/uiTraceability/customfields/{applink}     404,409 2,2 -
wiki.richText.traceabilityToHtml  1/rte/{spaceKey}/traceability/transform-to-html     - 2  wiki/traceability-exports
wiki.traceability.storedList  1/misc/{spaceKey}/traceability/data deprecated
.storedRead  5/{id}      2,3
wiki.queue.list  1/integration/{serviceId}/queue/outbound internal     2  wiki/queues
.send PUT 5/{messageId}     404,409 2,6
.remove DELETE     204 404
.flush GET 4/flush    200  2
.answers  4/inbound
.receive POST        builds
.common GET 1/common-queue     - - -
.personal  1/personal-queue
.removeOwn DELETE 2/{serviceId}/{messageId}    204 403,404 2,6
.sendOwn PUT     200 403,404,409
wiki.integration.list GET 1/integration     - -  wiki/integration
.create POST      404,409  builds
.read GET 2/{serviceId}     404 2 -
.update PUT  public    403,404  builds
.delete DELETE  internal   204 404  -
.checkApplicationLinks POST 3/check-applinks    200    wiki/integration-link
.testApplicationLink GET 3/applink/test
.authenticateUser POST 3/authenticate-user     403,404,409  builds wiki/integration-versions
.changeVersion  3/change-version     404  -
tracker.api.read GET 1/api     - - anonymous tracker/api
.post POST      404  builds
.changeMode PUT 2/{applinkId}/mode      2
.changeVersion  3/version
tracker.settings.authenticateUser POST 1/settings/{serviceId}/authenticate-user        tracker/settings
.setRemoteUser  3/set-remote-user
tracker.issuelinks.unimplemented GET 1/issuelinks     - - - tracker/issue-links
.list  2/{issueKey}     404 2
.create POST      404,409  builds
.overwrite PUT
.remove DELETE      404
tracker.sync.start PUT 1/sync      - - tracker/synchronisation
.manage GET      -
.readJob  2/job/{jobId}     404 7
.updateBaseline POST 2/updatebaseline2     404,409 - builds
tracker.operations.rename PUT 1/rename     404   tracker/remote-links
.renameThrough  1/operations/{applinkId}/rename      2
.createLink POST 1/createRIL     404,409 -
.createLinkThrough  1/operations/{applinkId}/createRIL      2
tracker.recovery.suggest GET 1/recover-null-keys/suggest     - - - tracker/recovery
.requirement  2/requirement     404,409
.associate PUT 2/associate/{id}      7 builds
tracker.queue.list GET 1/queue/{applinkId}/messages     404 2 - tracker/queue
.add POST        builds
.empty DELETE     204   -
.send POST 4/{messageId}    200 404,409 2,6
.remove DELETE     204 404
.repairApplicationLink POST 3/repair-applink    200  2
tracker.data.relationships GET 1/relationships     - -  tracker/data
.fields  1/metadata/customfields
.operations  1/operations/{applinkId}     404 2
.history  1/history/issue/{issueNumber}     403,404
.search  1/search     404,409 -  tracker/search
tracker.baselines.list  1/baselines/{projectKey}     403,404 2  tracker/baselines
.forget DELETE 2/{project}    204 404
.prefer PUT 1/preferences/baselineCondition    200 404,409 - builds
tracker.randomData.create GET 1/sync/create-random-data       - tracker/random-data
.issues  2/create-random-issues
tracker.bulkJob.start POST 1/operations/{applinkId}/issues-bulk-operation/projects/{projectId}     403,404 2,7 builds tracker/bulk-jobs
.list GET 4/jobs     404 2 -
.read  5/{jobId}     403,404 2,3
.abort POST 6/abort     404,409
.delete DELETE 6    204
wiki.trackerIssue.projects GET 1/integration/{serviceId}/jira/projects    200  2  wiki/tracker-issues
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
wiki.issueTemplate.list GET 1/templates/{spaceKey}/  documented   -  - wiki/issue-templates
.create POST      404,409  builds
.update PUT 3/{id}      2,3
.delete DELETE     204 404  -
.issues GET 4/issues    200
wiki.job.list  1/tasks/jobs     404,409 -  wiki/jobs
.read  3/{jobId}      3
.errors  3/status/{jobId}/errors
.abort POST 3/{jobId}/abort
.delete DELETE 4    204
wiki.repair.list GET 1/repair/trackerlinks    200 - -  wiki/repair
.heal PUT      404  builds
.drop DELETE     204 409  -
wiki.repairJira.list GET 2/jiralinks  assumed  200 -
.heal PUT      404  builds
.drop DELETE     204 409  -
hosted-wiki.requirement.search GET 1/rest/search public documented high 200 -   hosted-wiki/search
hosted-wiki.issueLinks.bulk POST 2/jira-bulk/links unstated observed normal  404,409  builds hosted-wiki/issue-links
hosted-wiki.traceability.render  2/traceability/{spaceKey}     404 2  hosted-wiki/traceability
hosted-wiki.savedMatrix.create  2/saved-matrices      -  hosted-wiki/saved-matrices
.read GET 3/{id}     - 0 -
.change PUT        builds
.delete DELETE     204   -
.search POST 3/search    200  - builds
standalone.openapi.read GET 1/v3/api-docs internal documented     anonymous,builds operations
wiki.openapi.read  1/openapi
tracker.openapi.read
hosted-wiki.openapi.read  1/v3/api-docs
hosted-tracker.openapi.read`
