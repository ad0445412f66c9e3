/** What a text asks of the documentation, and the list with which its search responds. */

/** The words to search for, and whether nothing else is wanted: `docs freeze`. */
export function documentationQuery(text: string): { readonly words: string; readonly only: boolean } {
  const only = /^(?:docs?|documentation)(?::|\s|$)\s*(.*)$/i.exec(text.trim())
  return only === null ? { words: text.trim(), only: false } : { words: only[1] ?? '', only: true }
}

/** The links of a list in Markdown, as the search returns it. */
export function sectionsOf(list: string): readonly { readonly title: string; readonly address: string }[] {
  const links = [...list.matchAll(/^- \[(.*)\]\((\S+)\)$/gm)]
  return links.map(([, title = '', address = '']) => ({ title, address }))
}
