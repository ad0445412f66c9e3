// Small pieces of Markdown that the reference pages share.

/** A table; cells may hold Markdown but no line breaks. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n')
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

/** Says at the head of a page where it comes from. */
export const GENERATED = '<!-- Written by `npm run generate`; changes made here are lost. -->'

/** Joins the parts of a page by empty lines. */
export function page(...parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`
}
