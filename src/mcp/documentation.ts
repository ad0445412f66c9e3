/** The pages of the package's documentation: their list, and their sections as text. */
import { existsSync, readdirSync } from 'node:fs'
import { compareCodePoints } from '../world/order.ts'

/** The pages in the folder of the package, by path; none if the program is a single file. */
export function documentationOf(folder: URL | undefined): ReadonlyMap<string, URL> {
  const docs = folder === undefined ? undefined : new URL('docs/', folder)
  if (docs === undefined || !existsSync(docs)) return new Map()
  const paths = readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md'))
    .toSorted(compareCodePoints)
  return new Map(paths.map((path) => [path, new URL(path, docs)]))
}

export interface Section {
  /** Without markup. */
  readonly heading: string
  /** Where it begins in the page, in characters. */
  readonly offset: number
  /** With its heading. */
  readonly text: string
}

/** The sections of a page in order, each from its heading to the next one. */
export function sectionsOf(page: string): Section[] {
  const parts = page.split(/^(?=#{1,6} )/m)
  let offset = 0
  return parts.map((text) => {
    const heading = (/^#{1,6} (.+)/.exec(text)?.[1] ?? '').replaceAll(/[`*]/g, '')
    const section = { heading, offset, text }
    offset += text.length
    return section
  })
}
