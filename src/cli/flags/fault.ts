/** The flag `--fault`: a fault in one line, as `field=value` words or as JSON. */
import { InvalidArgumentError } from 'commander'
import { problemsOfFields } from '../../scenario/faults/fields.ts'
import type { FaultFields } from '../../scenario/format/fault-shape.ts'
import { quoted } from '../../replay/failure.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Adds faults to a list. A value is a JSON object, a JSON array of objects, or words such as
 * `wiki.baseline.list status=503 times=2`; semicolons separate several faults of words. Names of operations, users and sites
 * are checked with the scenario.
 */
export function readFaults(
  text: string,
  earlier: readonly FaultFields[] | undefined,
): readonly FaultFields[] {
  const faults = /^\s*[[{]/.test(text) ? readJson(text) : text.split(';').map(readWords)
  const problems = faults.flatMap(problemsOfFields)
  if (problems.length > 0) throw new InvalidArgumentError(problems.join('; '))
  return [...(earlier ?? []), ...(faults as FaultFields[])]
}

function readJson(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)].flat()
  } catch (error) {
    throw new InvalidArgumentError(`It is not JSON: ${(error as Error).message}.`)
  }
}

/** The first word may be an operation; every other word is `field=value`. */
function readWords(text: string): Fields {
  const words = text.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0)
    throw new InvalidArgumentError("A fault is written 'wiki.baseline.list status=503 times=2', or as JSON.")
  const fields = new Map<string, unknown>()
  for (const [position, word] of words.entries()) {
    const equals = word.indexOf('=')
    if (equals < 1 && (position > 0 || equals === 0))
      throw new InvalidArgumentError(
        `${quoted(word)} is not written field=value; write a fault with spaces in its values as JSON.`,
      )
    const [field, value] =
      equals === -1 ? ['operation', word] : [word.slice(0, equals), word.slice(equals + 1)]
    if (fields.has(field)) throw new InvalidArgumentError(`${quoted(field)} appears twice.`)
    fields.set(field, valueFor(field, value))
  }
  return Object.fromEntries(fields)
}

/** A number or a truth value, unless the field takes only the text. */
function valueFor(field: string, text: string): unknown {
  if (!/^(?:true|false|-?\d{1,15}(?:\.\d{1,15})?)$/.test(text)) return text
  const value: unknown = JSON.parse(text.replace(/^(-?)0+(?=\d)/, '$1'))
  const fits = (each: unknown) => problemsOfFields({ [field]: each }).length === 0
  return fits(value) || !fits(text) ? value : text
}
