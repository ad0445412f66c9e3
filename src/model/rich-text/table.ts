/** Tables of requirements as HTML, for editors and previews (service §4.6, rich text): reports and matrices. */
import { htmlToText, textToHtml } from '../records/text/excerpt.ts'
import { inertHtml } from './inert.ts'

/** A text, with or without a link, or HTML of an author, which is made inert. */
export type CellItem =
  | { readonly text: string; readonly url?: string | undefined }
  | { readonly html: string }

export interface HtmlTable {
  readonly className: string
  readonly columns: readonly string[]
  /** The items of a cell stand below one another. */
  readonly rows: readonly (readonly (readonly CellItem[])[])[]
  /** How to show HTML of authors: made inert (the default), or as text. */
  readonly authored?: 'inert' | 'text' | undefined
}

/** Nothing in the table can run scripts or leave its cell. */
export function renderHtmlTable({ className, columns, rows, authored }: HtmlTable): string {
  const cell = (items: readonly CellItem[]) =>
    `<td>${items.map((item) => renderItem(item, authored === 'text')).join('<br>')}</td>`
  const head = columns.map((label) => `<th>${textToHtml(label)}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')
  return `<table class="${textToHtml(className)}"><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`
}

function renderItem(item: CellItem, asText: boolean): string {
  if ('html' in item) return asText ? textToHtml(htmlToText(item.html)) : inertHtml(item.html)
  const text = textToHtml(item.text)
  // Scenarios set the addresses of sites: only HTTP addresses become links.
  return item.url !== undefined && /^https?:\/\//i.test(item.url)
    ? `<a href="${textToHtml(item.url)}">${text}</a>`
    : text
}
