/** Kinds of steps: each draws a request from what the world holds. */
import type { TableRecords } from '../../../src/model/schema.ts'
import type { Draw } from '../draw.ts'
import type { WalkRequest, Walker } from '../walker.ts'

export interface StepKind {
  readonly name: string
  /** How often it is drawn, relative to the others. */
  readonly weight: number
  /** The request, or undefined if the world has nothing that it could act on. */
  readonly draw: (walker: Walker, draw: Draw) => WalkRequest | undefined | Promise<WalkRequest | undefined>
  /** It makes the products disagree by itself: only walks that are repaired at the end take part. */
  readonly lossy?: true
}

export const step = (name: string, weight: number, draw: StepKind['draw']): StepKind => ({
  name,
  weight,
  draw,
})

export const lossyStep = (...parts: Parameters<typeof step>): StepKind => ({ ...step(...parts), lossy: true })

export type Requirement = TableRecords['requirement']
export type Variant = TableRecords['variant']

export const WIKI_SITE = 101
export const TRACKER_SITE = 102
export const SPACES = ['ENG', 'OPS'] as const
export const RELATIONSHIPS = ['implements', 'tests'] as const
export const WIKI_APPLINK = '11111111-2222-4333-8444-555555555555'
export const TRACKER_APPLINK = '99999999-8888-4777-8666-555555555555'
/** Keys that steps give to what is new. */
const NEW_KEYS = ['NEW-1', 'NEW-2', 'NEW-3', 'REQ-001', 'REQ-002', 'REQ-004'] as const
/** A key that is valid in extended mode only. */
const SPECIAL_KEY = 'A/B 1%'

export const variantsOf = (walker: Walker): readonly Variant[] =>
  walker.state('variant').filter(({ projectContainerId }) => SPACE_CONTAINERS.has(projectContainerId))

const SPACE_CONTAINERS: ReadonlySet<number> = new Set([1001, 1002])

/** Requirements of the wiki in the current variants, or in all. */
export function rowsOf(walker: Walker, which: 'current' | 'all' = 'current'): readonly Requirement[] {
  const current = new Set(
    variantsOf(walker)
      .filter((variant) => which === 'all' || variant.current)
      .map(({ id }) => id),
  )
  return walker
    .state('requirement')
    .filter(({ status, variantId }) => status === 'ACTIVE' && current.has(variantId))
}

export const issueKeys = (walker: Walker): readonly string[] => walker.state('issue').map(({ key }) => key)

/** What somebody calls an issue: its key, mostly, or one that it had, sometimes in lower case. */
export function nameOfIssue(walker: Walker, draw: Draw): string | undefined {
  const issue = draw.pick(walker.state('issue'))
  const name = draw.chance(20) ? (draw.pick(issue?.formerKeys ?? []) ?? issue?.key) : issue?.key
  return draw.chance(10) ? name?.toLowerCase() : name
}

export const anyKey = (walker: Walker, draw: Draw): string =>
  draw.chance(50) ? draw.of(...NEW_KEYS) : (draw.pick(rowsOf(walker))?.key ?? 'NEW-1')

/** A key that no requirement of the space has now, mostly. */
export function freeKey(walker: Walker, draw: Draw, space: string): string {
  const taken = new Set(
    rowsOf(walker)
      .filter(({ spaceKey }) => spaceKey === space)
      .map(({ key }) => key),
  )
  const extended = walker.state('setting').find(({ name }) => name === 'extendedModeSpaces')?.value
  if (Array.isArray(extended) && extended.includes(space) && !taken.has(SPECIAL_KEY) && draw.chance(30))
    return SPECIAL_KEY
  const free = NEW_KEYS.filter((key) => !taken.has(key))
  return draw.pick(free) ?? `NEW-${draw.below(90) + 10}`
}

export const serviceOf = (walker: Walker): string | undefined =>
  walker.state('integration').find(({ detached }) => detached !== true)?.serviceId

/** A requirement below the address of an interface. */
export const pathOf = ({ spaceKey, key }: { readonly spaceKey: string; readonly key: string }): string =>
  `${spaceKey}/${encodeURIComponent(key)}`

export const text = (draw: Draw): string => `<p>Text ${draw.below(100)}</p>`

/** Parents of a requirement: some that exist, in either space. */
export function parents(walker: Walker, draw: Draw) {
  return draw.some(rowsOf(walker), 2).map(({ spaceKey, key }) => ({ spaceKey, key, relationship: 'refines' }))
}
