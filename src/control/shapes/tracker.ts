/** Shapes of issues, integrations, links and messages between wiki and tracker. */
import * as z from 'zod'
import { integrations, issueLinks, issues, issueTypes } from '../../model/links/records.ts'
import { MESSAGE_STATUSES, OUTBOUND_OPERATIONS, outboundMessages } from '../../model/messages/records.ts'
import { id, instant, text, type ShapeOf } from './parts.ts'

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
  }))
  shapeOf(integrations, () => ({
    serviceId: text(),
    wikiApplicationId: id(),
    trackerApplicationId: id(),
    wikiApplinkId: text(),
    trackerApplinkId: text(),
    label: text(),
    mode: z.enum(['AUTO', 'MANUAL', 'DISABLED']),
    version: z.int().min(1),
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
}
