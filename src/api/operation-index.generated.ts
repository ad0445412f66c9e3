// Generated from the operations and the ledger: change those, then run `npm run generate -- index`.
import type { Entries } from './ledger/entry.ts'
import type { OperationGroup } from './operation-index.ts'
import { int32, int64, string, type Parameter } from './parameter.ts'

/** The types of path parameters; rows name them by their place. */
export const pathParameterTypes: readonly Parameter<unknown>[] = [int64(), string(), string({ maximumLength: 255 }), int32(), int32({ minimum: 1, maximum: 2 }), int64({ minimum: 1, maximum: 9007199254740991 }), int32({ minimum: 0 }), int64({ minimum: 1 })]

/** Parts of the ledger besides those that any exchange may lean on. */
export const ledgerParts: Readonly<Record<string, () => Promise<Entries>>> = {
  'bulk-jobs': () => import('./ledger/bulk-jobs.ts').then((module) => module.bulkJobEntries),
  'hosted-wiki': () => import('./ledger/hosted-wiki.ts').then((module) => module.hostedWikiEntries),
  'integration-descriptors': () => import('./ledger/integration-descriptors.ts').then((module) => module.integrationDescriptorEntries),
  'integration-queues': () => import('./ledger/integration-queues.ts').then((module) => module.integrationQueueEntries),
  'organizations': () => import('./ledger/organizations.ts').then((module) => module.organizationEntries),
  'query-language': () => import('./ledger/query-language.ts').then((module) => module.queryLanguageEntries),
  'repair': () => import('./ledger/repair.ts').then((module) => module.repairEntries),
  'standalone-dashboards': () => import('./ledger/standalone-dashboards.ts').then((module) => module.standaloneDashboardEntries),
  'standalone-imports': () => import('./ledger/standalone-imports.ts').then((module) => module.standaloneImportEntries),
  'standalone-writing': () => import('./ledger/standalone-writing.ts').then((module) => module.standaloneWritingEntries),
  'standalone': () => import('./ledger/standalone.ts').then((module) => module.standaloneEntries),
  'tracker-common': () => import('./ledger/tracker-common.ts').then((module) => module.trackerCommonEntries),
  'tracker-data': () => import('./ledger/tracker-data.ts').then((module) => module.trackerDataEntries),
  'tracker-links': () => import('./ledger/tracker-links.ts').then((module) => module.trackerLinkEntries),
  'wiki-baseline-views': () => import('./ledger/wiki-baseline-views.ts').then((module) => module.wikiBaselineViewEntries),
  'wiki-baselines': () => import('./ledger/wiki-baselines.ts').then((module) => module.wikiBaselineEntries),
  'wiki-pages': () => import('./ledger/wiki-pages.ts').then((module) => module.wikiPageEntries),
  'wiki-properties': () => import('./ledger/wiki-properties.ts').then((module) => module.wikiPropertyEntries),
  'wiki-requirements': () => import('./ledger/wiki-requirements.ts').then((module) => module.wikiRequirementEntries),
  'wiki-search': () => import('./ledger/wiki-search.ts').then((module) => module.wikiSearchEntries),
  'wiki-settings': () => import('./ledger/wiki-settings.ts').then((module) => module.wikiSettingEntries),
  'wiki-traceability': () => import('./ledger/wiki-traceability.ts').then((module) => module.wikiTraceabilityEntries),
}

/** Defaults of the entries of the ledger that have a name of their own. */
export const ledgerDefaults: Readonly<Record<string, string>> = { A04: 'refuse', A07: 'status-code', A18: 'omit', A21: 'omit', A25: 'own-organizations', A43: 'exact', A48: 'on', A53: 'latest', A54: 'send', A59: 'at-once', A65: 'keep', A72: 'complete', A73: 'ignore', A82: 'return', A83: 'no-content', A87: 'inert', A89: 'infer', A94: 'figure', A122: 'in-creation-done', A140: 'keep', A141: 'all', A156: 'refuse', A158: 'keep', A184: 'both', A209: 'true', A216: 'take-values', A219: 'good-rows', A234: 'others' }

