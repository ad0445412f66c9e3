/**
 * The shape of every table's records, so that an imported world is checked field by field. The types hold each shape to
 * its record: a field more or less does not compile.
 */
import * as z from 'zod'
import { applications, linkRequests } from '../model/applications/records.ts'
import { BASELINE_STATUSES, baselines } from '../model/baselines/records.ts'
import { configs } from '../model/config.ts'
import { CONTAINER_LEVELS, CONTAINER_TYPES, containers } from '../model/containers/records.ts'
import { COLUMN_ROLES, excelAttachments, INTEGRATION_STATES } from '../model/excel/records.ts'
import { HISTORY_EVENTS, historyEntries } from '../model/history/records.ts'
import { keyHolds } from '../model/keys/records.ts'
import { integrations, issueLinks, issues, issueTypes } from '../model/links/records.ts'
import { MESSAGE_STATUSES, OUTBOUND_OPERATIONS, outboundMessages } from '../model/messages/records.ts'
import { memberships, organizations } from '../model/organizations/records.ts'
import { pages, pageVersions } from '../model/pages/records.ts'
import { propertyNames } from '../model/properties/records.ts'
import { rateWindows } from '../model/rate-windows.ts'
import { externalPropertyMetadata, requirements, testCaseLinks } from '../model/requirements/records.ts'
import { notifications, settings } from '../model/settings/records.ts'
import {
  COLUMN_STEPS,
  matrices,
  MATRIX_STATUSES,
  MATRIX_TYPES,
  SHARED_LEVELS,
} from '../model/traceability/records.ts'
import { requirementTypes } from '../model/types/records.ts'
import { accountLinks, administrators, grants, sessions, tokens, users } from '../model/users/records.ts'
import { variants } from '../model/variants/records.ts'
import { FIRST_INSTANT, LAST_INSTANT } from '../world/duration.ts'
import { jobs } from '../world/jobs.ts'
import { sequences } from '../world/store.ts'
import type { TableDefinition } from '../world/table.ts'
import { lazily } from './route.ts'

type Fields<R> = { readonly [K in keyof R]-?: z.ZodType<Exclude<R[K], undefined>> }

export interface RecordShape {
  /** Builds the shape; all fields, none besides. */
  readonly shape: () => z.ZodType
  /** Names of the fields that hold text, a number or a truth value, in the order declared. */
  readonly scalars: () => readonly string[]
}

const shapes = lazily(buildShapes)

/** The shape of a table's records; undefined for a table that does not exist. */
export function recordShape(table: string): RecordShape | undefined {
  return shapes().get(table)
}

