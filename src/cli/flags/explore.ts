/** Values of the flags of `explore`. */
import { InvalidArgumentError } from 'commander'
import { FAULT_KINDS, type FaultName } from '../../explore/disturbance.ts'
import { VARIED, type Vary } from '../../explore/options.ts'
import { mendOf } from '../../model/input/option-checks.ts'
import { shown } from '../../model/refusal.ts'
import type { MayFail } from '../explore/may-fail.ts'

const MAXIMUM = 1_000_000

export function readCount(text: string): number {
  const count = Number(text)
  if (/^\d{1,7}$/.test(text) && count >= 1 && count <= MAXIMUM) return count
  throw new InvalidArgumentError(`Write a whole number from 1 to ${MAXIMUM}.`)
}

export function readVaried(text: string): readonly (keyof Vary)[] {
  return text.split(',').map((name) => {
    const known = VARIED.find((each) => each === name)
    if (known !== undefined) return known
    throw new InvalidArgumentError(`${shown(name)} is not varied: ${mendOf(name, VARIED)}`)
  })
}

const FAULT_NAMES = Object.keys(FAULT_KINDS) as readonly FaultName[]

export function readFaults(text: string): readonly FaultName[] {
  return text.split(',').map((part) => {
    const name = part.trim()
    const known = FAULT_NAMES.find((each) => each === name)
    if (known !== undefined) return known
    throw new InvalidArgumentError(`There is no fault ${shown(name)}: ${mendOf(name, FAULT_NAMES)}.`)
  })
}

/** `exit 3` is an exit code, any other text a marker on the error stream. The flag may be given several times. */
export function readMayFail(text: string, before: readonly MayFail[] = []): readonly MayFail[] {
  const marker = text.trim()
  const code = /^exit (\S+)$/.exec(marker)?.[1]
  if (marker === '') throw new InvalidArgumentError("Write an exit code, such as 'exit 3', or a text.")
  if (code === undefined) return [...before, { marker }]
  if (/^\d{1,3}$/.test(code) && Number(code) >= 1 && Number(code) <= 255)
    return [...before, { exitCode: Number(code) }]
  throw new InvalidArgumentError(`An exit code is a number from 1 to 255, not ${shown(code)}.`)
}