export const operationGroups: Readonly<Record<string, OperationGroup>> = {
  'standalone/aggregations': { ledger: ['query-language', 'standalone'], load: () => import('./standalone/aggregations.ts').then((module) => module.aggregationOperations) },
  'standalone/applications': { ledger: ['standalone'], load: () => import('./standalone/applications.ts').then((module) => module.applicationOperations) },
  'standalone/calculations': { ledger: ['query-language', 'standalone-dashboards', 'standalone'], load: () => import('./standalone/calculations.ts').then((module) => module.calculationOperations) },
  'standalone/containers': { ledger: ['standalone'], load: () => import('./standalone/containers.ts').then((module) => module.containerOperations) },
  'standalone/variants': { ledger: ['standalone'], load: () => import('./standalone/variants.ts').then((module) => module.variantOperations) },
  'standalone/requirements': { ledger: ['query-language', 'standalone'], load: () => import('./standalone/requirements.ts').then((module) => module.requirementOperations) },
  'standalone/container-writing': { ledger: ['standalone-writing', 'standalone'], load: () => import('./standalone/container-writing.ts').then((module) => module.containerWritingOperations) },
  'standalone/workspaces': { ledger: ['standalone-writing', 'standalone'], load: () => import('./standalone/workspaces.ts').then((module) => module.workspaceOperations) },
  'standalone/workspace-members': { ledger: ['standalone-writing', 'standalone'], load: () => import('./standalone/workspace-members.ts').then((module) => module.workspaceMemberOperations) },
  'standalone/variant-writing': { ledger: ['standalone-writing', 'standalone'], load: () => import('./standalone/variant-writing.ts').then((module) => module.variantWritingOperations) },
  'standalone/requirement-writing': { ledger: ['query-language', 'standalone-writing', 'standalone', 'wiki-requirements'], load: () => import('./standalone/requirement-writing.ts').then((module) => module.requirementWritingOperations) },
  'standalone/requirement-properties': { ledger: ['standalone-writing', 'standalone'], load: () => import('./standalone/requirement-properties.ts').then((module) => module.requirementPropertyOperations) },
  'standalone/typed-links': { ledger: ['standalone-writing', 'standalone'], load: () => import('./standalone/typed-links.ts').then((module) => module.typedLinkOperations) },
  'standalone/relationships': { ledger: ['standalone-writing', 'standalone'], load: () => import('./standalone/relationships.ts').then((module) => module.relationshipOperations) },
  'standalone/organizations': { ledger: ['organizations'], load: () => import('./standalone/organizations.ts').then((module) => module.organizationOperations) },
  'standalone/organization-members': { ledger: ['organizations', 'standalone'], load: () => import('./standalone/organization-members.ts').then((module) => module.organizationMemberOperations) },
  'standalone/invitations': { ledger: ['organizations', 'standalone'], load: () => import('./standalone/invitations.ts').then((module) => module.invitationOperations) },
  'standalone/organization-link-requests': { ledger: ['organizations', 'standalone'], load: () => import('./standalone/organization-link-requests.ts').then((module) => module.organizationLinkRequestOperations) },
  'standalone/users': { ledger: ['organizations', 'standalone'], load: () => import('./standalone/users.ts').then((module) => module.userOperations) },
  'standalone/credentials': { ledger: ['organizations'], load: () => import('./standalone/credentials.ts').then((module) => module.credentialOperations) },
  'standalone/linked-accounts': { ledger: ['organizations', 'standalone'], load: () => import('./standalone/linked-accounts.ts').then((module) => module.linkedAccountOperations) },
  'standalone/external-properties': { ledger: ['standalone-imports', 'standalone'], load: () => import('./standalone/external-properties.ts').then((module) => module.externalPropertyOperations) },
  'standalone/external-property-import': { ledger: ['standalone-imports', 'standalone'], load: () => import('./standalone/external-property-import.ts').then((module) => module.externalPropertyImportOperations) },
  'standalone/jobs': { ledger: ['standalone-imports', 'standalone'], load: () => import('./standalone/jobs.ts').then((module) => module.jobOperations) },
  'standalone/files': { ledger: ['standalone-imports', 'standalone-writing', 'standalone'], load: () => import('./standalone/files.ts').then((module) => module.fileOperations) },
  'standalone/dashboards': { ledger: ['standalone-dashboards', 'standalone'], load: () => import('./standalone/dashboards.ts').then((module) => module.dashboardOperations) },
  'standalone/templates': { ledger: ['standalone-dashboards', 'standalone'], load: () => import('./standalone/templates.ts').then((module) => module.templateOperations) },
  'standalone/template-rendering': { ledger: ['query-language', 'standalone-dashboards', 'standalone'], load: () => import('./standalone/template-rendering.ts').then((module) => module.templateRenderingOperations) },
  'standalone/telemetry': { ledger: ['standalone-dashboards'], load: () => import('./standalone/telemetry.ts').then((module) => module.telemetryOperations) },
  'wiki/requirement-reading': { ledger: ['query-language', 'wiki-baseline-views', 'wiki-search'], load: () => import('./wiki/requirement-reading.ts').then((module) => module.wikiRequirementReadingOperations) },
  'wiki/bulk-read': { ledger: ['query-language', 'wiki-baseline-views', 'wiki-search'], load: () => import('./wiki/bulk-read.ts').then((module) => module.bulkReadOperations) },
  'wiki/ui-search': { ledger: ['query-language', 'wiki-baseline-views', 'wiki-search'], load: () => import('./wiki/ui-search.ts').then((module) => module.uiSearchOperations) },
  'wiki/requirement-reserving': { ledger: ['wiki-baseline-views', 'wiki-pages', 'wiki-requirements'], load: () => import('./wiki/requirement-reserving.ts').then((module) => module.reserveOperation) },
  'wiki/requirement-writing': { ledger: ['wiki-baseline-views', 'wiki-requirements'], load: () => import('./wiki/requirement-writing.ts').then((module) => module.wikiRequirementWritingOperations) },
  'wiki/requirement-by-key': { ledger: ['query-language', 'wiki-baseline-views', 'wiki-requirements'], load: () => import('./wiki/requirement-by-key.ts').then((module) => module.requirementByKeyOperations) },
  'wiki/issue-links': { ledger: ['wiki-requirements'], load: () => import('./wiki/issue-links.ts').then((module) => module.wikiIssueLinkOperations) },
  'wiki/history': { ledger: ['wiki-requirements'], load: () => import('./wiki/history.ts').then((module) => module.wikiHistoryOperations) },
  'wiki/baselines': { ledger: ['wiki-baseline-views', 'wiki-baselines'], load: () => import('./wiki/baselines.ts').then((module) => module.wikiBaselineOperations) },
  'wiki/baseline-editing': { ledger: ['wiki-baseline-views', 'wiki-baselines'], load: () => import('./wiki/baseline-editing.ts').then((module) => module.wikiBaselineEditingOperations) },
  'wiki/baseline-freezing': { ledger: ['wiki-baseline-views', 'wiki-baselines'], load: () => import('./wiki/baseline-freezing.ts').then((module) => module.wikiBaselineFreezingOperations) },
  'wiki/tasks': { ledger: ['wiki-baselines'], load: () => import('./wiki/tasks.ts').then((module) => module.wikiTaskOperations) },
  'wiki/pages': { ledger: ['query-language', 'wiki-baseline-views', 'wiki-pages', 'wiki-requirements', 'wiki-search'], load: () => import('./wiki/pages.ts').then((module) => module.wikiPageOperations) },
  'wiki/external-properties': { ledger: ['query-language', 'wiki-properties', 'wiki-search'], load: () => import('./wiki/external-properties.ts').then((module) => module.wikiExternalPropertyOperations) },
  'wiki/property-names': { ledger: ['wiki-settings'], load: () => import('./wiki/property-names.ts').then((module) => module.wikiPropertyNameOperations) },
  'wiki/types': { ledger: ['wiki-settings'], load: () => import('./wiki/types.ts').then((module) => module.wikiTypeOperations) },
  'wiki/key-suggestions': { ledger: ['wiki-pages'], load: () => import('./wiki/key-suggestions.ts').then((module) => module.wikiKeySuggestionOperations) },
  'wiki/settings': { ledger: ['wiki-settings'], load: () => import('./wiki/settings.ts').then((module) => module.wikiSettingOperations) },
  'wiki/onboarding': { ledger: ['wiki-settings'], load: () => import('./wiki/onboarding.ts').then((module) => module.wikiOnboardingOperations) },
  'wiki/saved-queries': { ledger: ['wiki-settings'], load: () => import('./wiki/saved-queries.ts').then((module) => module.wikiSavedQueryOperations) },
  'wiki/sync': { ledger: ['wiki-settings'], load: () => import('./wiki/sync.ts').then((module) => module.wikiSyncOperations) },
  'wiki/excel': { ledger: ['wiki-settings'], load: () => import('./wiki/excel.ts').then((module) => module.wikiExcelOperations) },
  'wiki/rich-text': { ledger: ['query-language', 'wiki-pages', 'wiki-search'], load: () => import('./wiki/rich-text.ts').then((module) => module.wikiRichTextOperations) },
  'wiki/accumulator': { ledger: ['query-language', 'standalone', 'wiki-properties', 'wiki-search'], load: () => import('./wiki/accumulator.ts').then((module) => module.wikiAccumulatorOperations) },
  'wiki/traceability': { ledger: ['wiki-traceability'], load: () => import('./wiki/traceability.ts').then((module) => module.wikiTraceabilityOperations) },
  'wiki/traceability-rendering': { ledger: ['bulk-jobs', 'query-language', 'standalone', 'wiki-search', 'wiki-traceability'], load: () => import('./wiki/traceability-rendering.ts').then((module) => module.wikiTraceabilityRenderingOperations) },
  'wiki/traceability-exports': { ledger: ['query-language', 'standalone', 'wiki-pages', 'wiki-search', 'wiki-traceability'], load: () => import('./wiki/traceability-exports.ts').then((module) => module.wikiTraceabilityExportOperations) },
  'wiki/queues': { ledger: ['integration-queues'], load: () => import('./wiki/queues.ts').then((module) => module.wikiQueueOperations) },
  'wiki/integration': { ledger: ['integration-descriptors'], load: () => import('./wiki/integration.ts').then((module) => module.wikiIntegrationOperations) },
  'wiki/integration-link': { ledger: ['integration-descriptors'], load: () => import('./wiki/integration-link.ts').then((module) => module.wikiIntegrationLinkOperations) },
  'wiki/integration-versions': { ledger: ['integration-descriptors'], load: () => import('./wiki/integration-versions.ts').then((module) => module.wikiIntegrationVersionOperations) },
  'tracker/api': { ledger: ['integration-descriptors', 'tracker-common'], load: () => import('./tracker/api.ts').then((module) => module.trackerApiOperations) },
  'tracker/settings': { ledger: ['integration-descriptors', 'tracker-common'], load: () => import('./tracker/settings.ts').then((module) => module.trackerSettingOperations) },
  'tracker/issue-links': { ledger: ['tracker-common', 'tracker-links'], load: () => import('./tracker/issue-links.ts').then((module) => module.trackerIssueLinkOperations) },
  'tracker/synchronisation': { ledger: ['bulk-jobs', 'tracker-common', 'tracker-links'], load: () => import('./tracker/synchronisation.ts').then((module) => module.trackerSynchronisationOperations) },
  'tracker/remote-links': { ledger: ['tracker-common', 'tracker-links'], load: () => import('./tracker/remote-links.ts').then((module) => module.trackerRemoteLinkOperations) },
  'tracker/recovery': { ledger: ['tracker-common', 'tracker-links'], load: () => import('./tracker/recovery.ts').then((module) => module.trackerRecoveryOperations) },
  'tracker/queue': { ledger: ['integration-queues', 'tracker-common', 'tracker-data'], load: () => import('./tracker/queue.ts').then((module) => module.trackerQueueOperations) },
  'tracker/data': { ledger: ['tracker-common', 'tracker-data'], load: () => import('./tracker/data.ts').then((module) => module.trackerDataOperations) },
  'tracker/search': { ledger: ['query-language', 'tracker-data'], load: () => import('./tracker/search.ts').then((module) => module.trackerSearchOperation) },
  'tracker/baselines': { ledger: ['tracker-common', 'tracker-data', 'wiki-baseline-views'], load: () => import('./tracker/baselines.ts').then((module) => module.trackerBaselineOperations) },
  'tracker/random-data': { ledger: ['tracker-common', 'tracker-data'], load: () => import('./tracker/random-data.ts').then((module) => module.trackerRandomDataOperations) },
  'tracker/bulk-jobs': { ledger: ['bulk-jobs', 'tracker-common', 'tracker-links'], load: () => import('./tracker/bulk-jobs.ts').then((module) => module.trackerBulkJobOperations) },
  'wiki/tracker-issues': { ledger: ['bulk-jobs', 'query-language', 'wiki-search'], load: () => import('./wiki/tracker-issues.ts').then((module) => module.wikiTrackerIssueOperations) },
  'wiki/issue-templates': { ledger: ['bulk-jobs'], load: () => import('./wiki/issue-templates.ts').then((module) => module.wikiIssueTemplateOperations) },
  'wiki/jobs': { ledger: ['bulk-jobs'], load: () => import('./wiki/jobs.ts').then((module) => module.wikiJobOperations) },
  'wiki/repair': { ledger: ['repair', 'tracker-links'], load: () => import('./wiki/repair.ts').then((module) => module.wikiRepairOperations) },
  'hosted-wiki/search': { ledger: ['query-language', 'wiki-baseline-views', 'wiki-search'], load: () => import('./hosted-wiki/search.ts').then((module) => module.hostedSearchOperations) },
  'hosted-wiki/issue-links': { ledger: ['bulk-jobs', 'hosted-wiki', 'query-language', 'standalone-writing'], load: () => import('./hosted-wiki/issue-links.ts').then((module) => module.hostedIssueLinkOperations) },
  'hosted-wiki/traceability': { ledger: ['hosted-wiki', 'query-language', 'standalone', 'wiki-traceability'], load: () => import('./hosted-wiki/traceability.ts').then((module) => module.hostedTraceabilityOperations) },
  'hosted-wiki/saved-matrices': { ledger: ['hosted-wiki', 'wiki-traceability'], load: () => import('./hosted-wiki/saved-matrices.ts').then((module) => module.savedMatrixOperations) },
  'operations': { ledger: ['standalone'], load: () => import('./operations.ts').then((module) => module.openApiOperations) },
}

