/** Other values for those of a response. */
import { formatInstant, parseInstant } from '../../world/time/duration.ts'
import { kindOf } from './shape.ts'

/** The value of the next field with one of the same kind and another value; after the last field comes the first. */
export function neighbourOf(holder: Record<string, unknown>, name: string): unknown {
  const names = Object.keys(holder)
  const after = names.indexOf(name) + 1
  const kind = kindOf(holder[name])
  const own = JSON.stringify(holder[name])
  const next = [...names.slice(after), ...names.slice(0, after)].find(
    (other) => kindOf(holder[other]) === kind && JSON.stringify(holder[other]) !== own,
  )
  return next === undefined ? undefined : holder[next]
}

/** The value after it in its enumeration, or the first; a value that is none of it stays. */
export function nextChoice(choices: readonly unknown[], value: unknown): unknown {
  const own = choices.indexOf(value)
  const others = choices.filter((choice) => typeof choice === typeof value)
  return own === -1 ? value : others[(others.indexOf(value) + 1) % others.length]
}

const DAY_MILLISECONDS = 86_400_000

/** A date or an instant one day later, in the same spelling; what is neither stays. */
export function dayLater(text: string): string {
  const day = text.slice(0, 10)
  const midnight = parseInstant(day)
  if (midnight === undefined) return text
  return formatInstant(midnight + DAY_MILLISECONDS).slice(0, 10) + text.slice(10)
}
