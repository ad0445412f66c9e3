/** The report as an HTML page without scripts and external resources. All texts are escaped. */
import { base64Of, sha256 } from '../../world/sha256.ts'
import { reportSummary, type ReportTable, reportTables } from './tables.ts'
import type { Report } from './report.ts'

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 80rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { border: 1px solid #8886; padding: .25rem .6rem; text-align: left; vertical-align: top; max-width: 40rem; overflow-wrap: break-word; }
th { background: #8882; }
.wide { overflow-x: auto; }
.wide table { min-width: 45rem; }
.problems { overflow-wrap: anywhere; border-left: .3rem solid #c33; padding-left: 1rem; }
`

/** The Content-Security-Policy of the page, which allows only its own style. Send it as a header. */
export function reportPolicy(): string {
  const hash = base64Of(sha256(STYLE))
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

/** Returns the page. `problems` from `checkReport` come first. */
export function reportHtml(report: Report, problems: readonly string[] = []): string {
  // `frame-ancestors` has no effect in a meta element.
  const policy = reportPolicy().replace(/; frame-ancestors.*$/, '')
  const list = problems.map((problem) => `<li>${escaped(problem)}</li>`).join('')
  const summary = reportSummary(report).map(
    ([name, value]) => `<tr><th scope="row">${escaped(name)}</th><td>${escaped(value)}</td></tr>`,
  )
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>Report of the simulator</title><style>${STYLE}</style></head>`,
    '<body><h1>Report of the simulator</h1>',
    ...(problems.length === 0
      ? []
      : [`<section class="problems"><h2>Problems</h2><ul>${list}</ul></section>`]),
    `<table>${summary.join('')}</table>`,
    ...reportTables(report).map(section),
    '</body></html>',
    '',
  ].join('\n')
}

function section({ title, explanation, columns, rows, empty }: ReportTable): string {
  const head = columns.map((column) => `<th scope="col">${escaped(column)}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`)
  const table =
    rows.length === 0
      ? `<p>${escaped(empty)}</p>`
      : `<div class="wide" role="region" aria-label="${escaped(title)}" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table></div>`
  return `<section><h2>${escaped(title)}</h2><p>${escaped(explanation)}</p>${table}</section>`
}

function escaped(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
