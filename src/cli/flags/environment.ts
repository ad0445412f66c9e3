/** Environment variables of flags without a value, and empty variables. */
import type { Command } from 'commander'
import { ToolFailure, quoted } from '../../replay/failure.ts'

const ON = ['1', 'true']
const OFF = ['0', 'false']

/**
 * Removes variables that have no effect: empty ones, which containers often set, and those of flags without a value that say
 * no. Ends the command if such a flag has any other value.
 */
export function readSwitches(command: Command, environment: NodeJS.ProcessEnv): void {
  for (const option of command.options) {
    const name = option.envVar
    const value = name === undefined ? undefined : environment[name]
    if (name === undefined || value === undefined) continue
    if (value === '') delete environment[name]
    else if (!option.isBoolean()) continue
    else if (OFF.includes(value)) delete environment[name]
    else if (!ON.includes(value)) {
      throw new ToolFailure(2, `${name}: ${quoted(value)} is neither yes nor no: write 1 or 0`)
    }
  }
}
