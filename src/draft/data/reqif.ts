/** Reads ReqIF, the exchange format of requirement tools, with the reader of markup that workbooks use. */
import { readMarkup, type Attributes } from '../../model/external-properties/spreadsheets/markup.ts'
import { invalidRequest } from '../../model/input/errors.ts'
import { quoted, Refusal } from '../../model/input/refusal.ts'
import { countText } from '../../world/count-text.ts'
import { DataCollector, type DataFile, type DataRelation, namesText, tidyText } from './data.ts'

// Names of attributes in lower case, the best first; those of ReqIF itself are of its implementation guide.
const KEYS = ['reqif.foreignid', 'uid', 'object identifier', 'id', 'key']
const TEXTS = ['reqif.text', 'statement', 'object text', 'text', 'description', 'reqif.description']
const TITLES = ['reqif.chaptername', 'object heading', 'reqif.name', 'title', 'name']
/** An object with one of these and no text is a heading. */
const HEADINGS = ['reqif.chaptername', 'object heading']

interface Value {
  /** The id of the definition. */
  definition: string
  text: string
  readonly enumerated: string[]
  embedded: number
}

interface SpecObject {
  readonly id: string
  readonly name: string | undefined
  readonly description: string | undefined
  type: string
  readonly values: Value[]
}

interface Relation {
  source: string
  target: string
  type: string
}

interface Hierarchy {
  readonly name: string | undefined
  object: string
  readonly children: Hierarchy[]
}

interface Content {
  title: string
  readonly objects: Map<string, SpecObject>
  readonly relations: Relation[]
  readonly specifications: Hierarchy[]
  /** Long names of definitions, types and values of enumerations, by id. */
  readonly names: Map<string, string>
}

/** Throws a Refusal: INVALID for a file that is no ReqIF, TOO_LARGE for too many objects. */
export function readReqif(bytes: Uint8Array): DataFile {
  const data = new DataCollector()
  const content = contentOf(data, bytes)
  if (content.objects.size === 0)
    throw invalidRequest('SPEC-OBJECTS', 'has no SPEC-OBJECT: export the module with its objects')
  return fileOf(data, content)
}

function contentOf(data: DataCollector, bytes: Uint8Array): Content {
  const reader = createReader(data)
  try {
    readMarkup(bytes, reader)
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'INVALID') throw error
    throw invalidRequest(
      'its XML',
      'is not well-formed, not UTF-8, has more than 64 levels, or declares a document type: export the file again',
    )
  }
  return reader.content
}

/** Elements that begin a line in XHTML. */
const LINES: ReadonlySet<string> = new Set(['br', 'div', 'li', 'p', 'table', 'tr', 'h1', 'h2', 'h3', 'h4'])

function createReader(data: DataCollector) {
  const content: Content = {
    title: '',
    objects: new Map(),
    relations: [],
    specifications: [],
    names: new Map(),
  }
  const open: string[] = []
  const hierarchies: Hierarchy[] = []
  let object: SpecObject | undefined
  let relation: Relation | undefined
  let value: Value | undefined
  let isXhtml = false
  let text = ''

  function begin(name: string, attributes: Attributes): void {
    const id = attributes.get('IDENTIFIER') ?? ''
    const longName = tidyText(attributes.get('LONG-NAME'))
    if (longName !== undefined && id !== '') content.names.set(id, longName)
    if (name === 'SPEC-OBJECT') {
      object = { id, name: longName, description: tidyText(attributes.get('DESC')), type: '', values: [] }
      if (content.objects.has(id))
        data.leaveOut(`object ${quoted(id)}`, 'its IDENTIFIER is there twice: change one')
      else content.objects.set(id, object)
    } else if (name === 'SPEC-RELATION') {
      relation = { source: '', target: '', type: '' }
      content.relations.push(relation)
    } else if (name === 'SPECIFICATION' || name === 'SPEC-HIERARCHY') {
      const hierarchy: Hierarchy = { name: longName, object: '', children: [] }
      const siblings = name === 'SPECIFICATION' ? content.specifications : hierarchies.at(-1)?.children
      siblings?.push(hierarchy)
      hierarchies.push(hierarchy)
    } else if (name.startsWith('ATTRIBUTE-VALUE-') && object !== undefined) {
      value = { definition: '', text: attributes.get('THE-VALUE') ?? '', enumerated: [], embedded: 0 }
      object.values.push(value)
    }
  }

  function end(name: string): void {
    const own = text.trim()
    if (name === 'TITLE' && open.at(-1) === 'REQ-IF-HEADER') content.title = own
    else if (name === 'SPEC-OBJECT') object = undefined
    else if (name === 'SPEC-RELATION') relation = undefined
    else if (name === 'SPECIFICATION' || name === 'SPEC-HIERARCHY') hierarchies.pop()
    else if (name.startsWith('ATTRIBUTE-VALUE-')) value = undefined
    else if (name === 'ENUM-VALUE-REF') value?.enumerated.push(own)
    else if (name === 'SPEC-OBJECT-TYPE-REF' && object !== undefined) object.type = own
    else if (name === 'SPEC-RELATION-TYPE-REF' && relation !== undefined) relation.type = own
    else if (name === 'SPEC-OBJECT-REF') endReference(own)
    else if (name.startsWith('ATTRIBUTE-DEFINITION-') && name.endsWith('-REF') && value !== undefined)
      value.definition = own
  }

  function endReference(id: string): void {
    const hierarchy = hierarchies.at(-1)
    if (relation === undefined) {
      if (hierarchy !== undefined) hierarchy.object = id
    } else if (open.at(-1) === 'SOURCE') relation.source = id
    else if (open.at(-1) === 'TARGET') relation.target = id
  }

  return {
    content,
    open(name: string, attributes: Attributes): void {
      open.push(name)
      if (isXhtml && value !== undefined) {
        if (LINES.has(name)) value.text += '\n'
        if (name === 'object') value.embedded++
        return
      }
      text = ''
      begin(name, attributes)
      isXhtml = name === 'THE-VALUE' && value !== undefined
    },
    text(part: string): void {
      if (isXhtml && value !== undefined) value.text += part.replace(/\s+/g, ' ')
      else text += part
    },
    close(name: string): void {
      open.pop()
      if (name === 'THE-VALUE') isXhtml = false
      else if (!isXhtml) end(name)
      text = ''
    },
  }
}

