/** Where a mutant, a small mistake of the service, enters a simulator: around its gateway, and around its jobs. */
import type { Gateway } from '../gateway/gateway.ts'
import type { World } from '../world/world.ts'

/** A mistake in force in one simulator and its forks. */
export interface Mutation {
  /** The gateway that makes the mistake; the same one if the mistake is none of exchanges. */
  readonly gateway: (gateway: Gateway) => Gateway
  /** The world whose jobs make the mistake; the same one if the mistake is none of jobs. */
  readonly world: (world: World) => World
}

/** A small mistake that a real service could make, at one place. */
export interface Mutant {
  /** Its place, group and kind: `wiki.requirement.write:effect:lost-write`. */
  readonly id: string
  /** What the service does wrong: `PUT … reports success and writes nothing`. */
  readonly sentence: string
  /** Begins it; `onReached` is called each time that it changes a response or a record. */
  readonly begin: (onReached: () => void) => Mutation
}

/** What a simulator says about its mutant. */
export interface MutantState {
  readonly id: string
  readonly sentence: string
  /** How often it changed a response or a record, in this simulator and its forks. */
  readonly reached: number
}

/** A mutant in force, with its count. */
export interface MutantInForce extends Mutation {
  readonly state: () => MutantState
}

/** Throws TypeError for what is no mutant. */
export function putInForce(mutant: Mutant): MutantInForce {
  if (typeof mutant?.begin !== 'function')
    throw new TypeError('mutant must be one of mutants() of reqsim/mutate')
  const { id, sentence } = mutant
  let reached = 0
  return { ...mutant.begin(() => reached++), state: () => ({ id, sentence, reached }) }
}
