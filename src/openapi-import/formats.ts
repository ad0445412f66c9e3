/** Texts of documented formats: within given lengths, and whether a text has a format. All checks take linear time. */
import type { Random } from '../world/random/random.ts'

const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,40})?(?:z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const HOST = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL}){0,126}$`, 'i')

const CHECKS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', (text) => DATE.test(text)],
  ['time', (text) => TIME.test(text)],
  [
    'date-time',
    (text) => DATE.test(text.slice(0, 10)) && /^[ t]$/i.test(text[10] ?? '') && TIME.test(text.slice(11)),
  ],
  ['email', isEmail],
  ['uuid', (text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)],
  [
    'uri',
    (text) => /^[a-z][a-z0-9+.-]{0,60}:[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]+$/i.test(text),
  ],
  ['uri-reference', (text) => /^[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]*$/.test(text)],
  ['hostname', (text) => HOST.test(text)],
  [
    'ipv4',
    (text) => /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.|$)){4}$/.test(text) && !text.endsWith('.'),
  ],
  ['ipv6', isIpv6],
  [
    'duration',
    (text) => /^P(?!$)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$|^P\d+W$/.test(text),
  ],
  ['byte', (text) => text.length % 4 === 0 && /^[a-z0-9+/]*={0,2}$/i.test(text)],
])

/** Whether a text has a format. Formats without a check, such as `password`, have every text. */
export function hasFormat(text: string, format: string): boolean {
  return CHECKS.get(format)?.(text) ?? true
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  return (
    at > 0 &&
    /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i.test(text.slice(0, at)) &&
    text.includes('.', at) &&
    HOST.test(text.slice(at + 1))
  )
}

function isIpv6(text: string): boolean {
  const [head = '', tail, ...more] = text.split('::')
  if (more.length > 0 || text.length > 39) return false
  const groups = [head, tail ?? ''].flatMap((part) => (part === '' ? [] : part.split(':')))
  return (
    groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) &&
    (tail === undefined ? groups.length === 8 : groups.length < 8)
  )
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** A text of a format with `least` to `most` characters; undefined if this format has none, or is not known. */
export function textOfFormat(
  format: string,
  random: Random,
  least: number,
  maximum: number,
): string | undefined {
  const text = sized(format, random, least, maximum)
  return text !== undefined && text.length >= least && text.length <= maximum && hasFormat(text, format)
    ? text
    : undefined
}

function sized(format: string, random: Random, least: number, maximum: number): string | undefined {
  const letters = (count: number): string =>
    Array.from({ length: Math.max(0, count) }, () => LETTERS[random.integer(0, 25)]).join('')
  // Some more than the least length, if there is room.
  const length = Math.min(maximum, Math.max(least, 12))
  switch (format) {
    case 'email': {
      // The part before the @ has at most 64 letters.
      const known = length < 16 ? 'a.co'.slice(0, Math.max(3, Math.min(4, length - 2))) : 'example.com'
      const more = Math.max(0, length - known.length - 65)
      const domain = more === 0 ? known : `${hostOf(letters, Math.max(1, more - 1), maximum)}.${known}`
      return `${letters(Math.max(1, length - domain.length - 1))}@${domain}`
    }
    case 'hostname':
      return hostOf(letters, length, maximum)
    case 'uri':
      return length < 12
        ? `a:${letters(Math.max(1, length - 2))}`
        : `http://${letters(1)}.example/`.slice(0, length).padEnd(length, letters(1))
    case 'uri-reference':
      return `/${letters(length - 1)}`.slice(0, length)
    case 'byte': {
      const bytes = Math.max(4 * Math.ceil(least / 4), Math.min(16, maximum - (maximum % 4)))
      return btoa(letters((bytes / 4) * 3))
    }
    case 'duration':
      return `P${'1'.padStart(Math.max(1, length - 2), '0')}D`.replace(
        /^P0+(?=[1-9])/,
        (zeros) => `P${'1'.repeat(zeros.length - 1)}`,
      )
    case 'ipv4':
      return ipv4Of(Math.min(15, Math.max(7, length)))
    case 'ipv6':
      return ipv6Of(Math.max(2, Math.min(39, length)))
    case 'time':
    case 'date-time': {
      const shortest = format === 'time' ? '12:00:00Z' : '2025-06-01T12:00:00Z'
      const more = Math.min(Math.max(0, least - shortest.length), 41)
      return more === 0 ? shortest : shortest.replace('Z', `.${'0'.repeat(Math.max(1, more - 1))}Z`)
    }
    default:
      return undefined
  }
}

/** A host name in labels of at most 63 letters. */
function hostOf(letters: (count: number) => string, length: number, maximum: number): string {
  const wanted = Math.min(length, maximum, 253)
  const labels: string[] = []
  for (let left = wanted; left > 0;) {
    // No label may be empty, so the last but one leaves at least one letter.
    const size = left <= 63 ? left : Math.min(63, left - 2)
    labels.push(letters(labels.length === 0 && left > 4 && left <= 63 ? left - 3 : size))
    left -= (labels.at(-1)?.length ?? 0) + 1
  }
  return labels.join('.')
}

function ipv4Of(length: number): string {
  const parts = [1, 1, 1, 1]
  for (let left = length - 7, at = 0; left > 0; left--, at = (at + 1) % 4) parts[at] = (parts[at] ?? 0) + 1
  return parts.map((digits) => '1'.repeat(digits)).join('.')
}

function ipv6Of(length: number): string {
  for (let groups = 0; groups < 8; groups++) {
    // Of `::1:…`, each group has one to four digits and a colon before it.
    const digits = length - 2 - Math.max(0, groups - 1)
    if (groups > 0 && digits >= groups && digits <= 4 * groups) {
      const each = Array.from(
        { length: groups },
        (_, at) => Math.floor(digits / groups) + (at < digits % groups ? 1 : 0),
      )
      return `::${each.map((count) => '1'.repeat(count)).join(':')}`
    }
  }
  return length <= 2
    ? '::'
    : Array.from({ length: 8 }, (_, at) =>
        '1'.repeat(at === 0 ? Math.min(4, Math.max(1, length - 35)) : 4),
      ).join(':')
}
