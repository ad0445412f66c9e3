/**
 * Every operation of every interface, in the order in which the reference lists them. Exchanges load them group by group
 * instead: see `operation-index.ts`.
 */
import { descriptionOperations } from './description.ts'
import type { Operation } from './operation.ts'
import { aggregationOperations } from './standalone/aggregations.ts'
import { applicationOperations } from './standalone/applications.ts'
import { calculationOperations } from './standalone/calculations.ts'
import { containerOperations } from './standalone/containers.ts'
import { containerWritingOperations } from './standalone/container-writing.ts'
import { credentialOperations } from './standalone/credentials.ts'
import { externalPropertyImportOperations } from './standalone/external-property-import.ts'
import { externalPropertyOperations } from './standalone/external-properties.ts'
import { fileOperations } from './standalone/files.ts'
import { invitationOperations } from './standalone/invitations.ts'
import { dashboardOperations } from './standalone/dashboards.ts'
import { telemetryOperations } from './standalone/telemetry.ts'
import { templateRenderingOperations } from './standalone/template-rendering.ts'
import { templateOperations } from './standalone/templates.ts'
import { jobOperations } from './standalone/jobs.ts'
import { linkedAccountOperations } from './standalone/linked-accounts.ts'
import { organizationLinkRequestOperations } from './standalone/organization-link-requests.ts'
import { organizationMemberOperations } from './standalone/organization-members.ts'
import { organizationOperations } from './standalone/organizations.ts'
import { relationshipOperations } from './standalone/relationships.ts'
import { requirementOperations } from './standalone/requirements.ts'
import { requirementPropertyOperations } from './standalone/requirement-properties.ts'
import { requirementWritingOperations } from './standalone/requirement-writing.ts'
import { typedLinkOperations } from './standalone/typed-links.ts'
import { userOperations } from './standalone/users.ts'
import { variantOperations } from './standalone/variants.ts'
import { variantWritingOperations } from './standalone/variant-writing.ts'
import { workspaceMemberOperations } from './standalone/workspace-members.ts'
import { workspaceOperations } from './standalone/workspaces.ts'
import { wikiRequirementReadingOperations } from './wiki/requirement-reading.ts'
import { bulkReadOperations } from './wiki/bulk-read.ts'
import { uiSearchOperations } from './wiki/ui-search.ts'
import { wikiRequirementWritingOperations } from './wiki/requirement-writing.ts'
import { wikiIssueLinkOperations } from './wiki/issue-links.ts'
import { wikiBaselineOperations } from './wiki/baselines.ts'
import { wikiBaselineEditingOperations } from './wiki/baseline-editing.ts'
import { wikiBaselineFreezingOperations } from './wiki/baseline-freezing.ts'
import { wikiTaskOperations } from './wiki/tasks.ts'
import { wikiHistoryOperations } from './wiki/history.ts'
import { wikiPageRequirementOperations } from './wiki/page-requirements.ts'
import { wikiPageOperations } from './wiki/pages.ts'
import { wikiExternalPropertyOperations } from './wiki/external-properties.ts'
import { wikiPropertyNameOperations } from './wiki/property-names.ts'
import { wikiTypeOperations } from './wiki/types.ts'
import { wikiKeySuggestionOperations } from './wiki/key-suggestions.ts'
import { wikiSettingOperations } from './wiki/settings.ts'
import { wikiOnboardingOperations } from './wiki/onboarding.ts'
import { wikiSavedQueryOperations } from './wiki/saved-queries.ts'
import { wikiSyncOperations } from './wiki/sync.ts'
import { wikiExcelOperations } from './wiki/excel.ts'
import { wikiRichTextOperations } from './wiki/rich-text.ts'
import { wikiAccumulatorOperations } from './wiki/accumulator.ts'
import { wikiTraceabilityOperations } from './wiki/traceability.ts'
import { wikiTraceabilityExportOperations } from './wiki/traceability-exports.ts'
import { wikiTraceabilityRenderingOperations } from './wiki/traceability-rendering.ts'
import { wikiQueueOperations } from './wiki/queues.ts'
import { wikiIntegrationOperations } from './wiki/integration.ts'
import { trackerApiOperations } from './tracker/api.ts'
import { trackerSettingOperations } from './tracker/settings.ts'
import { trackerIssueLinkOperations } from './tracker/issue-links.ts'
import { trackerSynchronisationOperations } from './tracker/synchronisation.ts'
import { trackerRemoteLinkOperations } from './tracker/remote-links.ts'
import { trackerRecoveryOperations } from './tracker/recovery.ts'
import { trackerQueueOperations } from './tracker/queue.ts'
import { trackerDataOperations } from './tracker/data.ts'
import { trackerRandomDataOperations } from './tracker/random-data.ts'
import { trackerBulkJobOperations } from './tracker/bulk-jobs.ts'
import { wikiTrackerIssueOperations } from './wiki/tracker-issues.ts'
import { wikiIssueTemplateOperations } from './wiki/issue-templates.ts'
import { wikiJobOperations } from './wiki/jobs.ts'
import { wikiRepairOperations } from './wiki/repair.ts'
import { hostedSearchOperations } from './hosted-wiki/search.ts'
import { hostedIssueLinkOperations } from './hosted-wiki/issue-links.ts'
import { hostedTraceabilityOperations } from './hosted-wiki/traceability.ts'
import { savedMatrixOperations } from './hosted-wiki/saved-matrices.ts'

