/** The control API is loaded when it is first asked for: most tests and pages do without. */
import { loadSchemas } from '../api/framework/zod.ts'
import { loadJobRunners } from '../model/late-jobs.ts'
import type { ControlApi, ControlPart } from '../simulator/control-host.ts'

let loaded: ControlApi | undefined

/** The control API, with what runs the jobs of any world that it may be given. */
export const controlPart: ControlPart = {
  loaded: () => loaded,
  async load() {
    await Promise.all([loadSchemas(), loadJobRunners()])
    loaded ??= await import('./control.ts')
    return loaded
  },
}
