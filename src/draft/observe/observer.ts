/** What an observer is: it adds what one response of an operation shows to the facts of a region. */
import type { RegionFacts, UserReference } from '../region.ts'
import type { OperationId, Seen } from '../seen.ts'

/** Called with successful responses of the declared shape. */
export type Observers = {
  readonly [Id in OperationId]?: (seen: Seen<Id>, region: RegionFacts) => void
}

/** The site of an embedded call, or the one that a hosted call names. */
export function siteOf(seen: Seen, region: RegionFacts): string {
  if (seen.siteUrl !== undefined) {
    const wanted = seen.siteUrl.replace(/\/$/, '')
    const found = region.sites.all().find(({ fields }) => fields.baseUrl === wanted)
    return found?.key ?? wanted
  }
  return seen.operation.interface.includes('tracker') ? region.tracker : region.wiki
}

export function callerOf(seen: Pick<Seen, 'caller'>): UserReference | undefined {
  return seen.caller === undefined ? undefined : { caller: seen.caller }
}

/** A text that stands for a user as the key of facts. */
export function userKey(user: UserReference): string {
  if ('id' in user) return `#${user.id}`
  return 'name' in user ? `@${user.name}` : `>${user.caller}`
}

export const roleOf = (role: 'MEMBER' | 'ADMIN') => (role === 'ADMIN' ? 'admin' : 'member')
