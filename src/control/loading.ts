/** The control API is loaded when it is first asked for: most tests and pages do without. */

type ControlApi = typeof import('./control.ts')

let loaded: ControlApi | undefined

/** The control API, if it is loaded. */
export function loadedControl(): ControlApi | undefined {
  return loaded
}

/** Loads the control API. */
export async function loadControl(): Promise<ControlApi> {
  loaded ??= await import('./control.ts')
  return loaded
}
