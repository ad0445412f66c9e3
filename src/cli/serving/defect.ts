/** Reports defects of the simulator while a server goes on. */
import { shortageOf } from '../../adapters/shared/defect.ts'

export function reportDefect(error: unknown): void {
  const shortage = shortageOf(error)
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`reqsim: ${shortage ?? `defect: ${stack}`}\n`)
}
