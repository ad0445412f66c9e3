/** The entry `reqsim/mutate`: the small mistakes that a simulator can make, from the declarations of its operations. */
import { loadSchemas } from '../api/framework/zod.ts'
import { type IndexedOperation, operationIndex } from '../api/operation-index.ts'
import { checkFields, suggestionFor } from '../model/input/option-checks.ts'
import { quoted } from '../model/input/refusal.ts'
import { loadJobRunners } from '../model/late-jobs.ts'
import { isJobPlace, jobPlace } from './jobs.ts'
import { makers } from './makers.ts'
import type { ServiceMutant } from './mutant.ts'
import { inTellingOrder, placeInId } from './order.ts'

export interface MutantsOptions {
  /** The operations whose mistakes are wanted, and jobs such as `job:freeze-baseline`. Default: all. */
  readonly operations?: readonly string[]
  /** The seed of the order. Default: `1`. */
  readonly seed?: string
}

/**
 * Resolves with the mutants of these operations, and of the jobs, messages, rate classes and credentials that they use; the most
 * telling ones first. The same seed gives the same order. Rejects with TypeError for an unknown operation.
 */
export async function mutants(options: MutantsOptions = {}): Promise<readonly ServiceMutant[]> {
  checkFields('the options of mutants', options, ['operations', 'seed'])
  const { operations, seed = '1' } = options
  const used = new Set(operations)
  const heads =
    operations === undefined
      ? operationIndex
      : [...used].filter((name) => !isJobPlace(name)).map((name) => indexedOperation(name))
  await Promise.all([loadSchemas(), loadJobRunners(), ...heads.map((head) => head.load())])
  const declared = heads.flatMap(({ declaration }) => declaration ?? [])
  const shared = makers
    .shared()
    .filter(
      (mutant) =>
        operations === undefined || (mutant.operations?.some((operation) => used.has(operation)) ?? true),
    )
  return inTellingOrder([...declared.flatMap(makers.ofOperation), ...shared], seed)
}

/** Resolves with the mutant of an id. Rejects with TypeError if there is none. */
export async function mutantWithId(id: string): Promise<ServiceMutant> {
  const place = placeInId({ id })
  const isOperation = operationIndex.some((operation) => operation.id === place)
  const all = await mutants({ operations: [isOperation ? place : jobPlace(place)] })
  const found = all.find((mutant) => mutant.id === id)
  if (found !== undefined) return found
  const known = all.map((mutant) => mutant.id)
  throw new TypeError(`mutant: there is none ${quoted(id)}: ${suggestionFor(id, known)}`)
}

function indexedOperation(id: string): IndexedOperation {
  const found = operationIndex.find((operation) => operation.id === id)
  if (found !== undefined) return found
  const known = operationIndex.map((operation) => operation.id)
  throw new TypeError(`operations: there is none ${quoted(id)}: ${suggestionFor(id, known)}`)
}

export type { Mutant, MutantState } from '../simulator/mutation.ts'
export type { MutationGroup, MutationKind } from '../scenario/format/mutation-kinds.ts'
export type { ServiceMutant }