function buildShapes(): ReadonlyMap<string, RecordShape> {
  const found = new Map<string, RecordShape>()
  const shapeOf = <R extends object>(table: TableDefinition<R, never>, fields: () => Fields<R>): void => {
    const shape = lazily(() => z.strictObject(fields() as z.ZodRawShape))
    found.set(table.name, { shape, scalars: lazily(() => scalarsOf(fields() as z.ZodRawShape)) })
  }
  const id = () => z.int().min(1)
  const instant = () => z.int().min(FIRST_INSTANT).max(LAST_INSTANT)
  const hash = () => z.string().regex(/^[0-9a-f]{64}$/)
  const text = () => z.string()

  shapeOf(sequences, () => ({ name: text(), value: z.int().min(0) }))
  shapeOf(jobs, () => ({
    id: id(),
    kind: text(),
    due: instant(),
    created: instant(),
    region: text().exactOptional(),
    payload: z.record(text(), z.unknown()).exactOptional(),
  }))
  shapeOf(configs, () => ({ id: z.literal('config'), value: configShape() }))
  shapeOf(rateWindows, () => ({ id: text(), start: instant(), used: z.int().min(0), over: z.int().min(0) }))

  shapeOf(organizations, () => ({ id: id(), name: text(), createdAt: instant() }))
  shapeOf(memberships, () => ({ organizationId: id(), userId: id(), role: z.enum(['member', 'admin']) }))
  shapeOf(users, () => ({
    id: id(),
    name: text(),
    displayName: text(),
    email: text(),
    accountId: text(),
    passwordHash: hash(),
  }))
  shapeOf(tokens, () => ({
    id: id(),
    userId: id(),
    name: text(),
    hash: hash(),
    createdAt: instant(),
    expiresAt: instant(),
    applicationId: id().exactOptional(),
  }))
  shapeOf(sessions, () => ({ hash: hash(), userId: id(), createdAt: instant() }))
  shapeOf(accountLinks, () => ({
    userId: id(),
    applicationId: id(),
    linked: z.boolean(),
    consented: z.boolean(),
  }))
  shapeOf(grants, () => ({ containerId: id(), userId: id(), level: z.enum(['read', 'edit']) }))
  shapeOf(administrators, () => ({ applicationId: id(), userId: id() }))
  shapeOf(applications, () => ({
    id: id(),
    name: text(),
    type: z.enum(['CONFLUENCE', 'JIRA', 'STANDALONE']),
    status: z.enum(['ACTIVE', 'DISABLED']),
    baseUrl: text(),
    organizationId: id(),
    selfHosted: z.boolean(),
  }))
  shapeOf(linkRequests, () => ({
    applicationId: id(),
    organizationId: id(),
    status: z.enum(['PENDING', 'APPROVED', 'REJECTED']),
    createdAt: instant(),
    createdBy: id(),
  }))
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
  shapeOf(requirements, () => ({
    id: id(),
    applicationId: id(),
    projectContainerId: id(),
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
    dependencies: z.array(dependencyShape()),
    htmlNeedsUpdating: z.boolean(),
    newSpaceKey: text().exactOptional(),
    newKey: text().exactOptional(),
    createdAt: instant(),
  }))
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
  shapeOf(baselines, () => ({
    id: id(),
    applicationId: id(),
    projectContainerId: id(),
    spaceKey: text(),
    number: z.int().min(1),
    name: text(),
    status: z.enum(BASELINE_STATUSES),
    searchQuery: text().exactOptional(),
    pageId: id().exactOptional(),
    parentBaseline: z.int().min(1).exactOptional(),
    message: text().exactOptional(),
    createdAt: instant(),
    createdBy: id().exactOptional(),
    frozenAt: instant().exactOptional(),
  }))
  shapeOf(externalPropertyMetadata, () => ({
    id: id(),
    applicationId: id(),
    name: text(),
    dataType: dataTypeShape(),
  }))
  shapeOf(propertyNames, () => ({
    id: id(),
    applicationId: id(),
    projectContainerId: id(),
    name: text(),
    dataType: dataTypeShape(),
    description: text().exactOptional(),
  }))
  shapeOf(requirementTypes, () => ({
    id: id(),
    applicationId: id(),
    projectContainerId: id(),
    name: text(),
    pattern: text(),
    description: text().exactOptional(),
  }))
  shapeOf(keyHolds, () => ({
    id: text(),
    projectContainerId: id(),
    key: text(),
    heldAt: instant(),
    heldBy: id().exactOptional(),
  }))
  shapeOf(excelAttachments, () => ({
    id: id(),
    applicationId: id(),
    projectContainerId: id(),
    pageId: id().exactOptional(),
    fileName: text(),
    sheet: text(),
    headerRow: z.int().min(0),
    columns: z.array(
      z.strictObject({
        column: text(),
        header: text(),
        role: z.enum(COLUMN_ROLES),
        name: text().exactOptional(),
      }),
    ),
    integrationState: z.enum(INTEGRATION_STATES),
  }))
  shapeOf(matrices, () => ({
    id: id(),
    applicationId: id(),
    projectContainerId: id(),
    name: text(),
    description: text().exactOptional(),
    type: z.enum(MATRIX_TYPES),
    query: text(),
    columns: z.array(matrixColumnShape()),
    variables: z.record(text(), z.union([text(), z.number(), z.boolean(), z.array(text())])).exactOptional(),
    json: text().exactOptional(),
    sharedLevel: z.enum(SHARED_LEVELS),
    status: z.enum(MATRIX_STATUSES),
    ownerId: id().exactOptional(),
    createdAt: instant(),
    updatedAt: instant(),
  }))
  shapeOf(settings, () => ({
    id: text(),
    applicationId: id(),
    projectContainerId: id().exactOptional(),
    name: text(),
    value: z.union([text(), z.number(), z.boolean(), z.array(text())]),
  }))
  shapeOf(notifications, () => ({
    id: id(),
    applicationId: id(),
    userId: id(),
    kind: text(),
    createdAt: instant(),
  }))
  shapeOf(testCaseLinks, () => ({
    id: id(),
    requirementId: id(),
    testCaseKey: text(),
    version: z.int().min(0),
    relationship: text(),
    status: text(),
    executedAt: instant(),
  }))
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
  return found
}

function scalarsOf(fields: z.ZodRawShape): string[] {
  return Object.keys(fields).filter((name) => {
    const field = fields[name] as z.ZodType
    const inner = field instanceof z.ZodExactOptional ? field.unwrap() : field
    return !(inner instanceof z.ZodArray || inner instanceof z.ZodObject || inner instanceof z.ZodRecord)
  })
}

export const dataTypeShape = lazily(() =>
  z.enum(['TEXT', 'NUMBER', 'DECIMAL', 'DATE', 'BOOLEAN', 'USER', 'LIST']),
)

const propertyShape = lazily(() =>
  z.strictObject({
    key: z.string(),
    value: z.string(),
    dataType: dataTypeShape(),
    multivalues: z.array(z.string()).exactOptional(),
  }),
)

const dependencyShape = lazily(() =>
  z.strictObject({ relationship: z.string(), spaceKey: z.string(), key: z.string() }),
)

const definitionShape = lazily(() =>
  z.strictObject({
    key: z.string(),
    html: z.string(),
    properties: z.array(propertyShape()),
    dependencies: z.array(dependencyShape()),
  }),
)

const pageLinkShape = lazily(() => z.strictObject({ spaceKey: z.string(), key: z.string() }))

const matrixColumnShape = lazily(() =>
  z.strictObject({
    label: z.string(),
    step: z.strictObject({ type: z.enum(COLUMN_STEPS), value: z.string().exactOptional() }),
    columnIndex: z.int().min(0),
    parentColumnIndex: z.int().min(0),
    hidden: z.boolean().exactOptional(),
  }),
)

const configShape = lazily(() =>
  z.strictObject({
    rateLimit: z.enum(['enforce', 'observe', 'off']).exactOptional(),
    isolateSpaces: z.boolean(),
    strict: z.boolean(),
    maximumBodyBytes: z.int().min(1),
    anonymousAs: z.string().exactOptional(),
    assumptions: z.record(z.string(), z.string()),
  }),
)
