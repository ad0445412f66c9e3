/** What the rules of one product write and those of another hear of: `schema.ts` registers the listeners. */
import type { Listener } from '../../world/world.ts'
import type { Writing } from './actor.ts'
import type { BaselineRecord } from './wiki/baselines.ts'
import type { WikiView } from './tracker/issue-links.ts'
import type { RequirementRecord } from './wiki/requirements.ts'

/** A requirement that gets another name. */
export interface Renaming {
  readonly row: RequirementRecord
  readonly now: Pick<RequirementRecord, 'spaceKey' | 'key'>
}

export type RecordEvent =
  /** The current variant has a requirement with this key again, or for the first time. */
  | { readonly name: 'requirement appeared'; readonly row: RequirementRecord }
  | { readonly name: 'requirement changed' | 'requirement deleted'; readonly row: RequirementRecord }
  /** At once: one may take the name that another gives up. */
  | { readonly name: 'requirements renamed'; readonly renamings: readonly Renaming[] }
  | { readonly name: 'baseline changed'; readonly baseline: BaselineRecord }
  /** The wiki's view of a link went with the copy that it linked. */
  | { readonly name: 'copy unlinked'; readonly serviceId: string; readonly wiki: WikiView }

export type RecordListener = Listener<RecordEvent & Writing>

/** Calls the listeners of the world's schema, in their order. */
export function announce(writing: Writing, event: RecordEvent): void {
  const { world, store, actor } = writing
  for (const listener of (world.schema.listeners ?? []) as readonly RecordListener[])
    listener({ ...event, world, store, actor })
}
