/** Shapes of containers, pages, requirements and what hangs on them. */
import * as z from 'zod'
import { frozenSets } from '../../model/requirements/records/frozen.ts'
import { TASK_STATUSES, tasks } from '../../model/tasks/records.ts'
import { BASELINE_STATUSES, baselines } from '../../model/baselines/records.ts'
import { CONTAINER_LEVELS, CONTAINER_TYPES, containers } from '../../model/containers/records.ts'
import { HISTORY_EVENTS, historyEntries } from '../../model/history/records.ts'
import { formerKeys, keyHolds } from '../../model/requirement-keys/records.ts'
import { linkIdentities } from '../../model/links/identities.ts'
import { pages, pageVersions } from '../../model/pages/records.ts'
import { requirements, testCaseLinks } from '../../model/requirements/records/records.ts'
import { variants } from '../../model/variants/records.ts'
import {
  definitionShape,
  dependenciesShape,
  id,
  instant,
  pageLinkShape,
  propertyShape,
  text,
  type ShapeOf,
  inProject,
} from './parts.ts'

/** Containers, variants and pages. */
export function shapeContainersAndPages(shapeOf: ShapeOf): void {
  shapeOf(containers, () => ({
    id: id(),
    applicationId: id(),
    parentContainerId: id().exactOptional(),
    projectContainerId: id(),
    type: z.enum(CONTAINER_TYPES),
    level: z.enum(CONTAINER_LEVELS),
    name: text(),
    key: text().exactOptional(),
    createdAt: instant(),
    spaceId: id().exactOptional(),
    spaceKey: text().exactOptional(),
    pageId: id().exactOptional(),
    projectId: id().exactOptional(),
    issueId: id().exactOptional(),
    workspaceId: id().exactOptional(),
    fileName: text().exactOptional(),
  }))
  shapeOf(variants, () => ({
    id: id(),
    projectContainerId: id(),
    name: text(),
    current: z.boolean(),
    createdAt: instant(),
  }))
  shapeOf(pages, () => ({
    id: id(),
    containerId: id(),
    applicationId: id(),
    spaceKey: text(),
    version: z.int().min(1),
    definitions: z.array(definitionShape()),
    links: z.array(pageLinkShape()),
    savedAt: instant().exactOptional(),
    savedBy: id().exactOptional(),
  }))
  shapeOf(pageVersions, () => ({
    id: text(),
    pageId: id(),
    version: z.int().min(1),
    title: text(),
    definitions: z.array(definitionShape()),
    links: z.array(pageLinkShape()),
    savedAt: instant(),
    savedBy: id().exactOptional(),
  }))
}

const requirementFields = () => ({
  ...inProject(),
  spaceKey: text(),
  variantId: id(),
  key: text(),
  baseline: z.int().min(0).exactOptional(),
  status: z.enum(['ACTIVE', 'DELETED', 'MOVED', 'ARCHIVED']),
  html: text(),
  text: text(),
  originContainerId: id().exactOptional(),
  pageId: id().exactOptional(),
  pageVersion: z.int().min(1).exactOptional(),
  excelAttachmentId: id().exactOptional(),
  properties: z.array(propertyShape()),
  externalProperties: z.array(
    z.strictObject({
      metadataId: id(),
      value: z.union([text(), z.number(), z.boolean()]),
      multivalues: z.array(z.string()).exactOptional(),
    }),
  ),
  dependencies: dependenciesShape(),
  htmlNeedsUpdating: z.boolean(),
  newSpaceKey: text().exactOptional(),
  newKey: text().exactOptional(),
  createdAt: instant(),
})

/** Requirements, their history, baselines and what these froze. */
export function shapeRequirements(shapeOf: ShapeOf): void {
  shapeOf(requirements, requirementFields)
  shapeOf(historyEntries, () => ({
    id: id(),
    requirementId: id(),
    at: instant(),
    by: id().exactOptional(),
    event: z.enum(HISTORY_EVENTS),
    changes: z.array(
      z.strictObject({ field: text(), before: text().exactOptional(), after: text().exactOptional() }),
    ),
  }))
  shapeOf(keyHolds, () => ({
    id: text(),
    projectContainerId: id(),
    key: text(),
    heldAt: instant(),
    heldBy: id().exactOptional(),
  }))
  shapeOf(formerKeys, () => ({ id: text(), projectContainerId: id(), key: text() }))
  shapeOf(testCaseLinks, () => ({
    id: id(),
    requirementId: id(),
    testCaseKey: text(),
    version: z.int().min(0),
    relationship: text(),
    status: text(),
    executedAt: instant(),
  }))
  shapeOf(linkIdentities, () => ({
    id: text(),
    requirementId: id(),
    facts: text(),
    linkId: id(),
  }))
  shapeOf(frozenSets, () => ({
    id: text(),
    projectContainerId: id(),
    number: z.int().min(1),
    variantId: id(),
    sources: z.array(z.strictObject(requirementFields())),
    ids: z.array(id()),
    pageVersions: z.array(z.int().min(0)),
    copied: z.int().min(0),
    frozenAt: instant(),
  }))
  shapeOf(tasks, () => ({
    id: text(),
    applicationId: id(),
    projectContainerId: id(),
    baseline: z.int().min(1),
    status: z.enum(TASK_STATUSES),
    startedBy: id(),
    startedAt: instant(),
    finishedAt: instant().exactOptional(),
    total: z.int().min(0),
    done: z.int().min(0),
    message: text(),
    pages: z.array(
      z.strictObject({
        id: id(),
        fields: z.record(text(), z.union([text(), z.number(), z.boolean(), z.null()])),
      }),
    ),
    newPage: z.strictObject({ title: text(), parentPageId: id().exactOptional() }).exactOptional(),
    jobId: id().exactOptional(),
  }))
  shapeOf(baselines, () => ({
    ...inProject(),
    spaceKey: text(),
    number: z.int().min(1),
    name: text(),
    status: z.enum(BASELINE_STATUSES),
    searchQuery: text().exactOptional(),
    fromPages: z.array(id()).exactOptional(),
    fromVersions: z
      .strictObject({
        variantId: id(),
        versions: z.array(z.strictObject({ key: text(), baseline: z.int().min(1).exactOptional() })),
      })
      .exactOptional(),
    pageId: id().exactOptional(),
    parentBaseline: z.int().min(1).exactOptional(),
    refreezeProperties: z.boolean().exactOptional(),
    expectedCount: z.int().min(0).exactOptional(),
    expectedPageCount: z.int().min(0).exactOptional(),
    message: text().exactOptional(),
    createdAt: instant(),
    createdBy: id().exactOptional(),
    frozenAt: instant().exactOptional(),
  }))
}