/** They tell of all operations, themselves included. */
export const openApiOperations: readonly Operation[] = descriptionOperations(() => operations)

export const operations: readonly Operation[] = [
  ...aggregationOperations,
  ...applicationOperations,
  ...calculationOperations,
  ...containerOperations,
  ...variantOperations,
  ...requirementOperations,
  ...containerWritingOperations,
  ...workspaceOperations,
  ...workspaceMemberOperations,
  ...variantWritingOperations,
  ...requirementWritingOperations,
  ...requirementPropertyOperations,
  ...typedLinkOperations,
  ...relationshipOperations,
  ...organizationOperations,
  ...organizationMemberOperations,
  ...invitationOperations,
  ...organizationLinkRequestOperations,
  ...userOperations,
  ...credentialOperations,
  ...linkedAccountOperations,
  ...externalPropertyOperations,
  ...externalPropertyImportOperations,
  ...jobOperations,
  ...fileOperations,
  ...dashboardOperations,
  ...templateOperations,
  ...templateRenderingOperations,
  ...telemetryOperations,
  ...wikiRequirementReadingOperations,
  ...bulkReadOperations,
  ...uiSearchOperations,
  ...wikiRequirementWritingOperations,
  ...wikiIssueLinkOperations,
  ...wikiHistoryOperations,
  ...wikiBaselineOperations,
  ...wikiBaselineEditingOperations,
  ...wikiBaselineFreezingOperations,
  ...wikiTaskOperations,
  ...wikiPageOperations,
  ...wikiPageRequirementOperations,
  ...wikiExternalPropertyOperations,
  ...wikiPropertyNameOperations,
  ...wikiTypeOperations,
  ...wikiKeySuggestionOperations,
  ...wikiSettingOperations,
  ...wikiOnboardingOperations,
  ...wikiSavedQueryOperations,
  ...wikiSyncOperations,
  ...wikiExcelOperations,
  ...wikiRichTextOperations,
  ...wikiAccumulatorOperations,
  ...wikiTraceabilityOperations,
  ...wikiTraceabilityRenderingOperations,
  ...wikiTraceabilityExportOperations,
  ...wikiQueueOperations,
  ...wikiIntegrationOperations,
  ...trackerApiOperations,
  ...trackerSettingOperations,
  ...trackerIssueLinkOperations,
  ...trackerSynchronisationOperations,
  ...trackerRemoteLinkOperations,
  ...trackerRecoveryOperations,
  ...trackerQueueOperations,
  ...trackerDataOperations,
  ...trackerRandomDataOperations,
  ...trackerBulkJobOperations,
  ...wikiTrackerIssueOperations,
  ...wikiIssueTemplateOperations,
  ...wikiJobOperations,
  ...wikiRepairOperations,
  ...hostedSearchOperations,
  ...hostedIssueLinkOperations,
  ...hostedTraceabilityOperations,
  ...savedMatrixOperations,
  ...openApiOperations,
]
