/** Chooses a media type by the header `Accept` (RFC 9110). */

interface MediaRange {
  readonly type: string
  readonly subtype: string
  readonly parameters: ReadonlyMap<string, string>
  /** From 0 to 1. */
  readonly quality: number
}

const MAXIMUM_RANGES = 100

/** The position of the type that a client prefers, the first of several; undefined if it accepts none. */
export function preferredType(accept: string | undefined, types: readonly string[]): number | undefined {
  const ranges = rangesOf(accept)
  // A header that nobody can read counts as absent.
  if (ranges.length === 0) return types.length === 0 ? undefined : 0
  let best: number | undefined
  let maximum = 0
  for (const [at, type] of types.entries()) {
    const quality = qualityOf(ranges, type)
    if (quality > maximum) [best, maximum] = [at, quality]
  }
  return best
}

/** The media type to send for a documented range such as `application/*`, as concrete as the client has it. */
export function concreteType(accept: string | undefined, type: string): string {
  if (!type.includes('*')) return type
  const documented = mediaRange(type)
  const wanted = rangesOf(accept)
    .filter((range) => !`${range.type}${range.subtype}`.includes('*'))
    .filter((range) => documented !== undefined && fits(documented, range))
    .toSorted((left, right) => right.quality - left.quality)[0]
  if (wanted !== undefined) return `${wanted.type}/${wanted.subtype}`
  return documented?.type === '*' || documented?.type === 'application' ? 'application/json' : 'text/plain'
}

/** The quality of the most specific range that a type fits; 0 if it fits none. */
function qualityOf(ranges: readonly MediaRange[], written: string): number {
  const offered = mediaRange(written)
  if (offered === undefined) return 0
  let quality = 0
  let closest = -1
  for (const range of ranges) {
    const isFitting = fits(range, offered) || fits(offered, range)
    const precision = precisionOf(range)
    if (isFitting && precision > closest) [quality, closest] = [range.quality, precision]
  }
  return quality
}

/** Whether an offered type is within a range; parameters of the range must be those of the type. */
function fits(range: MediaRange, { type, subtype, parameters }: MediaRange): boolean {
  if (range.type !== '*' && range.type !== type) return false
  if (range.subtype !== '*' && range.subtype !== subtype) return false
  return [...range.parameters].every(([name, value]) => parameters.get(name) === value)
}

function precisionOf({ type, subtype, parameters }: MediaRange): number {
  return (type === '*' ? 0 : 1) + (subtype === '*' ? 0 : 1) + parameters.size
}

function rangesOf(accept = ''): MediaRange[] {
  return accept
    .slice(0, 8000)
    .split(',', MAXIMUM_RANGES)
    .map(mediaRange)
    .filter((range) => range !== undefined)
}

function mediaRange(written: string): MediaRange | undefined {
  const [name = '', ...parts] = written.split(';').map((part) => part.trim().toLowerCase())
  const [, type, subtype] = /^([\w!#$&^.+*-]+)\/([\w!#$&^.+*-]+)$/.exec(name) ?? []
  if (type === undefined || subtype === undefined) return undefined
  const parameters = new Map(
    parts.flatMap((part) => {
      const [, key, value] = /^([\w!#$&^.+-]+)\s*=\s*"?([^"]*)"?$/.exec(part) ?? []
      return key === undefined || value === undefined ? [] : [[key, value] as const]
    }),
  )
  const quality = Number(parameters.get('q') ?? 1)
  parameters.delete('q')
  // Bodies are always UTF-8.
  if (parameters.get('charset') === 'utf-8') parameters.delete('charset')
  return { type, subtype, parameters, quality: quality >= 0 && quality <= 1 ? quality : 1 }
}
