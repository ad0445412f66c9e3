/** When sites did not answer: stretches of the time line, made of edits, faults and how sites stand now. */
import type { Fault } from '../faults/sentence.ts'
import type { Mark } from './marks.ts'

/** Virtual milliseconds since 1970; one without an end lasts. */
export interface Outage {
  readonly from: number
  readonly to?: number
  readonly text: string
}

/** A site as `GET /state/application` lists it. */
export interface SiteNow {
  readonly id: number
  readonly name: string
  readonly status?: string
}

/** The edit of the control API that takes sites down and brings them back, as marks tell it. */
const SWITCHES = 'PATCH /sites/{id}'

/**
 * Outages that edits began and ended, and those of faults. `marks` are in order of time. Of a site that is down although no
 * edit says so, the outage begins with the world, at `start`; of one that is said to be back, nobody knows since when.
 */
export function outagesOf(
  marks: readonly Mark[],
  faults: readonly Pick<Fault, 'id' | 'enabled' | 'outage' | 'from' | 'for'>[],
  sites: readonly SiteNow[],
  start: number,
): readonly Outage[] {
  const nameOf = (id: number) => sites.find((site) => site.id === id)?.name ?? `Site ${id}`
  const found: Outage[] = []
  const since = new Map<number, number>()
  const told = new Set<number>()
  for (const { at, facts, outcome } of marks) {
    if (facts['Route'] !== SWITCHES) continue
    const id = Number(facts['Asked']?.split('/')[2])
    told.add(id)
    const from = since.get(id)
    if (outcome === 'is down' && from === undefined) since.set(id, at)
    if (outcome !== 'is up' || from === undefined) continue
    since.delete(id)
    found.push({ from, to: at, text: `${nameOf(id)} was down` })
  }
  for (const { id, status } of sites) if (status === 'DISABLED' && !told.has(id)) since.set(id, start)
  for (const [id, from] of since) found.push({ from, text: `${nameOf(id)} is down` })
  for (const fault of faults) {
    const { id, enabled, outage, from } = fault
    if (!enabled || outage === undefined || from === undefined) continue
    const begin = Date.parse(from)
    const lasting = fault.for === undefined ? undefined : Number(fault.for.replace(/ms$/, ''))
    found.push({
      from: begin,
      ...(lasting === undefined ? {} : { to: begin + lasting }),
      text: `Fault ${id} keeps ${nameOf(outage)} from answering`,
    })
  }
  return found.filter(({ from, to }) => Number.isFinite(from) && (to === undefined || to > from))
}
