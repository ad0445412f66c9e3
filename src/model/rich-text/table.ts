/** Tables of requirements as HTML, for editors and previews (service §4.6, rich text): reports and matrices. */
import { htmlToText, textToHtml } from '../requirements/records/excerpt.ts'
import { inertHtml } from './inert.ts'

/** What stands in a cell: a text, with or without an address, or HTML of an author, which is made inert. */
export type CellItem =
  | { readonly text: string; readonly url?: string | undefined }
  | { readonly html: string }

export interface HtmlTable {
  /** The class of the table; a name of ours, never the caller's. */
  readonly className: string
  /** The labels of the columns. */
  readonly columns: readonly string[]
  /** Rows of cells; the items of a cell stand below one another. */
  readonly rows: readonly (readonly (readonly CellItem[])[])[]
  /** What becomes of HTML that authors wrote: it is made inert (the default), or only its text is shown. */
  readonly authored?: 'inert' | 'text' | undefined
}

/** Writes a table. Nothing in it can run or leave its cell. */
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
  // Addresses of sites are set by scenarios: one that runs something is no link.
  return item.url !== undefined && /^https?:\/\//i.test(item.url)
    ? `<a href="${textToHtml(item.url)}">${text}</a>`
    : text
}
