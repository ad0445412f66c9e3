/** Mutants whose effect somebody else reads: they report the operations that were used, or that they were reached. */
import type { Call } from '../gateway/gateway.ts'
import type { JournalEntry } from '../gateway/journal/entry.ts'
import type { Refusal } from '../model/input/refusal.ts'
import type { Mutant } from '../simulator/mutation.ts'
import { jobs } from '../world/time/jobs.ts'
import { type JobHandler, World } from '../world/world.ts'
import { exchangeMutation, type Handle, operationOf } from './exchange.ts'
import { jobPlace } from './jobs.ts'

/** The id of no mistake. */
export const NO_MUTANT = 'none'

/**
 * A mutant that makes no mistake; `onUse` is called with the operation of each call, and with the names of the jobs that it begins
 * and of those that run; `onExchange` with each exchange.
 */
export function operationWatch(
  onUse: (operation: string) => void,
  onExchange: (call: Call, entry: JournalEntry) => void = () => {},
): Mutant {
  return {
    id: NO_MUTANT,
    sentence: 'the service makes no mistake',
    begin: (onReached) => ({
      ...exchangeMutation(
        undefined,
        (call, handle, _reached, refused) => {
          const entry = watched(call, handle, refused, onUse)
          onExchange(call, entry)
          return entry
        },
        onReached,
      ),
      world: (world) => watchedJobs(world, onUse),
    }),
  }
}

function watched(
  call: Call,
  handle: Handle,
  refused: Refusal | undefined,
  onUse: (name: string) => void,
): JournalEntry {
  const { world } = call
  const last = world.system.last('job')
  const operation = operationOf(call)
  if (operation !== undefined) onUse(operation)
  const entry = handle(call, refused)
  if (world.system.last('job') > last)
    for (const job of world.system.table(jobs).scan()) if (job.id > last) onUse(jobPlace(job.kind))
  return entry
}

function watchedJobs(world: World, onUse: (name: string) => void): World {
  const { schema } = world
  const handlers = Object.entries(schema.jobs).map(([kind, plain]): [string, JobHandler] => [
    kind,
    (each, job) => {
      onUse(jobPlace(kind))
      return plain(each, job)
    },
  ])
  return new World({ ...schema, jobs: Object.fromEntries(handlers) }, world.snapshot())
}

/** The mutant, which also reports that it was reached for the first time. */
export function withReport(mutant: Mutant, onFirst: () => void): Mutant {
  let wasReached = false
  const begin: Mutant['begin'] = (onReached) =>
    mutant.begin(() => {
      if (!wasReached) onFirst()
      wasReached = true
      onReached()
    })
  return { id: mutant.id, sentence: mutant.sentence, begin }
}
