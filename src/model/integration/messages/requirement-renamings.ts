/** Messages to the tracker about requirements that get other names, one or several at once (service §6.2). */
import type { Store } from '../../../world/store/store.ts'
import type { Renaming } from '../../records/events.ts'
import { findIssueLinks } from '../../finding/requirements/lookup.ts'
import { type RequirementRecord, requirements } from '../../records/wiki/requirements.ts'
import type { MessageSubject } from './enqueue-outbound.ts'
import type { RequirementName } from './names.ts'

/** The longest beginning of a key that an intermediate key repeats. */
const LONGEST_BEGINNING = 200

/**
 * One for each renaming and application link of its issue links. A tracker applies one message after the other, so a name
 * is given up before another requirement gets it: in a swap, one has an intermediate key for a while.
 */
export function* renamingSubjects(store: Store, renamings: readonly Renaming[]): Generator<MessageSubject> {
  const throughLinks = new Map<string, { serviceId: string; applinkId: string; renamings: Renaming[] }>()
  for (const renaming of renamings) {
    const done = new Set<string>()
    for (const { serviceId, wiki } of findIssueLinks(store, renaming.row)) {
      const { applinkId } = wiki
      if (done.has(applinkId)) continue
      done.add(applinkId)
      const link = throughLinks.get(applinkId) ?? { serviceId, applinkId, renamings: [] }
      throughLinks.set(applinkId, link)
      link.renamings.push(renaming)
    }
  }
  for (const { renamings: linked, ...link } of throughLinks.values())
    for (const { from, to } of stepsOf(store, linked))
      yield { ...link, ...from, newSpaceKey: to.spaceKey, newKey: to.key }
}

interface RenamingStep {
  readonly from: RequirementName
  readonly to: RequirementName
}

/** The renamings one after the other, so that every name is free when a requirement gets it. */
function stepsOf(store: Store, renamings: readonly Renaming[]): RenamingStep[] {
  const waiting = new Map(renamings.map((renaming) => [textOf(renaming.row), renaming]))
  return renamings.flatMap((first) => {
    if (!waiting.delete(textOf(first.row))) return []
    // The new name of each is the old name of the next.
    const chain = [first]
    let next = waiting.get(textOf(first.now))
    while (next !== undefined) {
      waiting.delete(textOf(next.row))
      chain.push(next)
      next = waiting.get(textOf(next.now))
    }
    const last = chain.at(-1) as Renaming
    const steps = chain.map(stepOf).toReversed()
    if (chain.length === 1 || textOf(last.now) !== textOf(first.row)) return steps
    const between = { spaceKey: first.row.spaceKey, key: intermediateKey(store, first.row) }
    return [{ from: nameOf(first.row), to: between }, ...steps.slice(0, -1), { from: between, to: first.now }]
  })
}

/** A key that no requirement of the space has or had. */
function intermediateKey(store: Store, { projectContainerId, key }: RequirementRecord): string {
  const beginning = Array.from(key).slice(0, LONGEST_BEGINNING).join('')
  for (let number = 1; ; number++) {
    const candidate = `${beginning}-swap-${number}`
    if (store.table(requirements).find('key', [projectContainerId, candidate]) === undefined) return candidate
  }
}

const nameOf = ({ spaceKey, key }: RequirementName): RequirementName => ({ spaceKey, key })
const stepOf = ({ row, now }: Renaming): RenamingStep => ({ from: nameOf(row), to: now })
const textOf = (name: RequirementName): string => JSON.stringify([name.spaceKey, name.key])
