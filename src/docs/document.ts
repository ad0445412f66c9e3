/** The HTML document around a page of the documentation. */
import { base64Of, sha256 } from '../world/sha256.ts'
import { VERSION } from '../version.ts'
import { escapeHtml } from './html.ts'
import { STYLE } from './style.ts'

export interface DocumentParts {
  readonly title: string
  /** The search of the page, and links to other parts of the documentation, as HTML. */
  readonly head: string
  /** As HTML. */
  readonly body: string
  /** Runs in the page, after it is read. */
  readonly script?: string
  /** A policy for a page that is opened as a file. */
  readonly policy?: string
}

/** What a page may load and run: its own style, and this script if it has one. */
export function policyOf(script?: string): string {
  const scripts = script === undefined ? [] : [`script-src ${sourceOf(script)}`]
  return ["default-src 'none'", `style-src ${sourceOf(STYLE)}`, ...scripts, "base-uri 'none'"].join('; ')
}

function sourceOf(text: string): string {
  return `'sha256-${base64Of(sha256(text))}'`
}

export function documentHtml({ title, head, body, script, policy }: DocumentParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">${policy === undefined ? '' : `\n<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">`}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="reqsim ${escapeHtml(VERSION)}">
<title>${escapeHtml(title)} · reqsim documentation</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the page</a>
<header>${head}</header>
<main id="main" tabindex="-1">
${body}
</main>${script === undefined ? '' : `\n<script>${script}</script>`}
</body>
</html>
`
}

/** The field of a search. `action` is where a form sends it; without, the page itself searches. */
export function searchField(query: string, action?: string): string {
  const field = `<label for="q">Search</label><input id="q" name="q" type="search" value="${escapeHtml(query)}" autocomplete="off" placeholder="words, an operation, A17">`
  return action === undefined
    ? `<search>${field}</search>`
    : `<search><form action="${escapeHtml(action)}">${field}<button>Search</button></form></search>`
}
