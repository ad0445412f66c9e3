/**
 * A table as text, of which each line says only what is new beside the one before: compressed, that of the operations takes a
 * fifth less. A line holds words:
 *
 * - `.name` is the word above up to its last dot, and the name;
 * - `2/rest` is the first two parts of the path above (the empty one before its first slash is one), and the rest;
 * - an empty word is the word above, and so are words that a line lacks at its end.
 */

/** Writes a table whose first column is dotted names, whose third is paths, and none of whose words is empty. */
export function packRows(rows: readonly (readonly string[])[]): string {
  return rows
    .map((row, position) => {
      const above = rows[position - 1]
      const words = row.map((word, place) =>
        above === undefined ? word : packedWord(word, above[place] ?? '', place),
      )
      return words.join(' ').trimEnd()
    })
    .join('\n')
}

/** Reads what packRows wrote. */
export function unpackRows(text: string): string[][] {
  let above: string[] = []
  return text.split('\n').map((line) => {
    const words = line.split(' ')
    above = Array.from({ length: Math.max(words.length, above.length) }, (_, place) =>
      unpackedWord(words[place] ?? '', above[place] ?? ''),
    )
    return above
  })
}

function packedWord(word: string, above: string, place: number): string {
  if (word === above) return ''
  if (place === 0) {
    const beginning = above.slice(0, above.lastIndexOf('.') + 1)
    return beginning !== '' && word.startsWith(beginning) && !word.includes('.', beginning.length)
      ? word.slice(beginning.length - 1)
      : word
  }
  if (place !== 2) return word
  const [parts, others] = [word.split('/'), above.split('/')]
  const differs = parts.findIndex((part, at) => part !== others[at])
  const shared = differs === -1 ? parts.length : differs
  return [shared, ...parts.slice(shared)].join('/')
}

function unpackedWord(word: string, above: string): string {
  if (word === '') return above
  if (word.startsWith('.')) return above.slice(0, above.lastIndexOf('.')) + word
  const [, shared, rest = ''] = /^(\d+)(\/.*)?$/.exec(word) ?? []
  if (shared === undefined || !above.startsWith('/')) return word
  return above.split('/').slice(0, Number(shared)).join('/') + rest
}
