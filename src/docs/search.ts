/** Finds sections of pages by words. */
import { contentWordsOf, isSame, mayHave, wordsOf } from './words.ts'

/** Words of a query that are searched for; those after them are left out. */
const MAXIMUM_WORDS = 12
/** With fewer sections that have all words, those that lack some are found too. */
const ENOUGH = 5

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

/**
 * Sections that have the words of the query, those with words in their heading or name first. Words such as 'how' and 'the'
 * do not count beside others. Undefined if the query has no words.
 */
export function searchPages(
  query: string,
  pages: Iterable<readonly [name: string, text: string]>,
): FoundSection[] | undefined {
  const words = contentWordsOf(query).slice(0, MAXIMUM_WORDS)
  if (words.length === 0) return undefined
  const maximumMissing = Math.floor(words.length / 3)
  const found: (FoundSection & Match)[] = []
  for (const [page, text] of pages) {
    const lower = `${page} ${text}`.toLowerCase()
    if (words.filter((word) => !mayHave(word, lower)).length > maximumMissing) continue
    const sections = sectionsOf(text)
    const names = wordsOf(page)
    const isFile = page.endsWith('.md')
    const beginning = sections.find(({ heading }) => heading !== '')
    const title = wordsOf(beginning?.heading ?? '')
    for (const section of sections) {
      const match = matchOf(words, { names, title, isFile, isBeginning: section === beginning }, section)
      if (match.missing <= maximumMissing) found.push({ page, section, ...match })
    }
  }
  const whole = found.filter(({ missing }) => missing === 0)
  const best = whole.reduce((score, match) => Math.max(score, match.score), 0)
  const kept =
    whole.length < ENOUGH ? found : found.filter((match) => match.missing === 0 || match.score >= best)
  return kept.toSorted((left, right) => right.score - left.score)
}

interface Match {
  readonly score: number
  /** How many words the section does not have, up to their endings. */
  readonly missing: number
}

interface PageWords {
  /** Of its path. */
  readonly names: readonly string[]
  readonly title: readonly string[]
  /** Not an entry of the reference, whose title repeats its name. */
  readonly isFile: boolean
  /** Whether the section is that of the title. */
  readonly isBeginning: boolean
}

function matchOf(words: readonly string[], page: PageWords, { heading, text }: Section): Match {
  const inText = new Set(wordsOf(text))
  const inHeading = wordsOf(heading)
  let score = 0
  let missing = 0
  for (const word of words) {
    const isLike = (each: string) => isSame(word, each)
    const isNamed = [page.names, page.title].some((each) => each.some(isLike))
    if (page.isFile && page.isBeginning && page.names.includes(word)) score += 4
    else if (inHeading.some(isLike) || (page.isBeginning && isNamed)) score += 3
    else if (inText.has(word) || isNamed) score += 2
    else if (Array.from(inText).some(isLike)) score += 1
    else missing += 1
  }
  return { score, missing }
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
