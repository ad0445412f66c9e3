/** Words of a search, and how they match those of what is searched. */

/** `wiki.issueLink.list` has the words wiki, issue, link and list. */
export function wordsOf(text: string): string[] {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

/** Words of questions that say nothing of what is asked about. */
const STOP_WORDS = new Set(
  'a an and are as at be by can did do does for from get has have how i if in into is it its me my of on or our should that the their them there they this to was we what when where which who why will with would you your'.split(
    ' ',
  ),
)

/** The words of a query without those that say nothing, unless it has no others. */
export function contentWordsOf(query: string): string[] {
  const words = wordsOf(query)
  const content = words.filter((word) => !STOP_WORDS.has(word))
  return content.length === 0 ? words : content
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
  return word.length > 4 ? word.replace(/(?:ies|es|s|ing|ed|e|y)$/, '') : word
}
