/** Small pieces of Markdown that the reference is made of. */
/** A table; cells may hold Markdown but no line breaks. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n')
}

/** The longest cell that a reader can take in at a glance, and that a test accepts. */
export const MAXIMUM_CELL = 200

/**
 * A table of named things, whose long cells go on in a list below it: there the first sentence stays in the cell, if it
 * is short enough.
 */
export function tableWithNotes(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const isLong = (text: string): boolean => cell(text).length > MAXIMUM_CELL
  const notes = rows.flatMap(([name = '', ...cells]) =>
    cells.filter(isLong).map((text) => `- ${name}: ${text.slice(opening(text).length).trim()}`),
  )
  const short = rows.map((cells) =>
    cells.map((text) => (isLong(text) ? opening(text) || 'See below.' : text)),
  )
  return [table(headings, short), ...(notes.length === 0 ? [] : [notes.join('\n')])].join('\n\n')
}

/** The first sentence, or nothing where it is long too. */
function opening(text: string): string {
  const [sentence = ''] = /^.+?[.!?](?= [A-Z`])/.exec(text) ?? []
  return cell(sentence).length > MAXIMUM_CELL ? '' : sentence
}

function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll(/\s*\n\s*/g, ' ')
}

export function code(text: string): string {
  return `\`${text}\``
}

/** Plain text in which nothing is taken for markup. */
export function prose(text: string): string {
  return text.replaceAll(/[<*]/g, String.raw`\$&`)
}

/** What a heading's link is called on code hosting sites. */
export function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')
}

/** Joins the parts of a page by empty lines. */
export function page(...parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`
}
