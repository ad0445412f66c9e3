/** Finds sections of pages by words. */
import { isSame, mayHave, wordsOf } from './words.ts'

/** Words of a query that are searched for; those after them are left out. */
const MAXIMUM_WORDS = 12

export interface Section {
  /** Without markup. */
  readonly heading: string
  /** The anchor of its heading; empty before the first heading. */
  readonly anchor: string
  /** Where it begins in the page, in characters. */
  readonly offset: number
  /** With its heading. */
  readonly text: string
}

export interface FoundSection {
  /** The name of the page. */
  readonly page: string
  readonly section: Section
}

/** The sections of a page in order, each from its heading to the next one. */
export function sectionsOf(page: string): Section[] {
  const anchorOf = createAnchors()
  let offset = 0
  return splitAtHeadings(page).map((text) => {
    const title = /^#{1,6} (.+)/.exec(text)?.[1] ?? ''
    const anchor = title === '' ? '' : anchorOf(title)
    const section = { heading: plainHeading(title), anchor, offset, text }
    offset += text.length
    return section
  })
}

/** A line of code may begin like a heading. */
function splitAtHeadings(page: string): string[] {
  const parts: string[] = ['']
  let isCode = false
  for (const line of page.split(/(?<=\n)/)) {
    if (line.startsWith('```')) isCode = !isCode
    if (!isCode && /^#{1,6} /.test(line)) parts.push('')
    parts.push((parts.pop() ?? '') + line)
  }
  return parts.filter((text) => text !== '')
}

/** Gives each heading of one page the anchor that code hosting sites give it. */
export function createAnchors(): (heading: string) => string {
  const used = new Map<string, number>()
  return (heading) => {
    const anchor = plainHeading(heading)
      .toLowerCase()
      .replaceAll(/[^a-z0-9\s_-]/g, '')
      .replaceAll(' ', '-')
    const times = used.get(anchor) ?? 0
    used.set(anchor, times + 1)
    return times === 0 ? anchor : `${anchor}-${times}`
  }
}

function plainHeading(heading: string): string {
  return heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '')
}

/** Sections that have all words of the query; those with words in their heading or name first. Undefined if it has no words. */
export function searchPages(
  query: string,
  pages: Iterable<readonly [name: string, text: string]>,
): FoundSection[] | undefined {
  const words = wordsOf(query).slice(0, MAXIMUM_WORDS)
  if (words.length === 0) return undefined
  const found: (FoundSection & { readonly score: number })[] = []
  for (const [page, text] of pages) {
    const lower = `${page} ${text}`.toLowerCase()
    if (!words.every((word) => mayHave(word, lower))) continue
    for (const section of sectionsOf(text)) {
      const score = scoreOf(words, page, section)
      if (score > 0) found.push({ page, section, score })
    }
  }
  return found.toSorted((left, right) => right.score - left.score)
}

/** 0 unless the section has every word, up to its ending. */
function scoreOf(words: readonly string[], page: string, { heading, text }: Section): number {
  const inText = new Set(wordsOf(text))
  const inTitle = wordsOf(`${page} ${heading}`)
  let score = 0
  for (const word of words) {
    if (inTitle.some((each) => isSame(word, each))) score += 3
    else if (inText.has(word)) score += 2
    else if (Array.from(inText).some((each) => isSame(word, each))) score += 1
    else return 0
  }
  return score
}

/** The beginning of a section below its heading, without line breaks. */
export function excerptOf({ text }: Section, maximum: number): string {
  return text
    .replace(/^#.*\n+/, '')
    .slice(0, maximum)
    .toWellFormed()
}

/** The beginning without tables, code and marks of Markdown, up to a whole word. */
export function plainExcerpt({ text }: Section, maximum: number): string {
  const plain = text
    .replace(/^#.*\n+/, '')
    .replaceAll(/^```[\s\S]*?^```$|^\|.*$|<!--[\s\S]*?-->|<a id="[^"]*"><\/a>/gm, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\b_([^_]+)_\b/g, '$1')
    .replaceAll(/[`*\\]|^[#>]+ /gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (plain.length <= maximum) return plain
  const cut = plain.slice(0, maximum)
  return `${cut.slice(0, cut.lastIndexOf(' '))} …`
}
