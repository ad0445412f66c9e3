/** JSON in few lines: the marked values with what they are in, some of their neighbours, and counts of the rest. */
import { hasMembers, isObject } from '../../world/objects.ts'

export interface JsonLine {
  readonly depth: number
  readonly name: string | undefined
  readonly text: string
  readonly kind: 'string' | 'number' | 'word' | 'bracket' | 'more'
  readonly marked: boolean
}

/** The maximum characters of a value. */
const MAXIMUM_LENGTH = 170
/** A list or object of so many characters is written in one line. */
const SHORT = 34
/** An item of a list with so many characters of marked values too. */
const SHORT_ITEM = 64
/** Neighbours of marked values: how many, and how long their values may be. */
const MAXIMUM_NEIGHBOURS = 4
const MAXIMUM_NEIGHBOUR_LENGTH = 34

interface Frame {
  readonly marks: ReadonlySet<string>
  /** Paths of everything that has a mark inside. */
  readonly open: ReadonlySet<string>
  /** How many lines may still be spent on neighbours. */
  spare: number
  readonly lines: JsonLine[]
}

/** The lines of a value, at most `most` of them. `marks` are paths such as `$.items[0].key`. */
export function abridgedJson(value: unknown, marks: readonly string[], maximum: number): readonly JsonLine[] {
  const isCounted = marks.length === 1 && marks[0] === '$' && hasMembers(value) && !isOpened(value)
  const open = new Set<string>(isCounted ? [] : ['$'])
  for (const mark of marks) for (const path of parentsOf(mark)) open.add(path)
  // A list without marks shows the beginning of its first item.
  if (marks.length === 0 && Array.isArray(value) && hasMembers(value[0])) open.add('$[0]')
  const linesWith = (spare: number): readonly JsonLine[] => {
    const frame: Frame = { marks: new Set(marks), open, spare, lines: [] }
    write(value, '$', undefined, 0, frame)
    return isObject(value) ? withoutBraces(frame.lines) : frame.lines
  }
  // What is marked comes before its neighbours.
  const neighbours =
    marks.length === 0 ? maximum : Math.max(0, MAXIMUM_NEIGHBOURS - Math.floor(marks.length / 2))
  const all = linesWith(neighbours)
  const lines = all.length > maximum && marks.length > 0 ? linesWith(0) : all
  if (lines.length <= maximum) return lines
  return [...lines.slice(0, maximum - 1), more(0, 'and more')]
}

/** The braces around a whole object take two lines and say nothing. */
function withoutBraces(lines: readonly JsonLine[]): readonly JsonLine[] {
  if (lines.length < 3) return lines
  return lines.slice(1, -1).map((line) => ({ ...line, depth: line.depth - 1 }))
}

function write(value: unknown, path: string, name: string | undefined, depth: number, frame: Frame): void {
  const { marks, open, lines } = frame
  const marked = marks.has(path)
  if (!hasMembers(value) || !(open.has(path) || (marked && isOpened(value)))) {
    lines.push({ depth, name, ...leaf(value), marked })
    return
  }
  const isList = Array.isArray(value)
  const entries = Object.entries(value)
  if (entries.length === 0) {
    lines.push({ depth, name, text: isList ? '[ ] an empty list' : '{ }', kind: 'bracket', marked })
    return
  }
  const short = depth === 0 ? undefined : isList ? listText(value, path, frame) : itemText(value, path, frame)
  if (short !== undefined) {
    lines.push({ depth, name, text: short, kind: 'bracket', marked: true })
    return
  }
  lines.push({ depth, name, text: isList ? '[' : '{', kind: 'bracket', marked })
  let left = 0
  for (const [key, inner] of entries) {
    const place = isList ? `${path}[${key}]` : innerPath(path, key)
    if (isNeeded(place, frame)) {
      write(inner, place, isList ? undefined : key, depth + 1, frame)
    } else if (isNeighbour(inner, isList, left, frame)) {
      frame.spare--
      write(inner, place, isList ? undefined : key, depth + 1, frame)
    } else left++
  }
  const close = isList ? ']' : '}'
  const isInner = depth > 0 && !isList
  if (left > 0 && !isInner) lines.push(more(depth + 1, `${left} more ${nounOf(isList, left)}`))
  const end = left > 0 && isInner ? `… ${close}` : close
  lines.push({ depth, name: undefined, text: end, kind: 'bracket', marked: false })
}

