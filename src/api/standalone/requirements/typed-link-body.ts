/** Typed links in request bodies (service §4.1). */
import { optionalGivenName } from '../../shared/given-name.ts'
import { keyForWiki } from '../../shared/issue-keys.ts'
import { isBlank } from '../../../model/input/blank.ts'
import type * as zod from 'zod'
import { DEFAULT_ISSUE_RELATIONSHIP } from '../../../model/links/views.ts'
import { type Present, present } from '../../../model/input/present.ts'
import { z } from '../../framework/zod.ts'
import type { ContainerRecord } from '../../../model/records/service/containers.ts'
import { integrations } from '../../../model/records/tracker/integrations.ts'
import { issues } from '../../../model/records/tracker/tracker.ts'
import { relationshipIdOf } from '../../../model/links/relationships-of-application.ts'
import { invalid, invalidRequest, notFound, withPlace } from '../../../model/input/errors.ts'
import { type Refusal, quoted } from '../../../model/input/refusal.ts'
import {
  integrationWith,
  type NewLink,
  refuseOtherPlace,
} from '../../../model/integration/links-of-requirement.ts'
import { findParent } from '../../../model/finding/requirements/lookup.ts'
import { isLive, type RequirementRecord } from '../../../model/records/wiki/requirements.ts'
import {
  LINK_DIRECTIONS,
  LINK_TYPES,
  type TypedLink,
} from '../../../model/finding/requirements/typed-links.ts'
import { parseInstant } from '../../../world/time/duration.ts'
import type { Context } from '../../framework/operation.ts'
import { optionalId, shortText } from '../common.ts'
import { containerOfBody, projectOf, requireLevel, requirementOf } from '../editing.ts'
import { readableIssue } from './links.ts'
import { defaultRelationship, relationshipsFor } from './relationships.ts'

const TEST_RELATIONSHIP = 'tests'

/** The fields of a link. Each type uses some of them. */
export const linkFields = () => ({
  direction: z
    .enum(LINK_DIRECTIONS)
    .nullish()
    .describe('Of a DEPENDENCY: TO a parent or FROM a child. Default: TO.'),
  relationship: optionalGivenName().min(1).nullish().describe('Of a DEPENDENCY, JIRA_ISSUE or TEST_CASE.'),
  relationshipId: optionalId('Instead of relationship.'),
  requirementId: optionalId('The other end of a DEPENDENCY.'),
  key: shortText().nullish().describe('Instead of requirementId, for a parent that need not exist.'),
  spaceKey: shortText().nullish().describe('The space of key. Default: the space of the requirement.'),
  containerId: optionalId('The page or file of an ORIGIN, or the page of a REFERENCE.'),
  issueId: optionalId('The issue of a JIRA_ISSUE.'),
  issueKey: shortText().nullish().describe('Instead of issueId.'),
  jiraApplicationId: optionalId('The tracker. Required if there are several.'),
  testCaseKey: shortText().nullish().describe('The test case of a TEST_CASE.'),
  version: z.int32().min(0).nullish().describe('The version of the test case. Default: 1.'),
  status: shortText().nullish().describe('The result of its last execution. Default: NOT_EXECUTED.'),
  executedAt: z.string().max(100).nullish().describe('The time of that execution, ISO 8601. Default: now.'),
})

/** The fields that each type uses. */
const USED_FIELDS: Readonly<Record<TypedLink['type'], readonly string[]>> = {
  DEPENDENCY: [
    'direction',
    'relationship',
    'relationshipId',
    'requirementId',
    'key',
    'spaceKey',
    'requirement',
  ],
  ORIGIN: ['containerId'],
  REFERENCE: ['containerId'],
  JIRA_ISSUE: ['relationship', 'relationshipId', 'issueId', 'issueKey', 'jiraApplicationId'],
  TEST_CASE: ['relationship', 'relationshipId', 'testCaseKey', 'version', 'status', 'executedAt'],
}

export const linkBody = () =>
  z.object({
    type: z.enum(LINK_TYPES),
    ...linkFields(),
    requirement: z
      .object({
        requirementId: optionalId('The other end of a DEPENDENCY.'),
        key: shortText().nullish(),
        spaceKey: shortText().nullish(),
      })
      .nullish()
      .describe(
        'The other end of a DEPENDENCY as responses show it. requirementId, key and spaceKey beside it are ignored: requirementId is then the end that has the link.',
      ),
  })
type LinkCreation = zod.infer<ReturnType<typeof linkBody>>
export type LinkBody = Omit<LinkCreation, 'requirement'>
/** A body without the fields that are null. */
type SentFields = Present<LinkBody>

