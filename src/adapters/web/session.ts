/** Keeps a world over reloads of a page, in the page's own storage: what changed since the scenario was loaded. */
import type { LoadedScenario } from '../../simulator/control-host.ts'
import { applyChanges, changesBetween, type WorldChanges } from '../../world/store/changes.ts'
import type { Snapshot, World } from '../../world/world.ts'

/** What keeping needs of a simulator. */
export interface Keepable {
  readonly version: string
  readonly scenario: LoadedScenario
  readonly world: World
  snapshot(): Snapshot
  restore(snapshot: Snapshot): void
}

/** The storage and the moments of a page, which tests replace. */
export interface PageSession {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Calls back once, after a moment in which more may be written. */
  later(action: () => void): void
  /** Calls back when the page is about to go. */
  onLeave(action: () => void): void
}

/** What is stored: only a simulator of the same version and scenario takes it back. */
interface Kept {
  readonly version: string
  readonly hash: string
  readonly changes: WorldChanges
}

const STORAGE_KEY = 'reqsim.session'
/** How many exchanges of a page one write to its storage may stand for, in wall milliseconds. */
const MOMENT = 100

/** The session of the page that this runs in; undefined outside of pages, and where storage is denied. */
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
 * Puts a simulator that was just made back to where the page left it, and answers what to call after each exchange.
 * The clock goes on from where it was; named worlds, journal and report are not kept. What was stored by another version
 * or for another scenario is dropped; where the storage is full, the last state that fitted stays.
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
      // Full, or denied meanwhile: a reload goes back further.
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
