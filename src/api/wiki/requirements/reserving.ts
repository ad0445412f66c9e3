/** Reserving one or several requirements for a page (service §4.3). */
import { isBlank } from '../../../model/input/blank.ts'
import type * as zod from 'zod'
import { z } from '../../framework/zod.ts'
import { numberOfKey } from '../../../model/finding/requirement-keys.ts'
import { MAXIMUM_QUANTITY, nextFreeKeys } from '../../../model/requirement-keys/key-suggestions.ts'
import type { ContainerRecord } from '../../../model/records/service/containers.ts'
import { PageRewrites } from '../../../model/pages/saving.ts'
import { invalid, invalidRequest } from '../../../model/input/errors.ts'
import { quoted } from '../../../model/input/refusal.ts'
import { isKeyKnown, reserveRequirements } from '../../../model/requirements/writing/reserving.ts'
import { findVersion } from '../../../model/searching/versions.ts'
import type { Store } from '../../../world/store/store.ts'
import { ruleAt } from '../../../model/input/schema-problems.ts'
import { parseJson } from '../../../model/input/json-text.ts'
import { type Context, operation, type ValuesOf } from '../../framework/operation.ts'
import { boolean, int32, int64, oneOf, string } from '../../framework/parameter.ts'
import { editsSpace, requirementKey, spaceKey, wikiOperation, writingOf } from '../common.ts'
import { requirementBody, requireMatch, requirementsShape } from './body.ts'
import { REQUIREMENT_ASSUMPTIONS } from '../requirement-shape.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { showAll } from './write-steps.ts'

/** Requirements that one call may reserve. */
const MAXIMUM_RESERVED = 1000

const reservation = {
  mode: oneOf(['CREATE', 'SUGGEST', 'UPDATE'], {
    default: 'CREATE',
    description:
      'CREATE reserves the keys of the request, SUGGEST the next free ones, UPDATE accepts existing requirements.',
  }),
  suggestPrefix: string({
    maximumLength: 255,
    description: 'SUGGEST: the text before the number; default: that of the key in the path.',
    example: 'REQ-',
  }),
  suggestStart: int32({
    minimum: 0,
    description: 'SUGGEST: the first number to try; default: the one after the last assigned number.',
  }),
  suggestPadding: int32({
    minimum: 0,
    maximum: 15,
    description: 'SUGGEST: minimum number of digits; default: that of the keys in use.',
  }),
  suggestQuantity: int32({
    minimum: 1,
    maximum: MAXIMUM_QUANTITY,
    default: 1,
    description: 'SUGGEST: number of keys to reserve.',
  }),
  override: boolean({
    default: false,
    description: 'Accepts existing requirements instead of rejecting their keys.',
  }),
  pageId: int64({
    minimum: 1,
    description: 'Id of the page that will define the requirements.',
    example: '4001',
  }),
  providedJson: string({
    description: 'A JSON list of further requirements to reserve, each as `{key}`.',
    example: '[{"key":"REQ-014"}]',
  }),
} as const

const reservationBody = () =>
  requirementBody().extend({
    providedJson: z.string().nullish().describe('The same as the parameter of this name.'),
  })

type Body = zod.infer<ReturnType<typeof reservationBody>> | undefined

