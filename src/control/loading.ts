/** The control API is loaded when it is first asked for: most tests and pages do without. */
import { loadSchemas } from '../api/late-zod.ts'
import { loadJobRunners } from '../model/late-jobs.ts'
import type * as control from './control.ts'

type ControlApi = typeof control

let loaded: ControlApi | undefined

/** The control API, if it is loaded. */
export function loadedControl(): ControlApi | undefined {
  return loaded
}

/** Loads the control API, with what runs the jobs of any world that it may be given. */
export async function loadControl(): Promise<ControlApi> {
  await Promise.all([loadSchemas(), loadJobRunners()])
  loaded ??= await import('./control.ts')
  return loaded
}
