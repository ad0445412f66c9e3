/** The machine that figures are from, without what would name it. */
import { cpus, loadavg, totalmem } from 'node:os'

/** Such as `2 cores of AMD EPYC, 24 GB of memory, linux x64, Node 24.21.0, at a load of 1.4`, which ought to be about 1. */
export function machineText(): string {
  const [core] = cpus()
  const memory = Math.round(totalmem() / 1e9)
  const model = core?.model.trim() ?? 'an unknown kind'
  const load = (loadavg()[2] ?? 0).toFixed(1)
  return `${cpus().length} cores of ${model}, ${memory} GB of memory, ${process.platform} ${process.arch}, Node ${process.versions.node}, at a load of ${load}`
}
