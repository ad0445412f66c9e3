/** Values of the flags of `explore`. */
import { InvalidArgumentError } from 'commander'
import { VARIED, type Vary } from '../../explore/options.ts'
import { mendOf } from '../../model/input/option-checks.ts'
import { shown } from '../../model/refusal.ts'

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