interface Read {
  readonly object: SpecObject
  readonly place: string
  readonly key: string
  /** By the name of the attribute. */
  readonly values: ReadonlyMap<string, string | readonly string[]>
  readonly heading: string | undefined
}

function fileOf(data: DataCollector, content: Content): DataFile {
  const objects = new Map([...content.objects].map(([id, object]) => [id, readObject(data, content, object)]))
  const relations = relationsBySource(data, content, objects)
  const done = new Set<string>()
  const add = (read: Read, pages: readonly string[]): void => {
    done.add(read.object.id)
    data.add({ ...requirementOf(content, read), pages, relations: relations.get(read.object.id) ?? [] })
  }
  for (const specification of content.specifications)
    walk(specification, [specification.name ?? 'Specification'])
  for (const [id, read] of objects) if (!done.has(id)) add(read, [])
  leaveOutOfHeadings(
    data,
    [...objects.values()].filter(({ heading }) => heading !== undefined),
  )
  return {
    project: tidyText(content.title) ?? content.specifications[0]?.name,
    requirements: data.requirements,
    leftOut: data.leftOut,
  }

  function walk(parent: Hierarchy, pages: readonly string[]): void {
    for (const child of parent.children) {
      const read = objects.get(child.object)
      if (read === undefined)
        data.leaveOut(`hierarchy of ${quoted(pages[0] ?? '')}`, `there is no object ${quoted(child.object)}`)
      else if (read.heading !== undefined) done.add(child.object)
      else if (done.has(child.object))
        data.leaveOut(read.place, `it is in the hierarchy twice: its first page counts`)
      else add(read, pages)
      walk(child, read?.heading === undefined ? pages : [...pages, read.heading])
    }
  }
}

function leaveOutOfHeadings(data: DataCollector, headings: readonly Read[]): void {
  const names = new Set(headings.flatMap(({ values }) => [...values.keys()]))
  for (const name of names) if (HEADINGS.includes(name.toLowerCase())) names.delete(name)
  if (names.size > 0)
    data.leaveOut(
      countText(headings.length, 'heading'),
      `they are pages, which have no ${namesText([...names])}`,
    )
}

function readObject(data: DataCollector, content: Content, object: SpecObject): Read {
  const values = new Map<string, string | readonly string[]>()
  const place = `object ${quoted(object.id)}`
  let embedded = 0
  for (const { definition, text, enumerated, embedded: count } of object.values) {
    const name = content.names.get(definition) ?? definition
    embedded += count
    const tidy = tidyLines(text)
    const [only, ...others] = enumerated.map((each) => content.names.get(each) ?? each)
    if (only !== undefined) values.set(name, others.length === 0 ? only : [only, ...others])
    else if (tidy !== '') values.set(name, tidy)
  }
  if (embedded > 0)
    data.leaveOut(place, `the draft has no ${countText(embedded, 'embedded object')} of its texts`)
  const key = find(values, KEYS)
  const text = find(values, TEXTS)
  const heading = text === undefined ? find(values, HEADINGS) : undefined
  return { object, place, key: key?.text ?? object.id, values, heading: heading?.text.replaceAll('\n', ' ') }
}

function requirementOf(content: Content, { object, place, key, values }: Read) {
  const keyed = find(values, KEYS)
  const text = find(values, TEXTS)
  const titled = find(values, TITLES)
  const properties = new Map<string, unknown>()
  const type = content.names.get(object.type)
  if (type !== undefined) properties.set('type', type)
  const shown = text ?? titled
  for (const [name, value] of values)
    if (name !== keyed?.name && name !== shown?.name) properties.set(name, value)
  return { place, key, text: shown?.text ?? object.description ?? object.name ?? '', properties }
}

/** The value of the first attribute of a list that the object has. */
function find(values: Read['values'], names: readonly string[]) {
  for (const wanted of names)
    for (const [name, value] of values)
      if (name.toLowerCase() === wanted && typeof value === 'string') return { name, text: value }
  return undefined
}

function tidyLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** The source of a relation depends on its target. */
function relationsBySource(
  data: DataCollector,
  { relations, names }: Content,
  objects: ReadonlyMap<string, Read>,
): Map<string, DataRelation[]> {
  const bySource = new Map<string, DataRelation[]>()
  relations.forEach(({ source, target, type }, at) => {
    const [from, to] = [objects.get(source), objects.get(target)]
    const place = `SPEC-RELATION ${at + 1}`
    if (from === undefined) data.leaveOut(place, `there is no object ${quoted(source)}, its SOURCE`)
    else if (to === undefined) data.leaveOut(place, `there is no object ${quoted(target)}, its TARGET`)
    else if ((from.heading ?? to.heading) !== undefined)
      data.leaveOut(place, 'a heading is a page, not a requirement')
    else {
      const own = bySource.get(source) ?? []
      own.push({ relationship: names.get(type) ?? 'Dependency', to: to.key })
      bySource.set(source, own)
    }
  })
  return bySource
}
