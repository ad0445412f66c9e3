/** The backend of a bundle's page: what the console calls in place of a server. `src/console/calls/backend.ts` describes it. */
import type { SimulatorEvent } from '../simulator/event.ts'
import type { Simulator } from '../simulator/simulator.ts'

/** The default address of `serve`, for commands that people copy. */
const ADDRESS = 'http://127.0.0.1:4010'

interface Follower {
  opened(): void
  lost(): void
  event(event: SimulatorEvent): void
}

/** Creates the backend of a simulator that is still starting; what is called before waits for it. */
export function createPageBackend(title: string, starting: Promise<Simulator>) {
  return {
    title,
    address: ADDRESS,
    isInPage: true,
    async fetch(path: string, init?: RequestInit): Promise<Response> {
      const simulator = await starting
      return simulator.fetch(path, init)
    },
    follow(world: string, follower: Follower): () => void {
      let isOpen = true
      let unsubscribe = (): void => {}
      const subscribe = (simulator: Simulator): void => {
        if (!isOpen) return
        unsubscribe = simulator.events.subscribe((event) => follower.event(event), { world })
        follower.opened()
      }
      starting.then(subscribe, () => follower.lost())
      return () => {
        isOpen = false
        unsubscribe()
      }
    },
  }
}
