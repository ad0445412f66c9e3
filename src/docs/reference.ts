/** The reference as one HTML file that needs nothing else: every operation, assumption and preset, with a search. */
import { documentHtml, policyOf, searchField } from './document.ts'
import type { ReferenceEntry } from './entries.ts'
import { escapeHtml, htmlOf } from './html.ts'
import { code } from './markdown.ts'
import { isTableOfFields } from './operation-text.ts'

/** The name of the file, in dist/ of the package and below the documentation of a server. */
export const REFERENCE_FILE = 'reference.html'

/**
 * The file. Entries have their names as anchors. `introduction` is Markdown whose links are relative to docs/. Links to pages go
 * through `../docs/`, which is right in the package and below `/_sim/docs/`.
 */
export function referenceHtml(entries: ReadonlyMap<string, ReferenceEntry>, introduction = ''): string {
  const places = {
    entry: (name: string) => (entries.has(name) ? `#${name}` : undefined),
    page: (link: string) => `../docs/${link}`,
    hasAnchors: false,
  }
  const tables = new Map<string, string>()
  const sections = [...Map.groupBy(entries.values(), ({ group }) => group)].map(([group, members]) => {
    const texts = members.map(({ name, title, text }) => {
      const html = htmlOf(`### ${title}\n\n${withoutRepeatedTables(name, text(), tables)}`, places)
      return `<section class="entry" id="${escapeHtml(name)}">${html}</section>`
    })
    const place = htmlOf(members[0]?.place ?? '', places)
    return `<section class="group"><h2>${escapeHtml(group)}</h2>\n${place}${texts.join('\n')}\n</section>`
  })
  return documentHtml({
    title: 'Reference',
    head: `<a class="home" href="#main">reqsim reference</a>${searchField('')}<span class="found" role="status"></span>`,
    body: `${htmlOf(introduction, places)}${sections.join('\n')}`,
    script: SEARCH,
    policy: `${referencePolicy()}; form-action 'none'`,
  })
}

/** The text, which refers to another entry if that has the same table of fields. `tables` has the entry of each. */
function withoutRepeatedTables(name: string, text: string, tables: Map<string, string>): string {
  const paragraphs = text.split('\n\n').map((paragraph) => {
    if (!isTableOfFields(paragraph)) return paragraph
    const same = tables.get(paragraph)
    tables.set(paragraph, same ?? name)
    return same === undefined ? paragraph : `The fields of the body are those of ${code(same)}.`
  })
  return paragraphs.join('\n\n')
}

/** The policy under which the file works. */
export function referencePolicy(): string {
  return policyOf(SEARCH)
}

/** Shows the entries that have all words; with none, all. */
const SEARCH = `
const field = document.querySelector('#q')
const entries = [...document.querySelectorAll('.entry')]
const groups = [...document.querySelectorAll('.group')]
const found = document.querySelector('.found')
let texts
function search() {
  texts ??= entries.map((entry) => (entry.id + ' ' + entry.textContent).toLowerCase())
  const words = field.value.toLowerCase().split(/\\s+/).filter((word) => word !== '')
  let shown = 0
  entries.forEach((entry, index) => {
    entry.hidden = !words.every((word) => texts[index].includes(word))
    if (!entry.hidden) shown++
  })
  for (const group of groups) group.hidden = group.querySelector('.entry:not([hidden])') === null
  found.textContent = words.length === 0 ? '' : shown + ' of ' + entries.length
}
field.addEventListener('input', search)
addEventListener('hashchange', () => {
  const target = document.getElementById(location.hash.slice(1))
  if (target?.closest('[hidden]')) {
    field.value = ''
    search()
    target.scrollIntoView()
  }
})
`
