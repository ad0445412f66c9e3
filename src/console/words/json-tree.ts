/** The lines of a JSON value in which objects and lists are folded, and the places where a text occurs. Places are JSON Pointers. */

export interface JsonLine {
  /** The place of the value. The line that ends an object or a list has the place of that one. */
  readonly path: string
  readonly depth: number
  readonly kind: 'scalar' | 'open' | 'folded' | 'empty' | 'end'
  /** The name of the field; undefined for members of lists and for the whole value. */
  readonly field: string | undefined
  /** The nearest field around a member of a list. */
  readonly within: string
  readonly value: unknown
  /** A comma follows. */
  readonly more: boolean
}

/** Which objects and lists are open: down to a depth, with exceptions by place. */
export interface Folding {
  readonly depth: number
  readonly exceptions: ReadonlyMap<string, boolean>
}

type Entry = readonly [key: string, value: unknown]

/** Members of an object or a list; undefined for other values. */
export function entriesOf(value: unknown): readonly Entry[] | undefined {
  if (Array.isArray(value)) return value.map((member, index) => [String(index), member] as const)
  return typeof value === 'object' && value !== null ? Object.entries(value) : undefined
}

export function placeOf(parent: string, key: string): string {
  return `${parent}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** The places of the objects and lists around a place, the outermost first. */
export function placesAround(path: string): readonly string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))
}

export function isOpen({ depth, exceptions }: Folding, path: string): boolean {
  return exceptions.get(path) ?? placesAround(path).length < depth
}

/** The first lines of a value, at most `maximum`. */
export function linesOf(value: unknown, folding: Folding, maximum = Infinity): readonly JsonLine[] {
  const lines: JsonLine[] = []
  add(value, '', 0, undefined, '', false)
  return lines

  function add(
    inner: unknown,
    path: string,
    depth: number,
    field: string | undefined,
    within: string,
    more: boolean,
  ): void {
    if (lines.length >= maximum) return
    const line = { path, depth, field, within, value: inner, more }
    const entries = entriesOf(inner)
    if (entries === undefined) lines.push({ ...line, kind: 'scalar' })
    else if (entries.length === 0) lines.push({ ...line, kind: 'empty' })
    else if (!isOpen(folding, path)) lines.push({ ...line, kind: 'folded' })
    else {
      lines.push({ ...line, kind: 'open', more: false })
      const isList = Array.isArray(inner)
      for (const [index, [key, member]] of entries.entries()) {
        if (lines.length >= maximum) return
        const name = isList ? undefined : key
        add(member, placeOf(path, key), depth + 1, name, name ?? within, index < entries.length - 1)
      }
      if (lines.length < maximum) lines.push({ ...line, kind: 'end' })
    }
  }
}

/** The largest depth at which a value takes no more lines than `maximum`; at least 1, so that its fields are seen. */
export function openingDepth(value: unknown, maximum: number): number {
  const exceptions = new Map<string, boolean>()
  let depth = 1
  while (depth < 12 && linesOf(value, { depth: depth + 1, exceptions }, maximum + 1).length <= maximum)
    depth++
  return depth
}

/** The places of fields whose name or value contains a text, in whatever case, at most `maximum`. */
export function placesWith(value: unknown, wanted: string, maximum: number): readonly string[] {
  const found: string[] = []
  const text = wanted.toLowerCase()
  if (text !== '') look(value, '', '')
  return found

  function look(inner: unknown, path: string, name: string): void {
    if (found.length >= maximum) return
    const entries = entriesOf(inner)
    const own = entries === undefined ? scalarText(inner) : ''
    if (name.toLowerCase().includes(text) || own.toLowerCase().includes(text)) found.push(path)
    const isList = Array.isArray(inner)
    for (const [key, member] of entries ?? [])
      look(member, placeOf(path, key), isList ? '' : JSON.stringify(key))
  }
}

export function scalarText(value: unknown): string {
  return JSON.stringify(value) ?? 'null'
}

/** Fields that tell a folded object from its neighbours. */
const LABEL_FIELDS = ['id', 'key', 'name', 'title', 'status', 'operation', 'type']

/** What a folded object or list holds: `id 6001, key "REQ-001" … 12 fields`. */
export function foldedText(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? 'member' : 'members'}`
  const entries = entriesOf(value) ?? []
  const labels = LABEL_FIELDS.flatMap((name) => {
    const inner = entries.find(([key]) => key === name)?.[1]
    return typeof inner === 'string' || typeof inner === 'number' ? [`${name} ${scalarText(inner)}`] : []
  })
  const count = `${entries.length} ${entries.length === 1 ? 'field' : 'fields'}`
  return [
    ...labels.slice(0, 3).map((text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)),
    count,
  ].join(', ')
}
