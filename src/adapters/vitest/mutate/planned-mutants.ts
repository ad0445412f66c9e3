/** The mutants of a plan, made in the worker. */
import type { ServiceMutant } from '../../../mutate/mutant.ts'
import type { MutantMakers } from '../tries.ts'
import type { PlannedMutant } from './plan.ts'

interface Made {
  /** By their numbers in the plan. */
  readonly mutants: Map<number, ServiceMutant>
  /** Ids of which there is no mutant. */
  readonly unknown: readonly string[]
}

/** The wanted ones. Only what belongs to their operations is loaded. */
export async function mutantsOf(
  planned: readonly PlannedMutant[],
  wanted: ReadonlySet<number>,
  { mutants }: Pick<MutantMakers, 'mutants'>,
): Promise<Made> {
  const made: Made & { unknown: string[] } = { mutants: new Map(), unknown: [] }
  if (wanted.size === 0) return made
  const entries = [...wanted].flatMap((number) => {
    const mutant = planned[number]
    return mutant === undefined ? [] : [{ ...mutant, number }]
  })
  const isBounded = entries.every(({ operations }) => operations !== undefined)
  const operations = [...new Set(entries.flatMap((each) => each.operations ?? []))]
  const byId = new Map((await mutants(isBounded ? { operations } : {})).map((each) => [each.id, each]))
  for (const { id, number } of entries) {
    const mutant = byId.get(id)
    if (mutant === undefined) made.unknown.push(id)
    else made.mutants.set(number, mutant)
  }
  return made
}
