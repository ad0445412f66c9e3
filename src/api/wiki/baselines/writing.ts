/** Creating, changing and deleting baselines (service §4.2). */
import { optionalGivenName } from '../../shared/given-name.ts'
import { ignoredFields } from '../../framework/ignored-fields.ts'
import type * as zod from 'zod'
import { z } from '../../framework/zod.ts'
import {
  type BaselineChanges,
  changeBaseline,
  createBaseline,
  deleteBaseline,
  followersOf,
  resetBaseline,
} from '../../../model/baselines/writing.ts'
import { MAXIMUM_NAME_LENGTH } from '../../../model/input/names.ts'
import { conflict, invalid, invalidRequest } from '../../../model/input/errors.ts'
import { type Refusal, quoted } from '../../../model/input/refusal.ts'
import { always, operation, type Operation } from '../../framework/operation.ts'
import { list as listParameter } from '../../framework/parameter.ts'
import { checkQueries } from '../../shared/query-assumptions.ts'
import { baselineShape, detailedBaseline } from './baseline-shape.ts'
import { requireBaseline, version } from './baselines.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { byCaller, editsSpace, spaceKey, wikiCaller, wikiOperation } from '../common.ts'

/** A query in a body. */
export const queryText = () => z.string().max(8192)

const group = { ...wikiOperation, group: 'Baselines', section: '4.2' } as const
const changeAssumptions = [
  'A51',
  'A122',
  'A124',
  'A125',
  ...always('A127'),
  'A255',
  'A257',
  'A258',
  'A259',
] as const

/** A baseline in a request. Fields that the service controls are accepted and ignored (service §2.2). */
export const sentBaseline = () =>
  z.object({
    baseline: z.int32().min(0).nullish(),
    spaceKey: z.string().max(255).nullish(),
    name: optionalGivenName(4 * MAXIMUM_NAME_LENGTH).nullish(),
    searchQuery: queryText().nullish(),
    pageId: z.int().min(1).nullish(),
    parentBaseline: z.int32().min(1).nullish(),
    refreezeProperties: z.boolean().nullish(),
    status: z.string().max(50).nullish(),
    ...ignoredFields('message', 'count', 'requirementCount', 'pageCount'),
    ...ignoredFields('pageUrl', 'indexUrl', 'canonicalUrl', 'urls', 'history'),
  })

export type SentBaseline = zod.infer<ReturnType<typeof sentBaseline>>

/** Maps each name that `fields` takes to a field of the body. */
const FIELDS = {
  SEARCHQUERY: 'searchQuery',
  NAME: 'name',
  PAGEID: 'pageId',
  PARENTBASELINE: 'parentBaseline',
  REFREEZEPROPERTIES: 'refreezeProperties',
  STATUS: 'status',
} as const satisfies Readonly<Record<string, keyof SentBaseline>>

const create = operation({
  ...group,
  ...editsSpace,
  id: 'wiki.baseline.create',
  summary: 'Creates a baseline in status PREVIEW, without freezing it.',
  method: 'POST',
  path: '/baseline/{spaceKey}',
  stability: 'public',
  body: {
    name: 'CreationPayload',
    schema: () =>
      z.object({
        baseline: sentBaseline().extend(ignoredFields('baseline', 'status')),
      }),
    example: { baseline: { name: 'Release 2.0', searchQuery: "key ~ 'REQ-%'", pageId: 4001 } },
  },
  success: { description: 'The baseline.', shape: baselineShape },
  refusals: { 409: 'The name is taken.' },
  assumptions: changeAssumptions,
  handle({ path, body }, context, space) {
    const { name, spaceKey: sentSpace, searchQuery, ...sent } = body.baseline
    if ((sentSpace ?? path.spaceKey) !== path.spaceKey) throw otherSpace(sentSpace, path.spaceKey)
    if (name === undefined || name === null)
      throw invalidRequest("body field 'baseline.name'", 'is missing; give the baseline a name')
    checkQueries(context, wikiCaller(context), space.applicationId, searchQuery)
    const record = createBaseline(byCaller(context), space, {
      name,
      searchQuery: searchQuery ?? undefined,
      pageId: sent.pageId ?? undefined,
      parentBaseline: sent.parentBaseline ?? undefined,
      refreezeProperties: sent.refreezeProperties ?? undefined,
    })
    return detailedBaseline(context, record)
  },
})

