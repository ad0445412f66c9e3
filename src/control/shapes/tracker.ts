/** Shapes of issues, integrations, links and messages between wiki and tracker. */
import * as z from 'zod'
import { integrations, issueLinks, issues, issueTypes } from '../../model/links/records.ts'
import {
  MESSAGE_STATUSES,
  OUTBOUND_OPERATIONS,
  outboundMessages,
} from '../../model/integration/queues/records.ts'
import {
  bulkJobs,
  customFields,
  inboundAnswers,
  INBOUND_OPERATIONS,
  issueHistory,
  issueTemplates,
  JOB_KINDS,
  JOB_STATUSES,
  remoteUsers,
  trackerMessages,
  trackerTexts,
} from '../../model/tracker/records.ts'
import { id, instant, text, type ShapeOf, inProject } from './parts.ts'

/** Issues, integrations, links and messages. */
export function shapeTracker(shapeOf: ShapeOf): void {
  shapeOf(issueTypes, () => ({ id: id(), applicationId: id(), name: text() }))
  shapeOf(issues, () => ({
    id: id(),
    containerId: id(),
    applicationId: id(),
    projectContainerId: id(),
    key: text(),
    issueTypeId: id(),
    status: text(),
    fields: z.record(text(), z.unknown()).exactOptional(),
    templateId: id().exactOptional(),
  }))
  shapeOf(integrations, () => ({
    serviceId: text(),
    wikiApplicationId: id(),
    trackerApplicationId: id().exactOptional(),
    wikiApplinkId: text(),
    trackerApplinkId: text(),
    label: text(),
    mode: z.enum(['AUTO', 'MANUAL', 'DISABLED']),
    version: z.int().min(1),
    trackerVersion: z.int().min(1).exactOptional(),
    detached: z.literal(true).exactOptional(),
    status: z.enum(['ACTIVE', 'DISABLED']),
    displayUrl: text(),
    rpcUrl: text(),
    endpoint: text(),
    username: text().exactOptional(),
    userKey: text().exactOptional(),
  }))
  shapeOf(issueLinks, () => ({
    id: id(),
    serviceId: text(),
    wiki: z
      .strictObject({
        applinkId: text(),
        applicationId: id(),
        spaceKey: text(),
        key: text(),
        baseline: z.int().min(0).exactOptional(),
        issueKey: text(),
        relationship: text(),
      })
      .exactOptional(),
    tracker: z
      .strictObject({
        applinkId: text(),
        applicationId: id(),
        issueId: id(),
        spaceKey: text(),
        key: text().nullable(),
        baseline: z.int().min(0).nullable(),
        relationship: text(),
      })
      .exactOptional(),
  }))
  shapeOf(outboundMessages, () => ({
    id: id(),
    serviceId: text(),
    operation: z.enum(OUTBOUND_OPERATIONS),
    title: text().exactOptional(),
    templateId: id().exactOptional(),
    applinkId: text(),
    spaceKey: text().exactOptional(),
    key: text().exactOptional(),
    baseline: z.int().min(0).exactOptional(),
    newSpaceKey: text().exactOptional(),
    newKey: text().exactOptional(),
    issueKey: text().exactOptional(),
    relationship: text().exactOptional(),
    createdBy: id().exactOptional(),
    createdAt: instant(),
    status: z.enum(MESSAGE_STATUSES),
    lastResponse: text().exactOptional(),
    attempts: z.int().min(0),
  }))
  shapeTrackerSide(shapeOf)
}

/** Values of issue fields, as bulk jobs keep them. */
const fieldValues = () =>
  z.strictObject({
    summary: text().exactOptional(),
    status: text().exactOptional(),
    others: z.record(text(), z.unknown()),
  })

const requirementReference = () =>
  z.strictObject({
    spaceKey: text(),
    key: text(),
    baseline: z.int().min(0).exactOptional(),
    relationship: text(),
    requirementId: id().exactOptional(),
  })

/** What waits in the tracker, and what it keeps of requirements, jobs and issues. */
function shapeTrackerSide(shapeOf: ShapeOf): void {
  /** What somebody posted, as it was posted: what it names need not exist. */
  const message = () => ({
    title: text().exactOptional(),
    templateId: z.int().min(0).exactOptional(),
    spaceKey: text().exactOptional(),
    key: text().exactOptional(),
    baseline: z.int().min(0).exactOptional(),
    issueKey: text().exactOptional(),
    newIssueKey: text().exactOptional(),
    relationship: text().exactOptional(),
    operation: z.enum(INBOUND_OPERATIONS),
  })
  shapeOf(trackerMessages, () => ({
    ...message(),
    id: id(),
    serviceId: text(),
    applinkId: text(),
    createdBy: id().exactOptional(),
    createdAt: instant(),
    status: z.enum(MESSAGE_STATUSES),
    lastResponse: text().exactOptional(),
    attempts: z.int().min(0),
  }))
  shapeOf(inboundAnswers, () => ({
    ...message(),
    id: id(),
    serviceId: text(),
    receivedAt: instant(),
    status: z.enum(['DONE', 'FAILED', 'NOT_EXECUTED']),
    message: text(),
  }))
  shapeOf(trackerTexts, () => ({
    id: text(),
    applinkId: text(),
    spaceKey: text(),
    key: text(),
    baseline: z.int().min(0).nullable(),
    html: text(),
    refreshedAt: instant(),
  }))
  shapeOf(issueTemplates, () => ({
    ...inProject(),
    title: text(),
    applinkId: text(),
    projectId: id(),
    issueTypeId: id(),
    relationship: text(),
    fields: text(),
    groupAll: z.boolean(),
    projectMetadata: text().exactOptional(),
  }))
  shapeOf(bulkJobs, () => ({
    id: id(),
    applicationId: id(),
    applinkId: text().exactOptional(),
    projectContainerId: id().exactOptional(),
    kind: z.enum(JOB_KINDS),
    status: z.enum(JOB_STATUSES),
    total: z.int().min(0),
    done: z.int().min(0),
    failed: z.int().min(0),
    errors: z.array(z.strictObject({ item: text(), message: text() })),
    startedBy: id().exactOptional(),
    startedAt: instant(),
    finishedAt: instant().exactOptional(),
    shared: z
      .strictObject({
        askedBy: z.enum(['wiki', 'tracker']),
        issueTypeId: id().exactOptional(),
        templateId: id().exactOptional(),
        title: text().exactOptional(),
        fields: fieldValues(),
      })
      .exactOptional(),
    items: z.array(
      z.union([
        z.strictObject({
          issueKey: text().exactOptional(),
          name: text(),
          fields: fieldValues().exactOptional(),
          requirements: z.array(requirementReference()),
        }),
        z.strictObject({ serviceId: text(), spaceKey: text(), key: text() }),
      ]),
    ),
    clockJobId: id().exactOptional(),
  }))
  shapeOf(issueHistory, () => ({
    id: id(),
    issueId: id(),
    at: instant(),
    by: id().exactOptional(),
    event: text(),
    detail: text(),
  }))
  shapeOf(customFields, () => ({ id: text(), applicationId: id(), name: text(), type: text() }))
  shapeOf(remoteUsers, () => ({
    id: text(),
    serviceId: text(),
    userId: id(),
    username: text(),
    authenticatedAt: instant(),
  }))
}
