/** The variants that an entry of a scenario has. */
import type { Entry } from './format.ts'

export type ProjectEntry = Entry<'spaces'> | Entry<'projects'> | Entry<'workspaces'>

export const CURRENT = 'Current'

/** The variants of a container: its own, and one named Current unless one is current already. */
export function variantsOf(
  owner: ProjectEntry,
): readonly { id?: number | undefined; name: string; current: boolean }[] {
  const own = owner.variants ?? []
  const hasCurrent = own.some(({ current }) => current === true)
  const listed = own.map(({ id, name, current }) => ({
    id,
    name,
    current: hasCurrent ? current === true : name === CURRENT,
  }))
  return listed.some(({ current }) => current) ? listed : [{ name: CURRENT, current: true }, ...listed]
}
