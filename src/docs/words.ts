/** Words of a search, and how they match those of what is searched. */

/** `wiki.issueLink.list` has the words wiki, issue, link and list. */
export function wordsOf(text: string): string[] {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

/** False only if no word of the text is the same as this one: a quick look before the words are taken apart. */
export function mayHave(word: string, lowerCaseText: string): boolean {
  return lowerCaseText.includes(word.length > 3 ? stem(word) : word)
}

/** Words are the same up to their ending: link, links, linked. */
export function isSame(word: string, other: string): boolean {
  return word === other || (word.length > 3 && other.startsWith(stem(word)))
}

function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ies|es|s|ing|ed|e)$/, '') : word
}