export const reserveOperation = operation({
  ...wikiOperation,
  ...editsSpace,
  id: 'wiki.requirement.reserve',
  group: 'Requirements',
  summary: 'Reserves one or several requirements.',
  description: 'They are ACTIVE and have no excerpt until their page defines them and is viewed.',
  stability: 'internal',
  section: '4.3',
  method: 'POST',
  path: '/requirement2/{spaceKey}/{key}',
  pathParameters: { spaceKey, key: { ...requirementKey, example: 'REQ-013' } },
  query: reservation,
  body: {
    name: 'CreationRequest',
    required: false,
    schema: reservationBody,
    example: { spaceKey: 'ENG', page: { pageId: 4001 }, providedJson: '[{"key":"REQ-014"}]' },
  },
  success: { description: 'The reserved requirements.', shape: requirementsShape },
  refusals: { 404: 'No such space or page.', 409: 'A key is taken. Nothing is reserved.' },
  assumptions: [...REQUIREMENT_ASSUMPTIONS, 'A56', 'A57', 'A80', 'A82'],
  handle({ path, query, body }, context, space) {
    const suggests = query.mode === 'SUGGEST'
    if (body !== undefined) requireMatch(body, space, suggests ? undefined : path.key)
    context.note(ledger.reservingRequirements)
    const keys = suggests
      ? suggestedKeys(context, space, path.key, query, body)
      : [...new Set([path.key, ...providedKeys(query.providedJson, body, space)])]
    if (keys.some((key) => isTakenOrWas(context.store, space, key))) context.note(ledger.reservingTakenKey)
    const writing = writingOf(context)
    const rewrites = new PageRewrites(writing)
    const rows = reserveRequirements(writing, rewrites, space, {
      keys,
      pageId: pageOf(query.pageId, body),
      override: query.override || query.mode === 'UPDATE',
    })
    rewrites.save()
    return showAll(context, rows)
  },
})

const isTakenOrWas = (store: Store, space: ContainerRecord, key: string): boolean =>
  isKeyKnown(store, space, key) && findVersion(store, space, key) !== undefined

function suggestedKeys(
  context: Context,
  space: ContainerRecord,
  key: string,
  query: ValuesOf<typeof reservation>,
  body: Body,
): string[] {
  if (providedText(query.providedJson, body) !== undefined)
    throw invalidRequest('providedJson', 'names keys, and mode SUGGEST finds them; leave out one of the two')
  const { suggestPrefix, suggestStart: start, suggestPadding: padding, suggestQuantity: quantity } = query
  const prefix = isBlank(suggestPrefix) ? (numberOfKey(key)?.prefix ?? key) : suggestPrefix
  context.note(ledger.suggestedKey)
  context.note(ledger.keyHold)
  return nextFreeKeys(context.store, space, { prefix, start, padding, quantity })
}

const providedShape = () =>
  z
    .array(z.object({ key: z.string().min(1).max(255), spaceKey: z.string().nullish() }))
    .max(MAXIMUM_RESERVED - 1)

/** The keys in providedJson. Throws INVALID for text that is no such list. */
function providedKeys(parameter: string | undefined, body: Body, space: ContainerRecord): string[] {
  const text = providedText(parameter, body)
  if (text === undefined) return []
  const value = parseJson(text, 'providedJson')
  const read = providedShape().safeParse(value)
  if (!read.success) {
    const [rule] = read.error.issues.map(ruleAt)
    throw invalid('providedJson', text, `${rule}; send [{"key": "REQ-014"}]`)
  }
  return read.data.map(({ key, spaceKey }) => {
    if (spaceKey === undefined || spaceKey === null || spaceKey === space.key) return key
    throw invalid(
      `providedJson: spaceKey of ${quoted(key)}`,
      spaceKey,
      `the URL says ${quoted(space.key)}; send the same`,
    )
  })
}

function providedText(parameter: string | undefined, body: Body): string | undefined {
  const inQuery = isBlank(parameter) ? undefined : parameter
  const inBody = isBlank(body?.providedJson) ? undefined : body?.providedJson
  if (inQuery !== undefined && inBody !== undefined && inQuery !== inBody)
    throw invalidRequest('providedJson', 'differs between query and body; send one of them')
  return inQuery ?? inBody
}

function pageOf(parameter: number | bigint | undefined, body: Body): number | bigint | undefined {
  const inBody = body?.page?.pageId ?? undefined
  if (parameter !== undefined && inBody !== undefined && parameter !== inBody)
    throw invalid('pageId', parameter, `page.pageId of the body is ${quoted(inBody)}; send one of them`)
  return parameter ?? inBody
}