/**
 * The link that a body describes. In a change, absent fields keep the values of `before`. Throws INVALID, NOT_FOUND, or
 * FORBIDDEN unless the caller has the permissions on both ends.
 */
export function linkOfBody(
  context: Context,
  row: RequirementRecord,
  body: LinkBody,
  before?: TypedLink,
): NewLink {
  const sent = present(body)
  switch (sent.type) {
    case 'DEPENDENCY':
      return dependencyOf(context, row, sent, before?.type === 'DEPENDENCY' ? before : undefined)
    case 'ORIGIN':
    case 'REFERENCE':
      return { type: sent.type, container: containerOf(context, row, sent, before) }
    case 'JIRA_ISSUE':
      return issueLinkOf(context, row, sent, before?.type === 'JIRA_ISSUE' ? before : undefined)
    case 'TEST_CASE':
      return testCaseOf(context, row, sent, before?.type === 'TEST_CASE' ? before : undefined)
  }
}

/** The body of a new link without the object of responses, which names the other end if it names one. */
export function withOtherEnd({ requirement, ...body }: LinkCreation): LinkBody {
  if (body.type !== 'DEPENDENCY') return body
  const { requirementId, key, spaceKey } = requirement ?? {}
  return (requirementId ?? key ?? undefined) === undefined ? body : { ...body, requirementId, key, spaceKey }
}

/** Reports fields that links of a type do not use, unless responses show them with the same value. */
export function reportUnusedFields(
  context: Context,
  row: RequirementRecord,
  body: Readonly<Record<string, unknown>>,
  { type }: TypedLink,
): void {
  for (const [name, value] of Object.entries(body)) {
    const isUsed = name === 'type' || USED_FIELDS[type].includes(name)
    const isShown = name === 'requirementId' && value === row.id
    if (value !== undefined && value !== null && !isUsed && !isShown) context.ignores(name)
  }
}

/** Reports names of the other end that are not those of the new link. */
export function reportOtherNames(context: Context, body: LinkCreation, made: TypedLink): void {
  const { requirement } = body
  if (made.type !== 'DEPENDENCY') return
  for (const name of ['key', 'spaceKey'] as const) {
    if ((body[name] ?? made[name]) !== made[name]) context.ignores(name)
    if ((requirement?.[name] ?? made[name]) !== made[name]) context.ignores(`requirement.${name}`)
  }
}

/** Throws FORBIDDEN unless the caller may edit the container that stores a link. */
export function requireLinkEdit(context: Context, link: TypedLink): void {
  if (link.type === 'REFERENCE') requireLevel(context, link.container, 'edit')
  if (link.type === 'DEPENDENCY' && link.direction === 'FROM' && link.other !== undefined)
    requireLevel(context, projectOf(context, link.other), 'edit')
}

type Before<T extends TypedLink['type']> = Extract<TypedLink, { readonly type: T }> | undefined

function dependencyOf(
  context: Context,
  row: RequirementRecord,
  body: SentFields,
  before: Before<'DEPENDENCY'>,
): NewLink {
  const relationship =
    relationshipOf(context, row, body) ??
    before?.relationship ??
    defaultRelationship(context, row.applicationId)
  // Responses name the requirement of the path in this field. A client that sends it back means no other end.
  const isEcho = before !== undefined && body.requirementId === row.id
  const other = isEcho ? undefined : otherEnd(context, row, body)
  if ((before?.direction ?? body.direction) === 'FROM') {
    const child = other ?? childNamed(context, row, body) ?? before?.other
    if (child === undefined) throw missing('requirementId', 'required if direction is FROM: name the child')
    requireLevel(context, projectOf(context, child), 'edit')
    return { type: 'DEPENDENCY', direction: 'FROM', child, relationship }
  }
  if (other !== undefined) {
    refuseOtherPlace(context.store, row, other)
    const names = { relationship, spaceKey: other.spaceKey, key: other.key }
    return { type: 'DEPENDENCY', direction: 'TO', names }
  }
  const key = body.key ?? before?.key
  if (key === undefined) throw missing('requirementId', 'name the other requirement, or its key')
  const spaceKey = body.spaceKey ?? before?.spaceKey ?? row.spaceKey
  return { type: 'DEPENDENCY', direction: 'TO', names: { relationship, spaceKey, key } }
}

/** The requirement that a body names by id. Throws FORBIDDEN unless the caller may read it. */
function otherEnd(
  context: Context,
  row: RequirementRecord,
  { requirementId: id }: SentFields,
): RequirementRecord | undefined {
  if (id === undefined) return undefined
  const other = requirementOf(context, id)
  if (other?.applicationId !== row.applicationId)
    throw absent('requirementId', 'requirement', id, `application ${row.applicationId}`)
  requireLevel(context, projectOf(context, other), 'read')
  return other
}

