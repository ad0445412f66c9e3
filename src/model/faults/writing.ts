/** Adding faults to a world, switching them, and taking them away. */
import { cancel, jobs, type JobRecord, schedule } from '../../world/time/jobs.ts'
import type { World } from '../../world/world.ts'
import { alreadyExists, notFound, stateConflict } from '../input/errors.ts'
import { noteDowntime } from '../records/world/downtimes.ts'
import { type FaultRecord, type FaultRule, faults, MAXIMUM_FAULTS, outages } from '../records/world/faults.ts'
import { OUTAGE_JOB } from '../records/world/job-kinds.ts'

/** Adds a fault under this number, or the next free one. Throws a Refusal (CONFLICT). */
export function addFault(world: World, rule: FaultRule, wanted?: number): FaultRecord {
  const table = world.system.table(faults)
  if (table.size >= MAXIMUM_FAULTS)
    throw stateConflict(`there are ${MAXIMUM_FAULTS} faults, the maximum`, 'remove one first')
  if (wanted !== undefined && table.has(wanted))
    throw alreadyExists('fault', wanted, { instead: 'leave the id out' })
  if (wanted !== undefined) world.system.raise('fault', wanted)
  const id = wanted ?? world.system.nextId(faults)
  const fault = table.insert({ ...rule, id, matched: 0, struck: 0 })
  if (rule.target.kind === 'outage') {
    const { from, until } = rule.target
    for (const due of until === undefined ? [from] : [from, until])
      if (due > world.now) schedule(world, { kind: OUTAGE_JOB, due, payload: { fault: id } })
    refreshOutage(world, id)
  }
  return fault
}

export function findFault(world: World, id: number): FaultRecord {
  const fault = world.system.table(faults).get(id)
  if (fault !== undefined) return fault
  throw notFound('fault', id)
}

export function enableFault(world: World, id: number, enabled: boolean): FaultRecord {
  const fault = world.system.table(faults).put({ ...findFault(world, id), enabled })
  refreshOutage(world, id)
  return fault
}

/** Removes a fault, and ends the outage that it caused. Throws a Refusal (NOT_FOUND). */
export function removeFault(world: World, id: number): void {
  const { target } = findFault(world, id)
  world.system.table(faults).remove(id)
  if (target.kind !== 'outage') return
  const store = world.region(target.region)
  store.table(outages).remove(String(id))
  noteDowntime(world, store, target.applicationId)
  for (const job of world.system.table(jobs).scan())
    if (job.kind === OUTAGE_JOB && job.payload?.['fault'] === id) cancel(world, job.id)
}

/** Removes every fault; returns how many there were. */
export function clearFaults(world: World): number {
  const ids = [...world.system.table(faults).scan()].map(({ id }) => id)
  for (const id of ids) removeFault(world, id)
  return ids.length
}

/** The job that begins or ends an outage. */
export function runOutage(world: World, job: JobRecord): void {
  const id = job.payload?.['fault']
  if (typeof id === 'number') refreshOutage(world, id)
}

/** Makes the site silent for the time of the outage. */
function refreshOutage(world: World, id: number): void {
  const fault = world.system.table(faults).get(id)
  if (fault?.target.kind !== 'outage') return
  const { region, applicationId, from, until } = fault.target
  const store = world.region(region)
  const table = store.table(outages)
  const lasts = fault.enabled && from <= world.now && (until === undefined || world.now < until)
  if (lasts) table.put({ id: String(id), applicationId })
  else table.remove(String(id))
  noteDowntime(world, store, applicationId)
}
