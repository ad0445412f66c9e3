/** Reads the JSON that `strictdoc export --formats=json` writes: documents with nested nodes. */
import { quoted } from '../../model/input/refusal.ts'
import { tooLarge } from '../../model/input/errors.ts'
import { type Fields, isObject } from '../../world/objects.ts'
import {
  DataCollector,
  type DataFile,
  type DataRelation,
  isNothing,
  MAXIMUM_LEVELS,
  namesText,
  tidyText,
  unexpected,
} from './data.ts'

/** Fields of a node with a place of their own in the draft; those that begin with `_` say how it is shown. */
const PLACED: ReadonlySet<string> = new Set(['UID', 'STATEMENT', 'NODES', 'RELATIONS', 'TYPE'])
/** Fields of a document that the draft has, or that describe its other fields. */
const OF_DOCUMENTS: ReadonlySet<string> = new Set(['TITLE', 'NODES', 'GRAMMAR', 'TYPE'])
const OF_SECTIONS: ReadonlySet<string> = new Set(['TITLE', 'NODES', 'TYPE'])

/** Fields that begin with `_` are no content; this one says what a node is, and was `TYPE` up to 2024. */
const NODE_TYPE = '_NODE_TYPE'

/** True for the data of an export of StrictDoc. */
export function isStrictDoc(value: unknown): value is Fields {
  return isObject(value) && Array.isArray(value['DOCUMENTS'])
}

/** Throws a Refusal: INVALID for data of another shape, TOO_LARGE for too many nodes or levels. */
export function readStrictDoc(root: Fields): DataFile {
  const data = new DataCollector()
  const documents = root['DOCUMENTS'] as readonly unknown[]
  const titles: string[] = []
  documents.forEach((document, at) => {
    if (!isObject(document)) throw unexpected(`DOCUMENTS[${at}]`, 'an object, a document with NODES')
    const title = tidyText(document['TITLE']) ?? `Document ${at + 1}`
    titles.push(title)
    const lost = new Set<string>()
    noteLost(lost, document, OF_DOCUMENTS)
    addNodes(data, document, { at: `DOCUMENTS[${at}]`, pages: [title], lost })
    if (lost.size > 0) data.leaveOut(`document ${quoted(title)}`, `its pages have no ${namesText([...lost])}`)
  })
  return { project: titles[0], requirements: data.requirements, leftOut: data.leftOut }
}

interface Position {
  readonly at: string
  readonly pages: readonly string[]
  /** Fields of the document and its sections that pages do not have. */
  readonly lost: Set<string>
}

function addNodes(data: DataCollector, parent: Fields, { at, pages, lost }: Position): void {
  const nodes = parent['NODES'] ?? []
  if (!Array.isArray(nodes)) throw unexpected(`${at}.NODES`, 'a list of nodes')
  if (pages.length > MAXIMUM_LEVELS) throw tooLarge(at, 'more levels of sections', `${MAXIMUM_LEVELS}`)
  nodes.forEach((node: unknown, position) => {
    const place = `${at}.NODES[${position}]`
    if (!isObject(node)) throw unexpected(place, 'an object, a node')
    const title = tidyText(node['TITLE'])
    if (typeOf(node) === 'SECTION' && node['STATEMENT'] === undefined) {
      noteLost(lost, node, OF_SECTIONS)
      addNodes(data, node, { at: place, pages: [...pages, title ?? `Section ${position + 1}`], lost })
      return
    }
    addNode(data, node, { at: place, pages, lost })
    // A composite requirement has others below it.
    if (node['NODES'] !== undefined) addNodes(data, node, { at: place, pages, lost })
  })
}

function typeOf(node: Fields): string | undefined {
  return tidyText(node[NODE_TYPE]) ?? tidyText(node['TYPE'])
}

function addNode(data: DataCollector, node: Fields, { at, pages }: Position): void {
  const key = tidyText(node['UID'])
  const title = tidyText(node['TITLE'])
  const statement = tidyText(node['STATEMENT'])
  if (key === undefined) {
    const shown = title ?? statement
    const named = shown === undefined ? '' : ` ${quoted(shown)}`
    data.leaveOut(at, `${typeOf(node) ?? 'a node'}${named} has no UID: give it one`)
    return
  }
  const properties = new Map<string, unknown>()
  const type = typeOf(node)
  if (type !== undefined && type !== 'REQUIREMENT') properties.set('TYPE', type)
  for (const [field, value] of Object.entries(node)) {
    if (field.startsWith('_') && field !== '__proto__') continue
    if (PLACED.has(field) || isNothing(value)) continue
    if (field !== 'TITLE' || statement !== undefined) properties.set(field, value)
  }
  const place = `${at} ${quoted(key)}`
  const { relations, files } = relationsOf(data, place, node['RELATIONS'])
  if (files.length > 0) properties.set('FILES', files)
  data.add({ place, key, text: statement ?? title ?? '', pages, properties, relations })
}

function relationsOf(data: DataCollector, place: string, value: unknown) {
  const relations: DataRelation[] = []
  const files: string[] = []
  for (const relation of Array.isArray(value) ? (value as unknown[]) : []) {
    const fields: Fields = isObject(relation) ? relation : {}
    const type = tidyText(fields['TYPE'])
    const to = tidyText(fields['VALUE'])
    if (to !== undefined && type === 'File') files.push(to)
    else if (to !== undefined && (type === 'Parent' || type === 'Child'))
      relations.push({
        relationship: tidyText(fields['ROLE']) ?? 'Parent',
        to,
        isReverse: type === 'Child',
      })
    else
      data.leaveOut(
        place,
        `a relation of TYPE ${quoted(type ?? '')} has no place: use Parent, Child or File with a VALUE`,
      )
  }
  return { relations, files }
}

/** Notes the fields of a document or section that a page does not have. */
function noteLost(lost: Set<string>, node: Fields, placed: ReadonlySet<string>): void {
  for (const [field, value] of Object.entries(node))
    if (!placed.has(field) && !field.startsWith('_') && !isNothing(value)) lost.add(field)
}
