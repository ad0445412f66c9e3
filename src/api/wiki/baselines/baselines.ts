/** Reading and searching baselines (service §4.2). */
import { isBlank } from '../../../model/input/blank.ts'
import { z } from '../../framework/zod.ts'
import { isBeingFrozen } from '../../../model/records/machines/baseline-machine.ts'
import { findBaseline } from '../../../model/finding/baselines.ts'
import { problemOfName, suggestBaselineName } from '../../../model/baselines/names.ts'
import { type BaselineRecord, baselines } from '../../../model/records/wiki/baselines.ts'
import { readableContainers } from '../../../model/finding/containers.ts'
import { type ContainerRecord, containers } from '../../../model/records/service/containers.ts'
import { compareCodePoints } from '../../../world/order.ts'
import { notFound } from '../../../model/input/errors.ts'
import { quoted } from '../../../model/input/refusal.ts'
import { frozenRows, frozenSetsOf } from '../../../model/finding/requirements/frozen.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { int32, list as listParameter, string } from '../../framework/parameter.ts'
import { baselineShape, briefBaseline, detailedBaseline, waitForFreezing } from './baseline-shape.ts'
import {
  identifier,
  limitOf,
  listOf,
  readsSpace,
  spaceKey,
  wikiCaller,
  wikiOperation,
  wikiSite,
} from '../common.ts'

/** The number of a baseline in a path. */
export const version = int32({ description: 'Number of the baseline.', example: '2' })

const expand = listParameter({ description: '`details` adds addresses and counts.', example: 'details' })
const group = { ...wikiOperation, group: 'Baselines', section: '4.2' } as const

const search = operation({
  ...group,
  id: 'wiki.baseline.search',
  summary: 'Searches the baselines of all spaces.',
  method: 'GET',
  path: '/baseline',
  stability: 'public',
  permission: { words: 'signed-in (spaces without read are left out)', assumed: true },
  query: {
    q: string({ maximumLength: 255, description: 'Part of a name, or a number.', example: 'Release' }),
    spaceKeys: listParameter({
      maximumLength: 255,
      description: 'Keys of the spaces to search.',
      example: 'ENG',
    }),
    limit: limitOf('baselines'),
    expand,
  },
  success: {
    description: 'The spaces that have matching baselines, with these baselines.',
    shape: {
      name: 'SpaceAndBaselinesList',
      schema: () =>
        z.array(
          z.object({
            spaceKey: z.string(),
            spaceName: z.string(),
            baselines: z.array(baselineShape.schema()),
          }),
        ),
      example: [{ spaceKey: 'ENG', spaceName: 'Engineering', baselines: [baselineShape.example] }],
    },
  },
  assumptions: ['A122', 'A124', 'A125', ...always('A126')],
  authorise: () => undefined,
  handle({ query }, context) {
    const wanted = query.spaceKeys?.length ? new Set(query.spaceKeys) : undefined
    const spaces = readableContainers(context.store, wikiCaller(context), wikiSite(context), 'PROJECT')
      .filter(({ key }) => wanted === undefined || wanted.has(key ?? ''))
      .toSorted(byKey)
    let left = query.limit
    return spaces.flatMap((space) => {
      const found = baselinesOf(context, space)
        .filter((record) => isNamed(record, query.q))
        .slice(0, left)
      left -= found.length
      if (found.length === 0) return []
      return [
        {
          spaceKey: space.key ?? '',
          spaceName: space.name,
          baselines: found.map(shower(context, query.expand)),
        },
      ]
    })
  },
})

const list = operation({
  ...group,
  ...readsSpace,
  id: 'wiki.baseline.list',
  summary: 'Lists the baselines of a space.',
  method: 'GET',
  path: '/baseline/{spaceKey}',
  stability: 'public',
  query: { expand },
  success: { description: 'The baselines, the newest first.', shape: listOf(baselineShape, 'Baselines') },
  assumptions: ['A51', 'A122', 'A124', ...always('A125')],
  handle: ({ query }, context, space) => baselinesOf(context, space).map(shower(context, query.expand)),
})

const read = operation({
  ...group,
  ...readsSpace,
  id: 'wiki.baseline.read',
  summary: 'Reads a baseline.',
  method: 'GET',
  path: '/baseline/{spaceKey}/{version}',
  stability: 'public',
  pathParameters: { spaceKey, version },
  success: { description: 'The baseline with counts and addresses.', shape: baselineShape },
  assumptions: ['A51', 'A122', 'A124', 'A125'],
  handle: ({ path }, context, space) =>
    detailedBaseline(context, requireBaseline(context, space, path.version)),
})

