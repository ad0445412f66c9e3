/** What the tools keep over a reload of the tab, if the browser stores anything. */

const STORAGE_KEY = 'reqsim.console'

export interface Stored {
  readonly open?: boolean
  /** The user that was signed in; null for nobody. */
  readonly user?: string | null
}

export function readStored(): Stored {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}')
    return typeof stored === 'object' && stored !== null ? stored : {}
  } catch {
    return {}
  }
}

/** Changes some fields; undefined removes one. */
export function writeStored(changes: { readonly [F in keyof Stored]: Stored[F] | undefined }): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...readStored(), ...changes }))
  } catch {
    // The choice is valid until the page is closed.
  }
}
