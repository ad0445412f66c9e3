/** Clients of the interfaces that are embedded in a wiki and a tracker of one's own. */
import * as z from 'zod'
import type { Wire } from './wire.ts'

const id = z.int().positive()
/** Below the address of the wiki. */
const relative = z.string().startsWith('/')

const pageReference = z.object({
  javaType: z.string().min(1),
  type: z.string().min(1),
  pageId: id,
  title: z.string().min(1),
  url: z.string().min(1),
  isCoveredByDependency: z.boolean(),
})

/** A requirement as a page shows it; it has neither baseline nor page. */
const pageRequirement = z.object({
  id,
  key: z.string().min(1),
  spaceKey: z.string().min(1),
  status: z.literal('ACTIVE'),
  htmlExcerpt: z.string(),
  genericUrl: z.string().regex(/^\/requirements\/[^/]+\/[^/]+$/),
  destinationUrl: z.string().regex(/#req-.+$/),
  origin: pageReference,
  references: z.array(pageReference.extend({ occurrence: z.int() })),
  properties: z.array(
    z.object({
      key: z.string().min(1),
      value: z.string(),
      display: z.literal(true),
      dataType: z.literal('STRING'),
      searchUrl: z.string().min(1),
    }),
  ),
  dependencies: z.array(
    z.object({ spaceKey: z.string(), key: z.string(), url: relative, relationship: z.string() }),
  ),
  isPublicDescription: z.boolean(),
  tests: z.object({}),
  validations: z.array(z.unknown()),
  duplicateOriginalPages: z.array(z.unknown()).optional(),
  baseline: z.never().optional(),
  baselineDetails: z.never().optional(),
  page: z.never().optional(),
})
export type PageRequirement = z.infer<typeof pageRequirement>

const pageAnswer = z.object({
  settings: z.object({
    'popup-on-click': z.string(),
    'collapse-excerpts': z.string(),
    'popup-delay': z.string(),
    'indexing-mode': z.int(),
  }),
  requirements: z.array(z.unknown()),
  limitForPages: z.literal(4000),
})

const requirement = z.object({
  id,
  key: z.string().min(1),
  spaceKey: z.string().min(1),
  status: z.enum(['ACTIVE', 'DELETED', 'MOVED', 'ARCHIVED']),
  htmlExcerpt: z.string(),
  baseline: z.int().optional(),
  issues: z.array(z.object({ issueKey: z.string().min(1), relationship: z.string().min(1) })),
})
export type Requirement = z.infer<typeof requirement>

const searched = z.object({ results: z.array(z.unknown()), count: z.int().min(0) })

const baseline = z.object({
  baseline: z.int().positive(),
  spaceKey: z.string().min(1),
  name: z.string().min(1),
  status: z.enum(['PREVIEW', 'IN_CREATION', 'DONE', 'ERROR']),
  count: z.int().min(0).optional(),
})
export type Baseline = z.infer<typeof baseline>

const task = z.object({
  status: z.enum(['PENDING', 'RUNNING', 'DONE', 'ERROR', 'ABORTED']),
  percentage: z.number().min(0).max(100),
})

const answer = z.object({ operation: z.string().min(1), status: z.enum(['DONE', 'FAILED', 'NOT_EXECUTED']) })

/** A link that the tracker tells the wiki of. */
export interface LinkMessage {
  readonly operation: 'ADD_LINK' | 'REMOVE_LINK'
  readonly title: string
  readonly spaceKey: string
  readonly key: string
  readonly issueKey: string
  readonly relationship: string
}

export interface EmbeddedWiki {
  pageRequirements(spaceKey: string, pageId: number, most?: number): Promise<PageRequirement[]>
  requirement(spaceKey: string, key: string): Promise<Requirement>
  search(spaceKey: string, q: string, more?: { readonly includeArchived?: boolean }): Promise<Requirement[]>
  baselines(spaceKey: string): Promise<Baseline[]>
  /** Makes a baseline of what a query finds, freezes it and waits until it is done. */
  freeze(spaceKey: string, name: string, searchQuery: string): Promise<Baseline>
  /** Tells the wiki of links; answers what became of each message, in order. */
  receive(
    serviceId: string,
    messages: readonly LinkMessage[],
    timeout: number,
  ): Promise<z.infer<typeof answer>[]>
  /** Sends what waits for the tracker; takes an administrator. */
  flush(serviceId: string): Promise<void>
}

/** So often is a task asked for before the client gives up. */
const POLLS = 50

export function createEmbeddedWiki(wire: Wire): EmbeddedWiki {
  const space = (path: string, spaceKey: string) => `/${path}/${encodeURIComponent(spaceKey)}`
  const poll = async (taskId: string): Promise<void> => {
    for (let count = 0; count < POLLS; count++) {
      const { status } = await wire.get(`/tasks/status/${taskId}`, task)
      if (status === 'DONE') return
      if (status !== 'PENDING' && status !== 'RUNNING') throw new Error(`task ${taskId} ended as ${status}`)
    }
    throw new Error(`task ${taskId} does not end`)
  }
  return {
    async pageRequirements(spaceKey, pageId, most) {
      const path = `${space('page', spaceKey)}/${pageId}`
      const { requirements } = await wire.get(path, pageAnswer, { numberOfRequirements: most })
      return wire.keep(pageRequirement, requirements, path)
    },
    requirement: (spaceKey, key) =>
      wire.get(`${space('requirement2', spaceKey)}/${encodeURIComponent(key)}`, requirement),
    async search(spaceKey, q, more = {}) {
      const path = space('requirement2', spaceKey)
      const rows: Requirement[] = []
      for (let offset = 0, count = 1; offset < count;) {
        const page = await wire.get(path, searched, { q, offset, limit: 5, ...more })
        rows.push(...wire.keep(requirement, page.results, path))
        if (page.results.length === 0) break
        offset += page.results.length
        count = page.count
      }
      return rows
    },
    async baselines(spaceKey) {
      const path = space('baseline', spaceKey)
      return wire.keep(baseline, await wire.get(path, z.array(z.unknown())), path)
    },
    async freeze(spaceKey, name, searchQuery) {
      const path = space('baseline', spaceKey)
      const made = await wire.send('POST', path, baseline, { baseline: { name, searchQuery } })
      const freezing = `${space('baseline-actions', spaceKey)}/freeze/${made.baseline}`
      const { taskId } = await wire.send('POST', freezing, z.object({ taskId: z.string().min(1) }))
      await poll(taskId)
      return wire.get(`${path}/${made.baseline}`, baseline)
    },
    async receive(serviceId, messages, timeout) {
      const path = `/integration/${serviceId}/queue/inbound`
      const answers = await wire.send('POST', path, z.array(z.unknown()), messages, { timeout })
      return wire.keep(answer, answers, path)
    },
    async flush(serviceId) {
      await wire.get(`/integration/${serviceId}/queue/flush`, z.unknown())
    },
  }
}

const issueLink = z.object({
  spaceKey: z.string().min(1),
  // A tracker may have lost of which requirement a link is.
  key: z.string().min(1).nullable(),
  relationship: z.string().min(1),
})
export type IssueLink = z.infer<typeof issueLink>

/** The links of an issue, as the tracker shows them. */
export async function linksOfIssue(tracker: Wire, issueKey: string): Promise<IssueLink[]> {
  const path = `/issuelinks/${encodeURIComponent(issueKey)}`
  return tracker.keep(issueLink, await tracker.get(path, z.array(z.unknown())), path)
}