const update = operation({
  ...group,
  ...editsSpace,
  id: 'wiki.baseline.update',
  summary: 'Changes the listed fields of a baseline; STATUS resets it to PREVIEW.',
  method: 'PUT',
  path: '/baseline/{spaceKey}/{version}',
  stability: 'public',
  pathParameters: { spaceKey, version },
  query: {
    fields: listParameter({
      required: true,
      description: `The fields to change: ${Object.keys(FIELDS).join(', ')}.`,
      example: 'NAME',
    }),
  },
  body: {
    name: 'BaselineUpdate',
    schema: sentBaseline,
    example: { spaceKey: 'ENG', baseline: 2, name: 'Release 1.1 final' },
  },
  success: { description: 'The baseline.', shape: baselineShape },
  refusals: { 409: 'The name is taken, or the status does not allow the change.' },
  assumptions: changeAssumptions,
  handle({ path, query, body }, context, space) {
    const author = byCaller(context)
    const record = requireBaseline(context, space, path.version)
    const names = fieldNames(query.fields)
    checkIdentity(body, path.spaceKey, path.version)
    const resets = names.includes('STATUS')
    if (resets) checkStatus(body.status)
    const changes = changesOf(names, body)
    if (changes.searchQuery !== record.searchQuery)
      checkQueries(context, wikiCaller(context), space.applicationId, changes.searchQuery)
    const free = resets ? resetBaseline(author, space, record) : record
    return detailedBaseline(context, changeBaseline(author, space, free, changes))
  },
})

const label = operation({
  ...group,
  ...editsSpace,
  id: 'wiki.baseline.label',
  summary: 'Renames a baseline.',
  method: 'PUT',
  path: '/baseline/{spaceKey}/{version}/label',
  stability: 'public',
  pathParameters: { spaceKey, version },
  body: {
    name: 'BaselineLabel',
    contentType: 'text/plain',
    schema: () => optionalGivenName(4 * MAXIMUM_NAME_LENGTH),
    example: 'Release 1.1 final',
  },
  success: { description: 'The baseline.', shape: baselineShape },
  refusals: { 409: 'The name is taken.' },
  assumptions: changeAssumptions,
  handle({ path, body }, context, space) {
    const record = requireBaseline(context, space, path.version)
    return detailedBaseline(context, changeBaseline(byCaller(context), space, record, { name: body }))
  },
})

const remove = operation({
  ...group,
  ...editsSpace,
  id: 'wiki.baseline.delete',
  summary: 'Deletes a baseline with its frozen copies.',
  method: 'DELETE',
  path: '/baseline/{spaceKey}/{version}',
  stability: 'public',
  pathParameters: { spaceKey, version },
  success: { status: 204, description: 'The baseline is deleted.' },
  refusals: { 409: 'Other baselines follow it, and A237 is `refuse`.' },
  assumptions: ['A51', 'A237'],
  handle({ path }, context, space) {
    const record = requireBaseline(context, space, path.version)
    const [follower] = followersOf(context.store, record)
    if (follower !== undefined && context.choose(ledger.deletingReferenced) === 'refuse') {
      const state = `is the parent of baseline ${follower.number}`
      throw conflict('baseline', record.number, state, 'give that another parentBaseline first')
    }
    deleteBaseline({ world: context.world, store: context.store, actor: wikiCaller(context) }, record)
  },
})

export const wikiBaselineWritingOperations: readonly Operation[] = [create, update, label, remove]

type FieldKey = keyof typeof FIELDS

function fieldNames(fields: readonly string[]): FieldKey[] {
  const known = Object.keys(FIELDS) as FieldKey[]
  const unknown = fields.find((name) => !known.includes(name.toUpperCase() as FieldKey))
  if (unknown === undefined && fields.length > 0) return fields.map((name) => name.toUpperCase() as FieldKey)
  throw invalid("query parameter 'fields'", unknown ?? '', `give some of ${known.join(', ')}`)
}

function checkIdentity(body: SentBaseline, space: string, number: number): void {
  if (body.spaceKey !== space) throw otherSpace(body.spaceKey, space)
  if (body.baseline === number) return
  throw invalidField('baseline', body.baseline, `the address names baseline ${number}`)
}

export function otherSpace(spaceKey: string | null | undefined, space: string): Refusal {
  return invalidField('spaceKey', spaceKey, `the address names space ${quoted(space)}`)
}

function checkStatus(status: string | null | undefined): void {
  if (status === 'PREVIEW') return
  throw invalidField('status', status, 'the only status that can be set is PREVIEW')
}

function invalidField(field: string, value: string | number | null | undefined, rule: string): Refusal {
  const where = `body field '${field}'`
  return value === undefined || value === null
    ? invalidRequest(where, `is missing; ${rule}`)
    : invalid(where, value, rule)
}

/** The value of each listed field; a field that the body lacks is removed. */
function changesOf(names: readonly FieldKey[], body: SentBaseline): BaselineChanges {
  if (names.includes('NAME') && (body.name ?? undefined) === undefined)
    throw invalidRequest("body field 'name'", 'is missing; fields lists NAME')
  const listed = names.filter((name) => name !== 'STATUS')
  return Object.fromEntries(
    listed.map((name) => [FIELDS[name], body[FIELDS[name]] ?? undefined]),
  ) as BaselineChanges
}
