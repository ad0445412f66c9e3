/** Variables of the environment, where they are no values but switches, or are there without a value. */
import type { Command } from 'commander'
import { ToolFailure, quoted } from '../../replay/failure.ts'

const ON = ['1', 'true']
const OFF = ['0', 'false']

/**
 * Takes out of the environment what a command shall not see of its flags' variables: those that are empty, as settings of
 * containers often are, and those of flags without a value that say no. Ends the command over a switch that says neither.
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