/** id, method, path, stability, provenance, rate, status, refusals, path parameters, marks, group */
export const operationRows = `\
standalone.aggregation.execute POST /aggregations/execute stable documented normal 200 - - builds standalone/aggregations
standalone.aggregation.parse POST /aggregations/parse stable documented normal 200 - - builds standalone/aggregations
standalone.application.list GET /applications stable documented normal 200 - - - standalone/applications
standalone.application.readCurrent GET /applications/current stable documented normal 200 400 - - standalone/applications
standalone.application.read GET /applications/{applicationId} stable documented normal 200 - 0 - standalone/applications
standalone.linkRequest.list GET /applications/{applicationId}/link-requests stable documented normal 200 - 0 - standalone/applications
standalone.linkRequest.listCandidates GET /applications/{applicationId}/link-requests/candidates stable documented normal 200 - 0 - standalone/applications
standalone.linkRequest.read GET /applications/{applicationId}/link-requests/{organizationId} stable documented normal 200 - 0,0 - standalone/applications
standalone.linkRequest.create POST /applications/{applicationId}/link-requests/{organizationId} stable documented normal 201 409 0,0 - standalone/applications
standalone.linkRequest.delete DELETE /applications/{applicationId}/link-requests/{organizationId} stable documented normal 204 409 0,0 - standalone/applications
standalone.calculation.execute POST /calculations/execute stable documented normal 200 - - builds standalone/calculations
standalone.calculation.parse POST /calculations/parse unstated observed normal 200 - - builds standalone/calculations
standalone.container.list GET /applications/{applicationId}/containers experimental documented normal 200 - 0 - standalone/containers
standalone.container.read GET /applications/{applicationId}/containers/{containerId} experimental documented normal 200 - 0,0 - standalone/containers
standalone.project.list GET /applications/{applicationId}/projects experimental documented normal 200 - 0 - standalone/containers
standalone.variant.list GET /applications/{applicationId}/projects/{projectId}/variants experimental documented normal 200 - 0,0 - standalone/variants
standalone.variant.read GET /applications/{applicationId}/projects/{projectId}/variants/{variantId} experimental documented normal 200 - 0,0,0 - standalone/variants
standalone.requirement.listOfCurrent GET /applications/{applicationId}/projects/{projectId}/variants/current/requirements experimental documented normal 200 - 0,0 - standalone/requirements
standalone.requirement.list GET /applications/{applicationId}/projects/{projectId}/variants/{variantId}/requirements experimental documented normal 200 - 0,0,0 - standalone/requirements
standalone.requirement.readOfCurrent GET /applications/{applicationId}/projects/{projectId}/variants/current/requirements/{key} experimental documented normal 200 - 0,0,1 - standalone/requirements
standalone.requirement.read GET /applications/{applicationId}/projects/{projectId}/variants/{variantId}/requirements/{key} experimental documented normal 200 - 0,0,0,1 - standalone/requirements
standalone.containers.list GET /containers unstated observed normal 200 - - - standalone/container-writing
standalone.containers.create POST /containers unstated observed normal 201 404,409 - builds standalone/container-writing
standalone.containers.read GET /containers/{containerId} unstated observed normal 200 404 0 - standalone/container-writing
standalone.containers.update PUT /containers/{containerId} unstated observed normal 200 404,409 0 builds standalone/container-writing
standalone.containers.delete DELETE /containers/{containerId} unstated observed normal 204 404,409 0 - standalone/container-writing
standalone.workspaces.list GET /standalone/workspaces unstated observed normal 200 - - - standalone/workspaces
standalone.workspaces.create POST /standalone/workspaces unstated observed normal 201 404,409 - builds standalone/workspaces
standalone.workspaces.read GET /standalone/workspaces/{workspaceId} unstated observed normal 200 404 0 - standalone/workspaces
standalone.workspaces.update PUT /standalone/workspaces/{workspaceId} unstated observed normal 200 404 0 builds standalone/workspaces
standalone.workspaces.delete DELETE /standalone/workspaces/{workspaceId} unstated observed normal 204 404,409 0 - standalone/workspaces
standalone.workspaceMembers.list GET /standalone/workspaces/{workspaceId}/members unstated observed normal 200 404 0 - standalone/workspace-members
standalone.workspaceMembers.add POST /standalone/workspaces/{workspaceId}/members unstated observed normal 201 404,409 0 builds standalone/workspace-members
standalone.workspaceMembers.read GET /standalone/workspaces/{workspaceId}/members/{userId} unstated observed normal 200 404 0,0 - standalone/workspace-members
standalone.workspaceMembers.update PUT /standalone/workspaces/{workspaceId}/members/{userId} unstated observed normal 200 404,409 0,0 builds standalone/workspace-members
standalone.workspaceMembers.remove DELETE /standalone/workspaces/{workspaceId}/members/{userId} unstated observed normal 204 404,409 0,0 - standalone/workspace-members
standalone.variants.list GET /variants unstated observed normal 200 404 - - standalone/variant-writing
standalone.variants.create POST /variants unstated observed normal 201 404,409 - builds standalone/variant-writing
standalone.variants.read GET /variants/{variantId} unstated observed normal 200 404 0 - standalone/variant-writing
standalone.variants.update PUT /variants/{variantId} unstated observed normal 200 404,409 0 builds standalone/variant-writing
standalone.variants.delete DELETE /variants/{variantId} unstated observed normal 204 404,409 0 - standalone/variant-writing
standalone.requirements.list GET /requirements unstated observed normal 200 404 - - standalone/requirement-writing
standalone.requirements.create POST /requirements unstated observed normal 201 404,409 - builds standalone/requirement-writing
standalone.requirements.read GET /requirements/{requirementId} unstated observed normal 200 404 0 - standalone/requirement-writing
standalone.requirements.update PUT /requirements/{requirementId} unstated observed normal 200 404,409 0 builds standalone/requirement-writing
standalone.requirements.delete DELETE /requirements/{requirementId} unstated observed normal 204 404,409 0 - standalone/requirement-writing
standalone.requirementProperties.list GET /requirements/{requirementId}/external-properties unstated observed normal 200 404 0 - standalone/requirement-properties
standalone.requirementProperties.create POST /requirements/{requirementId}/external-properties unstated observed normal 201 404,409 0 builds standalone/requirement-properties
standalone.requirementProperties.update PUT /requirements/{requirementId}/external-properties/{externalPropertyId} unstated observed normal 200 404 0,0 builds standalone/requirement-properties
standalone.requirementProperties.delete DELETE /requirements/{requirementId}/external-properties/{externalPropertyId} unstated observed normal 204 404 0,0 - standalone/requirement-properties
standalone.links.list GET /requirements/{requirementId}/links unstated observed normal 200 404 0 - standalone/typed-links
standalone.links.create POST /requirements/{requirementId}/links unstated observed normal 201 404,409 0 builds standalone/typed-links
standalone.links.read GET /requirements/{requirementId}/links/{linkId} unstated observed normal 200 404 0,0 - standalone/typed-links
standalone.links.update PUT /requirements/{requirementId}/links/{linkId} unstated observed normal 200 404,409 0,0 builds standalone/typed-links
standalone.links.delete DELETE /requirements/{requirementId}/links/{linkId} unstated observed normal 204 404,409 0,0 - standalone/typed-links
standalone.relationships.list GET /relationships unstated observed normal 200 - - - standalone/relationships
standalone.organization.list GET /organizations unstated observed normal 200 - - - standalone/organizations
standalone.organization.create POST /organizations unstated observed normal 201 - - builds standalone/organizations
standalone.organization.read GET /organizations/{organizationId} unstated observed normal 200 - 0 - standalone/organizations
standalone.organization.update PUT /organizations/{organizationId} unstated observed normal 200 - 0 builds standalone/organizations
standalone.organization.delete DELETE /organizations/{organizationId} unstated observed normal 204 409 0 - standalone/organizations
standalone.user.listOrganizations GET /users/me/organizations unstated observed normal 200 - - - standalone/organizations
standalone.member.list GET /organizations/{organizationId}/members unstated observed normal 200 - 0 - standalone/organization-members
standalone.member.read GET /organizations/{organizationId}/members/{userId} unstated observed normal 200 - 0,0 - standalone/organization-members
standalone.member.update PUT /organizations/{organizationId}/members/{userId} unstated observed normal 200 409 0,0 builds standalone/organization-members
standalone.member.remove DELETE /organizations/{organizationId}/members/{userId} unstated observed normal 204 409 0,0 - standalone/organization-members
standalone.invitation.list GET /organizations/{organizationId}/invitations unstated observed normal 200 - 0 - standalone/invitations
standalone.invitation.create POST /organizations/{organizationId}/invitations unstated observed normal 201 409 0 builds standalone/invitations
standalone.invitation.read GET /organizations/{organizationId}/invitations/{invitationId} unstated observed normal 200 - 0,0 - standalone/invitations
standalone.invitation.update PUT /organizations/{organizationId}/invitations/{invitationId} unstated observed normal 200 409 0,0 builds standalone/invitations
standalone.invitation.withdraw DELETE /organizations/{organizationId}/invitations/{invitationId} unstated observed normal 204 409 0,0 - standalone/invitations
standalone.invitation.listOwn GET /users/me/invitations unstated observed normal 200 - - - standalone/invitations
standalone.invitation.accept POST /users/me/invitations/{invitationId}/accept unstated observed normal 200 409 0 - standalone/invitations
standalone.invitation.reject POST /users/me/invitations/{invitationId}/reject unstated observed normal 200 409 0 - standalone/invitations
standalone.linkRequest.listOfOrganization GET /organizations/{organizationId}/link-requests unstated observed normal 200 - 0 - standalone/organization-link-requests
standalone.linkRequest.readOfOrganization GET /organizations/{organizationId}/link-requests/{applicationId} unstated observed normal 200 - 0,0 - standalone/organization-link-requests
standalone.linkRequest.approve POST /organizations/{organizationId}/link-requests/{applicationId}/approve unstated observed normal 200 409 0,0 - standalone/organization-link-requests
standalone.linkRequest.reject POST /organizations/{organizationId}/link-requests/{applicationId}/reject unstated observed normal 200 409 0,0 - standalone/organization-link-requests
standalone.user.readSelf GET /users/me unstated observed normal 200 - - - standalone/users
standalone.user.updateSelf PUT /users/me unstated observed normal 200 409 - builds standalone/users
standalone.user.deleteSelf DELETE /users/me unstated observed normal 204 409 - - standalone/users
standalone.user.read GET /users/{id} unstated observed normal 200 - 0 - standalone/users
standalone.user.readAccount GET /proxy/users/atlassian/{accountId} unstated observed normal 200 - 2 - standalone/users
standalone.credential.list GET /users/me/credentials unstated observed normal 200 - - - standalone/credentials
standalone.credential.delete DELETE /users/me/credentials/{credentialId} unstated observed normal 204 - 0 - standalone/credentials
standalone.linkedAccount.read GET /users/me/linked-accounts/{providerId} unstated observed normal 200 - 2 - standalone/linked-accounts
standalone.linkedAccount.delete DELETE /users/me/linked-accounts/{providerId} unstated observed normal 204 - 2 - standalone/linked-accounts
standalone.linkedAccount.startLink GET /users/me/linked-accounts/{providerId}/link unstated observed normal 200 - 2 - standalone/linked-accounts
standalone.linkedAccount.readProfile GET /users/me/linked-accounts/atlassian/profile unstated observed normal 200 403,404 - - standalone/linked-accounts
standalone.linkedAccount.listResources GET /users/me/linked-accounts/atlassian/accessible-resources unstated observed normal 200 403,404 - - standalone/linked-accounts
standalone.externalProperties.list GET /external-properties unstated observed normal 200 404 - - standalone/external-properties
standalone.externalProperties.create POST /external-properties unstated observed normal 201 404,409 - builds standalone/external-properties
standalone.externalProperties.read GET /external-properties/{id} unstated observed normal 200 404 0 - standalone/external-properties
standalone.externalProperties.update PUT /external-properties/{id} unstated observed normal 200 404,409 0 builds standalone/external-properties
standalone.externalProperties.delete DELETE /external-properties/{id} unstated observed normal 204 404,409 0 - standalone/external-properties
standalone.externalProperties.usage GET /external-properties/usage unstated observed normal 200 404 - - standalone/external-properties
standalone.externalProperties.usageByTypes GET /external-properties/{id}/usage/requirement-types unstated observed normal 200 404 0 - standalone/external-properties
standalone.externalProperties.usageByRequirements GET /external-properties/{id}/usage/requirements unstated observed normal 200 404 0 - standalone/external-properties
standalone.externalPropertyImport.spreadsheet POST /external-properties/import unstated observed normal 200 404,409,413 - builds standalone/external-property-import
standalone.externalPropertyImport.json POST /external-properties/import/json unstated observed normal 200 404,409,413 - builds standalone/external-property-import
standalone.jobs.list GET /jobs unstated observed normal 200 404 - - standalone/jobs
standalone.jobs.read GET /jobs/{jobId} unstated observed normal 200 404 0 - standalone/jobs
standalone.jobs.cancel POST /jobs/{jobId}/cancel unstated observed normal 200 404,409 0 - standalone/jobs
standalone.jobs.retry POST /jobs/{jobId}/retry unstated observed normal 200 404,409 0 - standalone/jobs
standalone.files.create POST /files unstated observed normal 201 404,409,413 - builds standalone/files
standalone.files.read GET /files/{id} unstated observed normal 200 404 0 - standalone/files
standalone.files.download GET /files/{id}/download unstated observed normal 200 404 0 - standalone/files
standalone.files.downloadBlob GET /files/{id}/download/blob unstated observed normal 200 404 0 - standalone/files
standalone.files.downloadUrl GET /files/{id}/download/url unstated observed normal 200 404 0 - standalone/files
standalone.files.upload PUT /files/{id}/upload unstated observed normal 200 404,413 0 builds standalone/files
standalone.files.uploadBlob PUT /files/{id}/upload/blob unstated observed normal 200 404,413 0 builds standalone/files
standalone.files.uploadUrl GET /files/{id}/upload/url unstated observed normal 200 404 0 - standalone/files
standalone.fileTransfers.download GET /file-transfers/{ticket} unstated assumed normal 200 403,404 1 anonymous standalone/files
standalone.fileTransfers.upload PUT /file-transfers/{ticket} unstated assumed normal 200 403,404,413 1 anonymous,builds standalone/files
standalone.dashboard.list GET /dashboards unstated observed normal 200 - - - standalone/dashboards
standalone.dashboard.create POST /dashboards unstated observed normal 201 404 - builds standalone/dashboards
standalone.dashboard.readDefault GET /dashboards/default unstated observed normal 200 404 - - standalone/dashboards
standalone.dashboard.updateDefault PUT /dashboards/default unstated observed normal 200 404 - builds standalone/dashboards
standalone.dashboard.deleteDefault DELETE /dashboards/default unstated observed normal 204 404 - - standalone/dashboards
standalone.dashboard.read GET /dashboards/{dashboardId} unstated observed normal 200 404 0 - standalone/dashboards
standalone.dashboard.update PUT /dashboards/{dashboardId} unstated observed normal 200 404 0 builds standalone/dashboards
standalone.dashboard.delete DELETE /dashboards/{dashboardId} unstated observed normal 204 404 0 - standalone/dashboards
standalone.dashboard.makeDefault POST /dashboards/{dashboardId}/make-default unstated observed normal 200 404 0 - standalone/dashboards
standalone.template.list GET /templates unstated observed normal 200 - - - standalone/templates
standalone.template.create POST /templates unstated observed normal 201 404 - builds standalone/templates
standalone.template.read GET /templates/{templateId} unstated observed normal 200 404 0 - standalone/templates
standalone.template.update PUT /templates/{templateId} unstated observed normal 200 404 0 builds standalone/templates
standalone.template.delete DELETE /templates/{templateId} unstated observed normal 204 404 0 - standalone/templates
standalone.template.parse POST /templates/parse unstated observed normal 200 - - builds standalone/template-rendering
standalone.template.evaluate POST /templates/evaluate unstated observed normal 200 404 - builds standalone/template-rendering
standalone.telemetry.send POST /telemetry unstated observed normal 204 - - builds standalone/telemetry
wiki.requirement.read GET /requirement2/{spaceKey}/{key} public documented high 200 404 2,2 - wiki/requirement-reading
wiki.requirement.search GET /requirement2/{spaceKey} public documented high 200 404 2 - wiki/requirement-reading
wiki.requirement.readMany PUT /requirement3/request public documented high 200 - - builds wiki/bulk-read
wiki.requirement.uiSearch GET /misc/{spaceKey}/uiSearch internal documented normal 200 404 2 - wiki/ui-search
wiki.requirement.uiSearchByBody PUT /misc/{spaceKey}/uiSearch internal documented normal 200 404 2 builds wiki/ui-search
wiki.requirement.reserve POST /requirement2/{spaceKey}/{key} internal documented normal 200 404,409 2,2 builds wiki/requirement-reserving
wiki.requirement.write PUT /requirement2/{spaceKey}/{key} internal documented normal 200 404,409 2,2 builds wiki/requirement-writing
wiki.requirement.writeMany PUT /requirement2/{spaceKey} internal documented normal 200 404,409 2 builds wiki/requirement-writing
wiki.requirement.delete DELETE /requirement2/{spaceKey}/{key} internal documented normal 204 404,409 2,2 - wiki/requirement-writing
wiki.requirementByKey.read GET /requirement/{key} deprecated documented normal 200 404 2 - wiki/requirement-by-key
wiki.requirementByKey.write PUT /requirement/{key} deprecated documented normal 200 404,409 2 builds wiki/requirement-by-key
wiki.requirementByKey.writeMany PUT /requirement deprecated documented normal 200 404,409 - builds wiki/requirement-by-key
wiki.requirementByKey.delete DELETE /requirement/{key} deprecated documented normal 204 404,409 2 - wiki/requirement-by-key
wiki.issueLink.add PUT /requirement2/{spaceKey}/{key}/link/issue/{issue} deprecated documented normal 201 404,409 2,2,2 builds wiki/issue-links
wiki.issueLink.remove DELETE /requirement2/{spaceKey}/{key}/link/issue/{issue} deprecated documented normal 204 404 2,2,2 - wiki/issue-links
wiki.requirement.history GET /misc/{spaceKey}/history internal documented normal 200 404 2 - wiki/history
wiki.baseline.search GET /baseline public documented normal 200 - - - wiki/baselines
wiki.baseline.list GET /baseline/{spaceKey} public documented normal 200 - 2 - wiki/baselines
wiki.baseline.read GET /baseline/{spaceKey}/{version} public documented normal 200 - 2,3 - wiki/baselines
wiki.baseline.pages GET /baseline/{spaceKey}/{version}/pages internal documented normal 200 - 2,3 - wiki/baselines
wiki.baseline.checkName GET /baseline-actions/{spaceKey}/search internal documented normal 200 - 2 - wiki/baselines
wiki.baseline.checkNameOlder GET /baseline/{spaceKey}/0/search internal documented normal 200 - 2 - wiki/baselines
wiki.baseline.suggestName GET /baseline-actions/{spaceKey}/suggest public documented normal 200 - 2 - wiki/baselines
wiki.baseline.suggestNameOlder GET /baseline/{spaceKey}/0/suggest public documented normal 200 - 2 - wiki/baselines
wiki.baseline.create POST /baseline/{spaceKey} public documented normal 200 409 2 builds wiki/baseline-editing
wiki.baseline.update PUT /baseline/{spaceKey}/{version} public documented normal 200 409 2,3 builds wiki/baseline-editing
wiki.baseline.label PUT /baseline/{spaceKey}/{version}/label public documented normal 200 409 2,3 builds wiki/baseline-editing
wiki.baseline.delete DELETE /baseline/{spaceKey}/{version} public documented normal 204 - 2,3 - wiki/baseline-editing
wiki.baseline.freeze POST /baseline-actions/{spaceKey}/freeze/{version} internal documented normal 200 409 2,3 - wiki/baseline-freezing
wiki.baseline.createClassic POST /baseline/{spaceKey}/1/create internal documented normal 200 409 2 builds wiki/baseline-freezing
wiki.baseline.createInstant POST /baseline/{spaceKey}/{n}/create-instant internal documented normal 200 409 2,4 builds wiki/baseline-freezing
wiki.baseline.refreeze PUT /baseline/{spaceKey}/0/refreeze internal documented normal 200 409 2 builds wiki/baseline-freezing
wiki.baseline.preRefreezeSummary POST /baseline-actions/{spaceKey}/pre-refreeze-summary internal documented normal 200 409 2 builds wiki/baseline-freezing
wiki.baseline.preRefreezeSummaryOlder POST /baseline/{spaceKey}/pre-refreeze-summary internal documented normal 200 409 2 builds wiki/baseline-freezing
wiki.baseline.refreezeDependencies GET /baseline/{spaceKey}/refreezeDependencies internal documented normal 200 - 2 - wiki/baseline-freezing
wiki.misc.refreezeDependencies GET /misc/{spaceKey}/refreezeDependencies internal documented normal 200 - 2 - wiki/baseline-freezing
wiki.task.read GET /tasks/status/{taskId} internal documented normal 200 - 2 - wiki/tasks
wiki.task.updatePage PUT /tasks/status/{taskId}/pages/{id} internal documented normal 200 409 2,5 builds wiki/tasks
wiki.task.delete DELETE /tasks/{taskId} internal documented normal 204 - 2 - wiki/tasks
wiki.page.reindex PUT /helpers/reindex/{contentId} internal documented normal 200 409 0 - wiki/pages
wiki.page.reindexByPost POST /helpers/reindex/{contentId} internal observed normal 200 409 0 - wiki/pages
wiki.page.requirements GET /misc/{spaceKey}/{pageId} internal documented high 200 - 2,0 - wiki/pages
wiki.requirement.dependencies GET /misc/{spaceKey}/dependency internal documented normal 200 - 2 - wiki/pages
wiki.setting.extendedMode GET /misc/{spaceKey}/extended-mode internal documented normal 200 - 2 - wiki/pages
wiki.page.uninstall DELETE /uninstall/pages/{pageId} internal documented normal 204 - 0 - wiki/pages
wiki.externalProperty.count GET /external-properties/{spaceKey}/count internal documented normal 200 - 2 - wiki/external-properties
wiki.externalProperty.updateMatches PUT /external-properties/{spaceKey} internal documented normal 200 409 2 builds wiki/external-properties
wiki.externalProperty.update PUT /external-properties/{spaceKey}/{key} internal documented normal 200 409 2,2 builds wiki/external-properties
wiki.externalProperty.updateByName PUT /requirement/{spaceKey}/{key}/external-properties/{propertyName} internal documented normal 200 409 2,2,2 builds wiki/external-properties
wiki.propertyNames.list GET /propertynames/{spaceKey} internal documented normal 200 - 2 - wiki/property-names
wiki.propertyNames.register POST /propertynames/{spaceKey} internal documented normal 200 409 2 builds wiki/property-names
wiki.propertyNames.change PUT /propertynames/{spaceKey}/{propertyName} internal documented normal 200 409 2,2 builds wiki/property-names
wiki.propertyNames.changeEverywhere PUT /propertynames/{propertyName} internal documented normal 200 409 2 builds wiki/property-names
wiki.propertyNames.unregister DELETE /propertynames/{propertyName} internal documented normal 204 - 2 - wiki/property-names
wiki.types.list GET /types/{spaceKey} internal documented normal 200 - 2 - wiki/types
wiki.types.create POST /types/{spaceKey}/create internal documented normal 200 409 2 builds wiki/types
wiki.types.createAndReplace POST /types/{spaceKey}/createAndReplace internal documented normal 200 409 2 builds wiki/types
wiki.keySuggestion.suggest POST /key-suggestions/{spaceKey}/suggestAtInitialization internal documented high 200 409 2 builds wiki/key-suggestions
wiki.keySuggestion.suggestInEditor POST /rte/{spaceKey}/suggestAtInitialization internal documented high 200 409 2 builds wiki/key-suggestions
wiki.keySuggestion.release DELETE /key-suggestions/{spaceKey}/ internal documented normal 204 - 2 builds wiki/key-suggestions
wiki.settings.readAll GET /settings internal documented normal 200 - - - wiki/settings
wiki.settings.read GET /settings/{settingsName} internal documented normal 200 - 2 - wiki/settings
wiki.settings.changeSeveral PUT /settings internal documented normal 200 - - builds wiki/settings
wiki.settings.change PUT /settings/{settingsName} internal documented normal 200 - 2 builds wiki/settings
wiki.onboarding.put PUT /onboarding/{settingsName} internal documented normal 200 409 2 builds wiki/onboarding
wiki.onboarding.notify POST /onboarding/notifications internal documented normal 200 - - - wiki/onboarding
wiki.savedQueries.migrate POST /misc/{spaceKey}/migrateUsersQueries internal documented normal 200 - 2 - wiki/saved-queries
wiki.sync.queue POST /sync deprecated documented normal 200 - - builds wiki/sync
wiki.excel.readConfig GET /excel/{spaceKey}/{attachmentId}/config internal documented normal 200 - 2,0 - wiki/excel
wiki.excel.changeIntegrationState POST /excel/{spaceKey}/{attachmentId}/config/integrationState internal documented normal 200 409 2,0 builds wiki/excel
wiki.excel.delete DELETE /excel/{spaceKey}/{attachmentId} internal documented normal 204 - 2,0 - wiki/excel
wiki.richText.suggest GET /rte/{spaceKey}/suggest2 internal documented normal 200 - 2 - wiki/rich-text
wiki.richText.reportToHtml GET /rte/{spaceKey}/report/transform-to-html internal documented normal 200 - 2 - wiki/rich-text
wiki.accumulator.run PUT /accumulator/{spaceKey} internal documented normal 200 - 2 builds wiki/accumulator
wiki.traceability.list GET /traceability/{spaceKey}/ internal documented normal 200 - 2 - wiki/traceability
wiki.traceability.read GET /traceability/{spaceKey}/{id} internal documented normal 200 - 2,0 - wiki/traceability
wiki.traceability.create POST /traceability/{spaceKey} internal documented normal 200 - 2 builds wiki/traceability
wiki.traceability.change PUT /traceability/{spaceKey}/{id} internal documented normal 200 - 2,0 builds wiki/traceability
wiki.traceability.delete DELETE /traceability/{spaceKey}/{id} internal documented normal 204 - 2,0 - wiki/traceability
wiki.traceability.render PUT /traceability/{spaceKey}/uiTraceability internal documented normal 200 - 2 builds wiki/traceability-rendering
wiki.traceability.renderColumn PUT /traceability/{spaceKey}/uiTraceability/column/{columnNumber}/frontEndData internal documented normal 200 - 2,6 builds wiki/traceability-rendering
wiki.traceability.renderOlder PUT /misc/{spaceKey}/uiTraceability internal documented normal 200 - 2 builds wiki/traceability-rendering
wiki.traceability.customFields GET /traceability/{spaceKey}/uiTraceability/customfields/{applink} internal documented normal 200 404,409 2,2 - wiki/traceability-rendering
wiki.richText.traceabilityToHtml GET /rte/{spaceKey}/traceability/transform-to-html internal documented normal 200 - 2 - wiki/traceability-exports
wiki.traceability.storedList GET /misc/{spaceKey}/traceability/data deprecated documented normal 200 - 2 - wiki/traceability-exports
wiki.traceability.storedRead GET /misc/{spaceKey}/traceability/data/{id} deprecated documented normal 200 - 2,3 - wiki/traceability-exports
wiki.queue.list GET /integration/{serviceId}/queue/outbound internal documented normal 200 - 2 - wiki/queues
wiki.queue.send PUT /integration/{serviceId}/queue/outbound/{messageId} internal documented normal 200 404,409 2,6 - wiki/queues
wiki.queue.remove DELETE /integration/{serviceId}/queue/outbound/{messageId} internal documented normal 204 404 2,6 - wiki/queues
wiki.queue.flush GET /integration/{serviceId}/queue/flush internal documented normal 200 404 2 - wiki/queues
wiki.queue.answers GET /integration/{serviceId}/queue/inbound internal documented normal 200 404 2 - wiki/queues
wiki.queue.receive POST /integration/{serviceId}/queue/inbound internal documented normal 200 404 2 builds wiki/queues
wiki.queue.common GET /common-queue internal documented normal 200 - - - wiki/queues
wiki.queue.personal GET /personal-queue internal documented normal 200 - - - wiki/queues
wiki.queue.removeOwn DELETE /personal-queue/{serviceId}/{messageId} internal documented normal 204 403,404 2,6 - wiki/queues
wiki.queue.sendOwn PUT /personal-queue/{serviceId}/{messageId} internal documented normal 200 403,404,409 2,6 - wiki/queues
wiki.integration.list GET /integration internal documented normal 200 - - - wiki/integration
wiki.integration.create POST /integration internal documented normal 200 404,409 - builds wiki/integration
wiki.integration.read GET /integration/{serviceId} internal documented normal 200 404 2 - wiki/integration
wiki.integration.update PUT /integration/{serviceId} public documented normal 200 403,404 2 builds wiki/integration
wiki.integration.delete DELETE /integration/{serviceId} internal documented normal 204 404 2 - wiki/integration
wiki.integration.checkApplicationLinks POST /integration/{serviceId}/check-applinks internal documented normal 200 404 2 - wiki/integration-link
wiki.integration.testApplicationLink GET /integration/{serviceId}/applink/test internal documented normal 200 404 2 - wiki/integration-link
wiki.integration.authenticateUser POST /integration/{serviceId}/authenticate-user internal documented normal 200 403,404,409 2 builds wiki/integration-versions
wiki.integration.changeVersion POST /integration/{serviceId}/change-version internal documented normal 200 404 2 - wiki/integration-versions
tracker.api.read GET /api internal documented normal 200 - - anonymous tracker/api
tracker.api.post POST /api internal documented normal 200 404 - builds tracker/api
tracker.api.changeMode PUT /api/{applinkId}/mode internal documented normal 200 404 2 builds tracker/api
tracker.api.changeVersion PUT /api/{applinkId}/version internal documented normal 200 404 2 builds tracker/api
tracker.settings.authenticateUser POST /settings/{serviceId}/authenticate-user internal documented normal 200 404 2 builds tracker/settings
tracker.settings.setRemoteUser POST /settings/{serviceId}/set-remote-user internal documented normal 200 404 2 builds tracker/settings
tracker.issuelinks.unimplemented GET /issuelinks internal documented normal 200 - - - tracker/issue-links
tracker.issuelinks.list GET /issuelinks/{issueKey} internal documented normal 200 404 2 - tracker/issue-links
tracker.issuelinks.create POST /issuelinks/{issueKey} internal documented normal 200 404,409 2 builds tracker/issue-links
tracker.issuelinks.overwrite PUT /issuelinks/{issueKey} internal documented normal 200 404,409 2 builds tracker/issue-links
tracker.issuelinks.remove DELETE /issuelinks/{issueKey} internal documented normal 200 404 2 builds tracker/issue-links
tracker.sync.start PUT /sync internal documented normal 200 404 - - tracker/synchronisation
tracker.sync.manage GET /sync internal documented normal 200 - - - tracker/synchronisation
tracker.sync.readJob GET /sync/job/{jobId} internal documented normal 200 404 7 - tracker/synchronisation
tracker.sync.updateBaseline POST /sync/updatebaseline2 internal documented normal 200 404,409 - builds tracker/synchronisation
tracker.operations.rename PUT /rename internal documented normal 200 404 - builds tracker/remote-links
tracker.operations.renameThrough PUT /operations/{applinkId}/rename internal documented normal 200 404 2 builds tracker/remote-links
tracker.operations.createLink POST /createRIL internal documented normal 200 404,409 - builds tracker/remote-links
tracker.operations.createLinkThrough POST /operations/{applinkId}/createRIL internal documented normal 200 404,409 2 builds tracker/remote-links
tracker.recovery.suggest GET /recover-null-keys/suggest internal documented normal 200 - - - tracker/recovery
tracker.recovery.requirement GET /recover-null-keys/requirement internal documented normal 200 404,409 - - tracker/recovery
tracker.recovery.associate PUT /recover-null-keys/associate/{id} internal documented normal 200 404,409 7 builds tracker/recovery
tracker.queue.list GET /queue/{applinkId}/messages internal documented normal 200 404 2 - tracker/queue
tracker.queue.add POST /queue/{applinkId}/messages internal documented normal 200 404 2 builds tracker/queue
tracker.queue.empty DELETE /queue/{applinkId}/messages internal documented normal 204 404 2 - tracker/queue
tracker.queue.send POST /queue/{applinkId}/messages/{messageId} internal documented normal 200 404,409 2,6 - tracker/queue
tracker.queue.remove DELETE /queue/{applinkId}/messages/{messageId} internal documented normal 204 404 2,6 - tracker/queue
tracker.queue.repairApplicationLink POST /queue/{applinkId}/repair-applink internal documented normal 200 404 2 - tracker/queue
tracker.data.relationships GET /relationships internal documented normal 200 - - - tracker/data
tracker.data.fields GET /metadata/customfields internal documented normal 200 - - - tracker/data
tracker.data.operations GET /operations/{applinkId} internal documented normal 200 404 2 - tracker/data
tracker.data.history GET /history/issue/{issueNumber} internal documented normal 200 403,404 2 - tracker/data
tracker.data.search GET /search internal documented normal 200 404,409 - - tracker/search
tracker.baselines.list GET /baselines/{projectKey} internal documented normal 200 403,404 2 - tracker/baselines
tracker.baselines.forget DELETE /baselines/{project} internal documented normal 204 404 2 - tracker/baselines
tracker.baselines.prefer PUT /preferences/baselineCondition internal documented normal 200 404,409 - builds tracker/baselines
tracker.randomData.create GET /sync/create-random-data internal documented normal 200 404,409 - - tracker/random-data
tracker.randomData.issues GET /sync/create-random-issues internal documented normal 200 404,409 - - tracker/random-data
tracker.bulkJob.start POST /operations/{applinkId}/issues-bulk-operation/projects/{projectId} internal documented normal 200 403,404 2,7 builds tracker/bulk-jobs
tracker.bulkJob.list GET /operations/{applinkId}/issues-bulk-operation/jobs internal documented normal 200 404 2 - tracker/bulk-jobs
tracker.bulkJob.read GET /operations/{applinkId}/issues-bulk-operation/jobs/{jobId} internal documented normal 200 403,404 2,3 - tracker/bulk-jobs
tracker.bulkJob.abort POST /operations/{applinkId}/issues-bulk-operation/jobs/{jobId}/abort internal documented normal 200 404,409 2,3 - tracker/bulk-jobs
tracker.bulkJob.delete DELETE /operations/{applinkId}/issues-bulk-operation/jobs/{jobId} internal documented normal 204 404,409 2,3 - tracker/bulk-jobs
wiki.trackerIssue.projects GET /integration/{serviceId}/jira/projects internal documented normal 200 404,409 2 - wiki/tracker-issues
wiki.trackerIssue.projectMetadata GET /integration/{serviceId}/jira/projects/{projectKey}/meta internal documented normal 200 403,404,409 2,2 - wiki/tracker-issues
wiki.trackerIssue.issueTypeMetadata GET /integration/{serviceId}/jira/projects/{projectKey}/meta/{issueTypeId} internal documented normal 200 403,404,409 2,2,0 - wiki/tracker-issues
wiki.trackerIssue.relationships GET /integration/{serviceId}/jira/projects/{projectKey}/relationships internal documented normal 200 403,404,409 2,2 - wiki/tracker-issues
wiki.trackerIssue.issues GET /integration/{serviceId}/jira/issues internal documented normal 200 404,409 2 - wiki/tracker-issues
wiki.trackerIssue.createInBulk POST /integration/{serviceId}/jira/create-issues-bulk internal documented normal 200 403,404,409 2 builds wiki/tracker-issues
wiki.trackerIssueByName.projects GET /integration/{serviceId}/tracker/projects internal assumed normal 200 404,409 2 - wiki/tracker-issues
wiki.trackerIssueByName.projectMetadata GET /integration/{serviceId}/tracker/projects/{projectKey}/meta internal assumed normal 200 403,404,409 2,2 - wiki/tracker-issues
wiki.trackerIssueByName.issueTypeMetadata GET /integration/{serviceId}/tracker/projects/{projectKey}/meta/{issueTypeId} internal assumed normal 200 403,404,409 2,2,0 - wiki/tracker-issues
wiki.trackerIssueByName.relationships GET /integration/{serviceId}/tracker/projects/{projectKey}/relationships internal assumed normal 200 403,404,409 2,2 - wiki/tracker-issues
wiki.trackerIssueByName.issues GET /integration/{serviceId}/tracker/issues internal assumed normal 200 404,409 2 - wiki/tracker-issues
wiki.trackerIssueByName.createInBulk POST /integration/{serviceId}/tracker/create-issues-bulk internal assumed normal 200 403,404,409 2 builds wiki/tracker-issues
wiki.issueTemplate.list GET /templates/{spaceKey}/ internal documented normal 200 - 2 - wiki/issue-templates
wiki.issueTemplate.create POST /templates/{spaceKey}/ internal documented normal 200 404,409 2 builds wiki/issue-templates
wiki.issueTemplate.update PUT /templates/{spaceKey}/{id} internal documented normal 200 404,409 2,3 builds wiki/issue-templates
wiki.issueTemplate.delete DELETE /templates/{spaceKey}/{id} internal documented normal 204 404 2,3 - wiki/issue-templates
wiki.issueTemplate.issues GET /templates/{spaceKey}/{id}/issues internal documented normal 200 404 2,3 - wiki/issue-templates
wiki.job.list GET /tasks/jobs internal documented normal 200 404,409 - - wiki/jobs
wiki.job.read GET /tasks/jobs/{jobId} internal documented normal 200 404,409 3 - wiki/jobs
wiki.job.errors GET /tasks/jobs/status/{jobId}/errors internal documented normal 200 404,409 3 - wiki/jobs
wiki.job.abort POST /tasks/jobs/{jobId}/abort internal documented normal 200 404,409 3 - wiki/jobs
wiki.job.delete DELETE /tasks/jobs/{jobId} internal documented normal 204 404,409 3 - wiki/jobs
wiki.repair.list GET /repair/trackerlinks internal documented normal 200 - - - wiki/repair
wiki.repair.heal PUT /repair/trackerlinks internal documented normal 200 404 - builds wiki/repair
wiki.repair.drop DELETE /repair/trackerlinks internal documented normal 204 409 - - wiki/repair
wiki.repairJira.list GET /repair/jiralinks internal assumed normal 200 - - - wiki/repair
wiki.repairJira.heal PUT /repair/jiralinks internal assumed normal 200 404 - builds wiki/repair
wiki.repairJira.drop DELETE /repair/jiralinks internal assumed normal 204 409 - - wiki/repair
hosted-wiki.requirement.search GET /rest/search public documented high 200 - - - hosted-wiki/search
hosted-wiki.issueLinks.bulk POST /rest/jira-bulk/links unstated observed normal 200 404,409 - builds hosted-wiki/issue-links
hosted-wiki.traceability.render POST /rest/traceability/{spaceKey} unstated observed normal 200 404 2 builds hosted-wiki/traceability
hosted-wiki.savedMatrix.create POST /rest/saved-matrices unstated observed normal 200 404 - builds hosted-wiki/saved-matrices
hosted-wiki.savedMatrix.read GET /rest/saved-matrices/{id} unstated observed normal 200 - 0 - hosted-wiki/saved-matrices
hosted-wiki.savedMatrix.change PUT /rest/saved-matrices/{id} unstated observed normal 200 - 0 builds hosted-wiki/saved-matrices
hosted-wiki.savedMatrix.delete DELETE /rest/saved-matrices/{id} unstated observed normal 204 - 0 - hosted-wiki/saved-matrices
hosted-wiki.savedMatrix.search POST /rest/saved-matrices/search unstated observed normal 200 - - builds hosted-wiki/saved-matrices
standalone.openapi.read GET /v3/api-docs internal documented normal 200 - - anonymous,builds operations
wiki.openapi.read GET /openapi internal documented normal 200 - - anonymous,builds operations
tracker.openapi.read GET /openapi internal documented normal 200 - - anonymous,builds operations
hosted-wiki.openapi.read GET /v3/api-docs internal documented normal 200 - - anonymous,builds operations
hosted-tracker.openapi.read GET /v3/api-docs internal documented normal 200 - - anonymous,builds operations`