function isNeeded(path: string, { marks, open }: Frame): boolean {
  return marks.has(path) || open.has(path)
}

/** Short values beside marked ones show what these belong to. Without marks, everything is a neighbour. */
function isNeighbour(value: unknown, isList: boolean, left: number, { marks, spare }: Frame): boolean {
  if (spare <= 0 || (isList && left > 0)) return false
  return marks.size === 0 || !(isList || leaf(value).text.length > MAXIMUM_NEIGHBOUR_LENGTH)
}

/** Objects and lists of plain values; of lists of objects the length is what matters. */
function isOpened(value: object): boolean {
  return !isShort(value) && !(Array.isArray(value) && hasMembers(value[0]))
}

/** A value in one line; what does not fit is counted or cut. */
function leaf(value: unknown): Pick<JsonLine, 'text' | 'kind'> {
  if (hasMembers(value)) {
    const { length: size } = Object.keys(value)
    if (size > 0 && isShort(value)) return { text: spaced(value), kind: 'bracket' }
    if (size === 0) return { text: Array.isArray(value) ? '[ ] an empty list' : '{ }', kind: 'bracket' }
    const isList = Array.isArray(value)
    const words = `… ${size} ${nounOf(isList, size)}`
    return { text: isList ? `[ ${words} ]` : `{ ${words} }`, kind: 'more' }
  }
  if (typeof value === 'string') {
    const text = JSON.stringify(value)
    return { text: text.length > MAXIMUM_LENGTH ? `${text.slice(0, MAXIMUM_LENGTH)}…` : text, kind: 'string' }
  }
  return { text: String(value), kind: typeof value === 'number' ? 'number' : 'word' }
}

/** An object in one line, if its marks are few and plain: `{ key: "REQ-008", … }`. */
function itemText(value: object, path: string, { marks, open }: Frame): string | undefined {
  const entries = Object.entries(value)
  const marked = entries.filter(([name]) => marks.has(innerPath(path, name)))
  if (marked.length === 0 || entries.some(([name]) => open.has(innerPath(path, name)))) return undefined
  const parts = marked.map(([name, inner]) => `${name}: ${leaf(inner).text}`)
  const text = [...parts, ...(marked.length < entries.length ? ['…'] : [])].join(', ')
  return text.length > SHORT_ITEM ? undefined : `{ ${text} }`
}

/** A list in one line, if one of its items matters and is short: `[ { key: "REQ-005", … }, … ]`. */
function listText(value: readonly unknown[], path: string, frame: Frame): string | undefined {
  const needed = [...value.entries()].filter(([position]) => isNeeded(`${path}[${position}]`, frame))
  const [position, item] = needed[0] ?? []
  if (needed.length !== 1 || !isObject(item)) return undefined
  const text = itemText(item, `${path}[${position}]`, frame)
  if (text === undefined) return undefined
  const whole = `[ ${text}${value.length > 1 ? ', …' : ''} ]`
  return whole.length > SHORT_ITEM ? undefined : whole
}

/** `$`, `$.items` and `$.items[0]` of `$.items[0].key`. */
function parentsOf(path: string): string[] {
  const ends = [...path.matchAll(/\.[^.[]+|\['[^']*'\]|\[\d+\]/g)].map(({ index }) => index)
  return ends.map((end) => path.slice(0, end))
}

/** As the control API writes paths. */
function innerPath(path: string, name: string): string {
  return /^[A-Za-z_][\w-]*$/.test(name) ? `${path}.${name}` : `${path}['${name.slice(0, 100)}']`
}

function more(depth: number, text: string): JsonLine {
  return { depth, name: undefined, text: `… ${text}`, kind: 'more', marked: false }
}

function nounOf(isList: boolean, count: number): string {
  return `${isList ? 'item' : 'field'}${count === 1 ? '' : 's'}`
}

function isShort(value: object): boolean {
  return JSON.stringify(value).length <= SHORT && Object.values(value).every((inner) => !hasMembers(inner))
}

function spaced(value: object): string {
  if (Array.isArray(value)) return `[${value.map((item) => JSON.stringify(item)).join(', ')}]`
  return `{ ${Object.entries(value)
    .map(([name, inner]) => `${name}: ${JSON.stringify(inner)}`)
    .join(', ')} }`
}
