/** What other parsers read of a page: saxes, which takes well-formed XML only, and parse5, which reads HTML as browsers do. */
import { characterEntities } from 'character-entities'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { SaxesParser } from 'saxes'
import { HIDDEN, INLINE } from './drawn-pages.ts'

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: (Element | string)[]
}

/** The characters of a reference, as parse5 reads it. */
export function charactersIn(html: string): string {
  const [node] = parseFragment(html).childNodes
  return node !== undefined && 'value' in node ? node.value : ''
}

const entities = Object.fromEntries(
  Object.keys(characterEntities).map((name) => [name, charactersIn(`&${name};`)]),
)

/** Of well-formed XML. Throws for any other. */
export function xmlText(xml: string): string {
  const parser = new SaxesParser({ xmlns: false, fragment: true })
  Object.assign(parser.ENTITIES, entities)
  const root: Element = { name: '', attributes: {}, children: [] }
  const open = [root]
  const add = (child: Element | string) => void open.at(-1)?.children.push(child)
  parser.on('error', (error) => {
    throw error
  })
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name: name.replace(/^(?!ac:|ri:).*:/, ''), attributes, children: [] }
    add(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return oneLine(seen(root))
}

function seen(node: Element | string): string {
  if (typeof node === 'string') return node
  const { name, children } = node
  if (HIDDEN.includes(name)) return ''
  const inside = children.map(seen).join('')
  if (name === 'ac:link' && inside.trim() === '' && !hasPicture(node)) return inside + titleIn(children)
  return name === '' || INLINE.includes(name) ? inside : ` ${inside} `
}

function hasPicture(node: Element | string): boolean {
  return typeof node === 'object' && (node.name === 'ac:image' || node.children.some(hasPicture))
}

function titleIn(children: Element['children']): string {
  const [first] = children
  const { 'ri:content-title': title, 'ri:filename': file } = typeof first === 'object' ? first.attributes : {}
  return title ?? file ?? ''
}

/** Of any HTML. */
export function htmlText(html: string): string {
  return oneLine(textOf(parseFragment(html)))
}

function textOf(node: DefaultTreeAdapterTypes.Node): string {
  if (node.nodeName === 'script' || node.nodeName === 'style') return ''
  if ('value' in node) return node.value
  if (!('childNodes' in node)) return ''
  const inside = node.childNodes.map(textOf).join('')
  return node.nodeName.startsWith('#') || INLINE.includes(node.nodeName) ? inside : ` ${inside} `
}

/** Without what only says where a word may break, and with one blank for white space. */
export function oneLine(text: string): string {
  return text
    .replaceAll('\u00AD', '')
    .replaceAll('\u200B', '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ')
}
