/**
 * Every operation of every interface, in the order of the reference. Exchanges load them group by group with
 * `operation-index.ts`.
 */
import { descriptionOperations } from './openapi/description.ts'
import type { Operation } from './framework/operation.ts'
import { aggregationOperations } from './standalone/formulas/aggregations.ts'
import { applicationLinkRequestOperations } from './standalone/applications/link-requests.ts'
import { applicationOperations } from './standalone/applications/applications.ts'
import { calculationOperations } from './standalone/formulas/calculations.ts'
import { containerOperations } from './standalone/containers/containers.ts'
import { containerWritingOperations } from './standalone/containers/writing.ts'
import { credentialOperations } from './standalone/organizations/credentials.ts'
import { externalPropertyImportOperations } from './standalone/external-properties/import.ts'
import { externalPropertyOperations } from './standalone/external-properties/external-properties.ts'
import { fileOperations } from './standalone/containers/files.ts'
import { invitationOperations } from './standalone/organizations/invitations.ts'
import { dashboardOperations } from './standalone/workspaces/dashboards.ts'
import { telemetryOperations } from './standalone/telemetry.ts'
import { templateRenderingOperations } from './standalone/formulas/template-rendering.ts'
import { templateOperations } from './standalone/formulas/templates.ts'
import { jobOperations } from './standalone/external-properties/jobs.ts'
import { linkedAccountOperations } from './standalone/organizations/linked-accounts.ts'
import { organizationLinkRequestOperations } from './standalone/organizations/link-requests.ts'
import { organizationMemberOperations } from './standalone/organizations/members.ts'
import { organizationOperations } from './standalone/organizations/organizations.ts'
import { relationshipOperations } from './standalone/requirements/relationships.ts'
import { requirementOperations } from './standalone/requirements/requirements.ts'
import { requirementPropertyOperations } from './standalone/requirements/properties.ts'
import { requirementWritingOperations } from './standalone/requirements/writing.ts'
import { typedLinkOperations } from './standalone/requirements/typed-links.ts'
import { userOperations } from './standalone/organizations/users.ts'
import { variantOperations } from './standalone/containers/variants.ts'
import { variantWritingOperations } from './standalone/containers/variant-writing.ts'
import { workspaceMemberOperations } from './standalone/workspaces/members.ts'
import { workspaceOperations } from './standalone/workspaces/workspaces.ts'
import { wikiRequirementDependencyOperations } from './wiki/requirements/dependencies.ts'
import { wikiRequirementReadingOperations } from './wiki/requirements/reading.ts'
import { bulkReadOperations } from './wiki/requirements/bulk-read.ts'
import { uiSearchOperations } from './wiki/search/ui-search.ts'
import { wikiRequirementWritingOperations } from './wiki/requirements/writing.ts'
import { wikiIssueLinkOperations } from './wiki/requirements/deprecated-issue-links.ts'
import { wikiBaselineOperations } from './wiki/baselines/baselines.ts'
import { wikiBaselineWritingOperations } from './wiki/baselines/writing.ts'
import { wikiBaselineCreatingOperations } from './wiki/baselines/creating.ts'
import { wikiBaselineFreezingOperations } from './wiki/baselines/freezing.ts'
import { wikiBaselineRefreezingOperations } from './wiki/baselines/refreezing.ts'
import { wikiTaskOperations } from './wiki/tasks.ts'
import { wikiHistoryOperations } from './wiki/requirements/history.ts'
import { wikiPageRequirementOperations } from './wiki/pages/requirements.ts'
import { wikiPageOperations } from './wiki/pages/pages.ts'
import { wikiExternalPropertyOperations } from './wiki/requirements/external-properties.ts'
import { wikiPropertyNameOperations } from './wiki/settings/property-names.ts'
import { wikiTypeOperations } from './wiki/settings/types.ts'
import { wikiKeySuggestionOperations } from './wiki/requirements/key-suggestions.ts'
import { wikiSettingOperations } from './wiki/settings/settings.ts'
import { wikiOnboardingOperations } from './wiki/settings/onboarding.ts'
import { wikiSavedQueryOperations } from './wiki/search/saved-queries.ts'
import { wikiSyncOperations } from './wiki/integration/sync.ts'
import { wikiExcelOperations } from './wiki/pages/excel.ts'
import { wikiRichTextOperations } from './wiki/pages/rich-text.ts'
import { wikiAccumulatorOperations } from './wiki/search/accumulator.ts'
import { wikiTraceabilityOperations } from './wiki/traceability/traceability.ts'
import { wikiTraceabilityExportOperations } from './wiki/traceability/exports.ts'
import { wikiTraceabilityRenderingOperations } from './wiki/traceability/rendering.ts'
import { wikiQueueOperations } from './wiki/integration/queues.ts'
import { wikiIntegrationOperations } from './wiki/integration/integration.ts'
import { trackerApiOperations } from './tracker/application-link.ts'
import { trackerLinkRepairOperations } from './tracker/link-repair.ts'
import { trackerSettingOperations } from './tracker/settings.ts'
import { trackerIssueLinkOperations } from './tracker/issue-links.ts'
import { trackerSynchronisationOperations } from './tracker/synchronisation.ts'
import { trackerRemoteLinkOperations } from './tracker/remote-links.ts'
import { trackerRecoveryOperations } from './tracker/recovery.ts'
import { trackerPostedMessageOperations } from './tracker/posted-messages.ts'
import { trackerQueueOperations } from './tracker/queue.ts'
import { trackerDataOperations } from './tracker/data.ts'
import { trackerRandomDataOperations } from './tracker/random-data.ts'
import { trackerBulkJobOperations } from './tracker/bulk-jobs.ts'
import { wikiTrackerIssueOperations } from './wiki/integration/tracker-issues.ts'
import { wikiIssueTemplateOperations } from './wiki/integration/issue-templates.ts'
import { wikiJobOperations } from './wiki/jobs.ts'
import { wikiRepairOperations } from './wiki/integration/repair.ts'
import { hostedSearchOperations } from './hosted/search.ts'
import { hostedIssueLinkOperations } from './hosted/issue-links.ts'
import { hostedTraceabilityOperations } from './hosted/traceability.ts'
import { savedMatrixOperations } from './hosted/saved-matrices.ts'

/** They describe all operations, including themselves. */
export const openApiOperations: readonly Operation[] = descriptionOperations(() => operations)

export const operations: readonly Operation[] = [
  ...aggregationOperations,
  ...applicationOperations,
  ...applicationLinkRequestOperations,
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
  ...wikiRequirementDependencyOperations,
  ...bulkReadOperations,
  ...uiSearchOperations,
  ...wikiRequirementWritingOperations,
  ...wikiIssueLinkOperations,
  ...wikiHistoryOperations,
  ...wikiBaselineOperations,
  ...wikiBaselineWritingOperations,
  ...wikiBaselineFreezingOperations,
  ...wikiBaselineCreatingOperations,
  ...wikiBaselineRefreezingOperations,
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
  ...trackerPostedMessageOperations,
  ...trackerSettingOperations,
  ...trackerIssueLinkOperations,
  ...trackerSynchronisationOperations,
  ...trackerRemoteLinkOperations,
  ...trackerRecoveryOperations,
  ...trackerQueueOperations,
  ...trackerLinkRepairOperations,
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
