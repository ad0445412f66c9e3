// llms.txt: a short map of the documentation for language models, made of what the pages say of themselves.

export interface MappedPage {
  /** From the project's root. */
  readonly path: string
  readonly text: string
}

/**
 * The map: the first page in short, then the pages that the overview lists, under its headings and in its order, each with
 * its title, what the overview says of it, and its first sentence. Throws for a page that is listed and not given, and for one that says nothing.
 */
export function llmsMap(first: MappedPage, overview: MappedPage, pages: ReadonlyMap<string, string>): string {
  const { title, sentence } = aboutPage(first)
  const lines = [`# ${title}`, '', `> ${sentence}`, '', ...START]
  for (const [heading, listed] of listedPages(overview)) {
    lines.push('', `## ${heading}`, '')
    for (const { path, words } of listed) {
      const text = pages.get(path)
      if (text === undefined) throw new Error(`${overview.path} lists ${path}, which is not there`)
      const about = aboutPage({ path, text })
      lines.push(`- [${about.title}](${path}): ${words}. ${about.sentence}`)
    }
  }
  return `${lines.join('\n')}\n`
}

const START = [
  'From a checkout: `npm ci && npm start` serves the demo at http://127.0.0.1:4010, with a console at `/_sim/`; `npm ci && npm test` checks everything. In process: `createSimulator({ scenario })` of `reqsim`, then `sim.fetch(url)`. Other entries: `reqsim/vitest`, `reqsim/vitest/reporter`, `reqsim/vitest/setup`, `reqsim/jest/setup`, `reqsim/node-test/setup`, `reqsim/playwright/setup`, `reqsim/msw/shadow`, `reqsim/playwright`, `reqsim/playwright/test`, `reqsim/playwright/reporter`, `reqsim/vite`, `reqsim/msw`, `reqsim/console`, `reqsim/node`, `reqsim/data`, `reqsim/explore`, `reqsim/mutate`, `reqsim/trace`.',
  '',
  "Every operation and every assumption has an entry in the reference, which is rendered and not a page: `npx reqsim docs wiki.requirement.read` and `npx reqsim docs A17` print one, `npx reqsim docs --search 'freeze task'` searches pages and entries, and a server has all at `/_sim/docs` and `/_sim/docs/reference.html`.",
  '',
  'Every code sample of these pages is run by a test, or says why not.',
]

interface ListedPage {
  /** From the project's root. */
  readonly path: string
  /** What the overview says of it. */
  readonly words: string
}

/** The pages that the overview lists, by the heading that they are under. */
export function listedPages(overview: MappedPage): Map<string, readonly ListedPage[]> {
  const sections = overview.text.split(/^\*\*(.+?)\*\*.*$/m).slice(1)
  const listed = new Map<string, readonly ListedPage[]>()
  for (let index = 0; index < sections.length; index += 2) {
    const pages = linksOf(sections[index + 1] ?? '', overview.path)
    if (pages.length > 0) listed.set(sections[index] ?? '', pages)
  }
  return listed
}

/** The pages that a list links to, as paths from the root, with what it says of each. */
function linksOf(list: string, from: string): ListedPage[] {
  const folder = from.slice(0, from.lastIndexOf('/') + 1)
  const entries = list.matchAll(/^- \[[^\]]+\]\(([^)#]+\.md)\): (.+)$/gm)
  return [...entries].map(([, link = '', words = '']) => ({ path: folder + link, words }))
}

/** Title and first sentence of a page, without markup. */
export function aboutPage({ path, text }: MappedPage): { readonly title: string; readonly sentence: string } {
  const title = /^# (.+)$/m.exec(text)?.[1]
  const after = text
    .slice(text.indexOf(`# ${title}\n`))
    .split('\n')
    .slice(1)
  const paragraph = after.find((line) => /^[A-Za-z`]/.test(line))
  if (title === undefined || paragraph === undefined)
    throw new Error(`${path} has no title or no first sentence`)
  const plain = paragraph.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll('**', '')
  const end = /[.!?](?= [A-Z`]|$)/.exec(plain)
  return { title, sentence: end === null ? plain : plain.slice(0, end.index + 1) }
}