const pages = operation({
  ...group,
  ...readsSpace,
  id: 'wiki.baseline.pages',
  summary: 'Lists the pages whose requirements are in a baseline.',
  method: 'GET',
  path: '/baseline/{spaceKey}/{version}/pages',
  stability: 'internal',
  pathParameters: { spaceKey, version },
  query: { limit: limitOf('pages') },
  success: {
    description: 'The pages.',
    shape: {
      name: 'BaselinePages',
      schema: () =>
        z.array(
          z.object({
            pageId: identifier(),
            title: z.string().optional(),
            version: z.int().min(1).describe('The frozen version.').optional(),
            count: z.int().min(1).describe('Number of requirements from the page in the baseline.'),
          }),
        ),
      example: [{ pageId: 4001, title: 'Flight control', version: 1, count: 6 }],
    },
  },
  assumptions: ['A51', ...always('A132')],
  handle({ path, query }, context, space) {
    const record = requireBaseline(context, space, path.version)
    if (isBeingFrozen(record)) waitForFreezing(context, record)
    return pagesOf(context, record).slice(0, query.limit)
  },
})

const checkName = operation({
  ...group,
  ...readsSpace,
  id: 'wiki.baseline.checkName',
  summary: 'Checks whether a new baseline can have a name.',
  method: 'GET',
  path: '/baseline-actions/{spaceKey}/search',
  otherPaths: [{ path: '/baseline/{spaceKey}/0/search', provenance: 'documented' }],
  stability: 'internal',
  query: {
    baselineName: string({
      isName: true,
      required: true,
      description: 'The name to check.',
      example: 'Release 2.0',
    }),
  },
  success: {
    description: 'Whether the name is valid, or why it is not.',
    shape: {
      name: 'BaselineNameCheck',
      schema: () => z.object({ valid: z.boolean(), message: z.string().optional() }),
      example: { valid: true },
    },
  },
  assumptions: ['A51', ...always('A129')],
  handle({ query }, context, space) {
    const problem = problemOfName(context.store, space.id, query.baselineName)
    return { valid: problem === undefined, message: problem?.message }
  },
})

const suggestName = operation({
  ...group,
  ...readsSpace,
  id: 'wiki.baseline.suggestName',
  summary: 'Suggests the name of the next baseline.',
  method: 'GET',
  path: '/baseline-actions/{spaceKey}/suggest',
  otherPaths: [{ path: '/baseline/{spaceKey}/0/suggest', provenance: 'documented' }],
  stability: 'public',
  query: {
    pageName: string({
      isName: true,
      maximumLength: 255,
      description: 'Title of the page of the release.',
      example: 'Release 1',
    }),
  },
  success: {
    description: 'The suggested name.',
    shape: {
      name: 'BaselineNameSuggestion',
      schema: () => z.object({ name: z.string() }),
      example: { name: 'Release 2' },
    },
  },
  assumptions: ['A51', ...always('A129')],
  handle: ({ query }, context, space) => ({
    name: suggestBaselineName(context.store, space.id, query.pageName),
  }),
})

export const wikiBaselineOperations: readonly Operation[] = [
  search,
  list,
  read,
  pages,
  checkName,
  suggestName,
]

/** The baseline of a number in a space. Throws NOT_FOUND. */
export function requireBaseline(context: Context, space: ContainerRecord, number: number): BaselineRecord {
  const record = findBaseline(context.store, space.id, number)
  if (record?.number === number) return record
  throw notFound('baseline', number, { at: 'version', in: `space ${quoted(space.key)}` })
}

function baselinesOf({ store }: Context, space: ContainerRecord): BaselineRecord[] {
  return [...store.table(baselines).range('number', [space.id], { reverse: true })]
}

function isNamed({ name, number }: BaselineRecord, q: string | undefined): boolean {
  if (isBlank(q)) return true
  const wanted = q.trim().toLowerCase()
  return name.toLowerCase().includes(wanted) || String(number) === wanted
}

function shower(context: Context, expanded: readonly string[] | undefined) {
  return expanded?.includes('details') === true
    ? (record: BaselineRecord) => detailedBaseline(context, record)
    : (record: BaselineRecord) => {
        if (isBeingFrozen(record)) waitForFreezing(context, record)
        return briefBaseline(context, record)
      }
}

function pagesOf({ store }: Context, { projectContainerId, number }: BaselineRecord) {
  const sets = [...frozenSetsOf(store, projectContainerId, number)]
  const rows = sets.flatMap((set) => [...frozenRows(store, set)])
  return [...Map.groupBy(rows, ({ pageId }) => pageId)]
    .flatMap(([pageId, found]) => {
      if (pageId === undefined) return []
      const title = store.table(containers).find('page', [pageId])?.name
      return [{ pageId, title, version: found[0]?.pageVersion, count: found.length }]
    })
    .sort((a, b) => a.pageId - b.pageId)
}

function byKey(a: ContainerRecord, b: ContainerRecord): number {
  return compareCodePoints(a.key ?? '', b.key ?? '')
}
