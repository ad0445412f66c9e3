/** Simulators that outlive a restart of Vite's server: it makes the new server before it closes the old one. */
import type { Simulator } from '../../simulator/simulator.ts'

export interface KeptSimulator {
  readonly simulator: Simulator
  /** What it was created with besides its scenario, as text. */
  readonly creation: string
  /** The loaded scenario as text. */
  readonly scenario: string
}

/** The place of one simulator, which the servers of a root and base share. */
export interface Keeper {
  current: KeptSimulator | undefined
  servers: number
}

/** By root and base; each is removed when its last server closes. */
const keepers = new Map<string, Keeper>()

export function openKeeper(key: string): Keeper {
  const keeper = keepers.get(key) ?? { current: undefined, servers: 0 }
  keepers.set(key, keeper)
  keeper.servers++
  return keeper
}

export function closeKeeper(key: string): void {
  const keeper = keepers.get(key)
  if (keeper === undefined) return
  keeper.servers--
  if (keeper.servers === 0) keepers.delete(key)
}
