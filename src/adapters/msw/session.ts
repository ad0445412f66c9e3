/** Keeps a world across reloads of a page: stores the changes since the scenario was loaded in the page's storage. */
import type { LoadedScenario } from '../../simulator/control-host.ts'
import { applyChanges, changesBetween, type WorldChanges } from '../../world/changes.ts'
import type { Snapshot, World } from '../../world/world.ts'

/** The part of a simulator that this uses. */
export interface Keepable {
  readonly version: string
  readonly scenario: LoadedScenario
  readonly world: World
  snapshot(): Snapshot
  restore(snapshot: Snapshot): void
}

/** The storage and the events of a page, which tests replace. */
export interface PageSession {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Calls back once, after a delay that collects several writes. */
  later(action: () => void): void
  /** Calls back when the page is about to unload. */
  onLeave(action: () => void): void
}

/** The stored state. Only a simulator of the same version and scenario restores it. */
interface Kept {
  readonly version: string
  readonly hash: string
  readonly changes: WorldChanges
}

const STORAGE_KEY = 'reqsim.session'
/** The delay before a write, in wall-clock milliseconds, which combines the exchanges in between. */
const MOMENT = 100

/** The session of the current page; undefined outside of pages and if storage is denied. */
export function pageSession(): PageSession | undefined {
  try {
    const storage = globalThis.sessionStorage
    if (storage === undefined) return undefined
    return {
      storage,
      later: (action) => void setTimeout(action, MOMENT),
      onLeave: (action) => globalThis.addEventListener?.('pagehide', action),
    }
  } catch {
    return undefined
  }
}

/**
 * Restores a new simulator to the saved state of the page, and returns a function to call after each exchange. The clock
 * continues from the saved time; named worlds, journal and report are not kept. State of another version or scenario is
 * deleted. If the storage is full, the last state that fitted stays.
 */
export function keepOverReloads(simulator: Keepable, session: PageSession): () => void {
  const origin = simulator.snapshot()
  const { schema } = simulator.world
  restore(simulator, session, origin)
  let pending = false
  let saved = simulator.snapshot()
  const save = (): void => {
    pending = false
    const now = simulator.snapshot()
    if (isSame(saved, now)) return
    saved = now
    const changes = changesBetween(schema, origin, now)
    const kept: Kept = { version: simulator.version, hash: simulator.scenario.hash, changes }
    try {
      session.storage.setItem(STORAGE_KEY, JSON.stringify(kept))
    } catch {
      // The storage is full or now denied, so a reload restores an earlier state.
    }
  }
  session.onLeave(save)
  return () => {
    if (pending) return
    pending = true
    session.later(save)
  }
}

function restore(simulator: Keepable, { storage }: PageSession, origin: Snapshot): void {
  const text = storage.getItem(STORAGE_KEY)
  if (text === null) return
  try {
    const { version, hash, changes } = JSON.parse(text) as Kept
    if (version !== simulator.version || hash !== simulator.scenario.hash) throw new Error('of another world')
    simulator.restore(applyChanges(simulator.world.schema, origin, changes))
  } catch {
    storage.removeItem(STORAGE_KEY)
  }
}

function isSame(left: Snapshot, right: Snapshot): boolean {
  return (
    left.clock === right.clock && [...left.stores].every(([name, image]) => right.stores.get(name) === image)
  )
}
