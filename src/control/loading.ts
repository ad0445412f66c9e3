/** The control API is loaded on first use, because most tests and pages do not need it. */
import { loadSchemas } from '../api/framework/zod.ts'
import { loadJobRunners } from '../model/late-jobs.ts'
import type { ControlPart } from '../simulator/control-host.ts'
import { latePart } from '../world/once.ts'

/** The control API, with what runs the jobs of any world that it may be given. */
export const controlPart: ControlPart = latePart(async () => {
  const [control] = await Promise.all([import('./control.ts'), loadSchemas(), loadJobRunners()])
  return control
})
