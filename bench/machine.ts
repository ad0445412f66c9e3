/** The machine that figures are from, without what would name it. */
import { cpus, totalmem } from 'node:os'

/** Such as `2 cores of AMD EPYC, 24 GB of memory, linux x64, Node 24.21.0`. */
export function machineText(): string {
  const [core] = cpus()
  const memory = Math.round(totalmem() / 1e9)
  const model = core?.model.trim() ?? 'an unknown kind'
  return `${cpus().length} cores of ${model}, ${memory} GB of memory, ${process.platform} ${process.arch}, Node ${process.versions.node}`
}