/** The child that a body names by key, in the same variant or in the current one of another space. */
function childNamed(
  context: Context,
  row: RequirementRecord,
  { key, spaceKey }: SentFields,
): RequirementRecord | undefined {
  if (key === undefined) return undefined
  const dependency = { relationship: '', spaceKey: spaceKey ?? row.spaceKey, key }
  const child = findParent(context.store, row, dependency)
  if (child !== undefined && isLive(child)) return child
  throw absent('key', 'requirement', key, `space ${quoted(dependency.spaceKey)}`)
}

function containerOf(
  context: Context,
  row: RequirementRecord,
  { containerId: id }: SentFields,
  before: TypedLink | undefined,
): ContainerRecord {
  if (id !== undefined) return containerOfBody(context, { id: row.applicationId }, 'containerId', id, 'edit')
  if (before?.type === 'ORIGIN' || before?.type === 'REFERENCE') return before.container
  throw missing('containerId', 'name the page or file')
}

function issueLinkOf(
  context: Context,
  row: RequirementRecord,
  body: SentFields,
  before: Before<'JIRA_ISSUE'>,
): NewLink {
  const { store } = context
  const known = before && store.table(integrations).get(before.link.serviceId)
  const integration =
    known !== undefined && body.jiraApplicationId === undefined
      ? known
      : integrationWith(store, row.applicationId, body.jiraApplicationId)
  const relationship =
    relationshipOf(context, row, body) ?? before?.link.wiki.relationship ?? DEFAULT_ISSUE_RELATIONSHIP
  const named = issueNamed(context, integration.trackerApplicationId, body)
  const issueKey = named === undefined ? before?.link.wiki.issueKey : keyForWiki(context, integration, named)
  if (issueKey === undefined) throw missing('issueKey', 'name the issue by its key or issueId')
  return { type: 'JIRA_ISSUE', integration, issueKey, relationship }
}

/** The key of the issue that a body names. By id, the caller must be able to read it. */
function issueNamed(
  context: Context,
  trackerId: number | undefined,
  { issueId, issueKey }: SentFields,
): string | undefined {
  if (issueKey !== undefined) {
    if (!isBlank(issueKey)) return issueKey.trim()
    throw invalid("body field 'issueKey'", issueKey, 'name the issue')
  }
  if (issueId === undefined) return undefined
  const issue = readableIssue(context, context.store.table(issues).get(issueId))?.issue
  if (issue !== undefined && issue.applicationId === trackerId) return issue.key
  throw absent('issueId', 'issue', issueId, 'the projects of the tracker that you may read')
}

function testCaseOf(
  context: Context,
  row: RequirementRecord,
  body: SentFields,
  before: Before<'TEST_CASE'>,
): NewLink {
  const { testCaseKey, version, status, executedAt } = body
  const known = before?.link
  const key = testCaseKey ?? known?.testCaseKey
  if (key === undefined) throw missing('testCaseKey', 'name the test case')
  const testCase = {
    testCaseKey: key,
    version: version ?? known?.version ?? 1,
    relationship: relationshipOf(context, row, body) ?? known?.relationship ?? TEST_RELATIONSHIP,
    status: status ?? known?.status ?? 'NOT_EXECUTED',
    executedAt: instantOf(executedAt) ?? known?.executedAt ?? context.world.now,
  }
  return { type: 'TEST_CASE', testCase }
}

function instantOf(sent: string | undefined): number | undefined {
  if (sent === undefined) return undefined
  const instant = parseInstant(sent)
  if (instant !== undefined) return instant
  throw invalid("body field 'executedAt'", sent, 'send an instant such as 2026-01-05T09:00:00Z')
}

/** The relationship that a body names, if any. */
function relationshipOf(
  context: Context,
  row: RequirementRecord,
  { relationship, relationshipId: id }: SentFields,
): string | undefined {
  if (id === undefined) return relationship
  if (relationship !== undefined) {
    if (relationshipIdOf(relationship) === id) return relationship
    throw invalid("body field 'relationshipId'", id, `not that of ${quoted(relationship)}: send one of both`)
  }
  const found = relationshipsFor(context, row.applicationId).find((one) => one.id === id)
  if (found !== undefined) return found.name
  throw absent('relationshipId', 'relationship', id, `application ${row.applicationId}`)
}

const missing = (field: string, rule: string): Refusal => invalidRequest(`body field '${field}'`, rule)

const absent = (field: string, kind: string, identifier: unknown, place: string): Refusal =>
  withPlace(notFound(kind, identifier, { in: place }), `body field '${field}'`)
