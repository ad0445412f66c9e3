/** How the console reaches a simulator: over the network, or through the backend that a page with its own simulator provides. */

import type { ServerEvent } from '../../control/responses/events.ts'

/** Receives what happens in a world. */
export interface Follower {
  /** Events arrive from now on. */
  opened(): void
  /** No events arrive until `opened` is called again. */
  lost(): void
  /** Events were missed, or the server was restarted. */
  gap(): void
  event(event: ServerEvent): void
}

export interface Backend {
  /** The name of what is shown, in the title of the page. */
  readonly title: string
  /** The address of a server, for commands to copy: `http://127.0.0.1:4010`. */
  readonly address: string
  /** Whether the simulator runs in this page and ends with it. */
  readonly isInPage: boolean
  /** Like the platform's `fetch`, for a path such as `/_sim/health`. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Calls the follower with the events of a world until the returned function is called. */
  follow(world: string, follower: Follower): () => void
}

const TYPES = ['exchange', 'clock', 'job', 'world', 'fault'] as const satisfies ServerEvent['type'][]

/** The backend to the server of this page. Only this file uses the network. */
function serverBackend(): Backend {
  const address = location.origin + location.pathname.slice(0, location.pathname.indexOf('/_sim'))
  return {
    title: 'reqsim',
    address,
    isInPage: false,
    fetch: (path, init) => fetch(address + path, init),
    follow(world, follower) {
      const source = new EventSource(`${address}/_sim/events?world=${encodeURIComponent(world)}`)
      source.addEventListener('open', () => follower.opened())
      source.addEventListener('error', () => follower.lost())
      source.addEventListener('gap', () => follower.gap())
      for (const type of TYPES)
        source.addEventListener(type, (message: MessageEvent<string>) =>
          follower.event(eventOf(type, message)),
        )
      return () => source.close()
    },
  }
}

function eventOf(type: ServerEvent['type'], message: MessageEvent<string>): ServerEvent {
  const { world, at, ...data } = JSON.parse(message.data) as { world: string; at: string }
  return { id: Number(message.lastEventId), type, world, at, data } as ServerEvent
}

/** The backend of this page. A bundle sets `reqsimBackend` before the console starts. */
export const backend: Backend =
  (globalThis as { readonly reqsimBackend?: Backend }).reqsimBackend ?? serverBackend()
