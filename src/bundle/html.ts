/** Writes a simulator, the console and a scenario as one HTML page that needs no server and may not connect to any. */
import { VERSION } from '../version.ts'
import { type BundleContent, CONTENT_ID } from './content.ts'
import { dataText, htmlText, jsonText, policyOf, scriptText, styleText } from './html-text.ts'

/** The texts of the package that a bundle consists of. */
export interface BundleParts {
  /** The document of the console. */
  readonly document: string
  readonly style: string
  /** The program with the simulator, `page.ts`, and that of the console; each is one module without imports. */
  readonly programs: readonly string[]
  /** The licences of the packages in the programs. */
  readonly licences: string
}

const STYLE = '<link rel="stylesheet" href="console.css" />'
const PROGRAM = '<script type="module" src="console.js"></script>'

/** Returns the page. The same parts and content give the same text. `description` is that of the scenario. */
export function bundleHtml(
  { document, style, programs, licences }: BundleParts,
  content: BundleContent,
  description = '',
): string {
  const scripts = programs.map(scriptText)
  const head = [
    `<meta http-equiv="Content-Security-Policy" content="${policyOf(scripts)}" />`,
    `<meta name="generator" content="reqsim ${VERSION}" />`,
    `<meta name="description" content="${htmlText(description)}" />`,
    `<style>${styleText(style)}</style>`,
  ]
  const body = [
    `<script type="application/json" id="${CONTENT_ID}">${jsonText(content)}</script>`,
    ...scripts.map((text) => `<script type="module">${text}</script>`),
    `<script type="text/plain" id="licences">\n${dataText(licences)}</script>`,
  ]
  // A policy applies to what follows it, so it comes before everything else that it is about. What others wrote is escaped,
  // and the programs are put in last, so that no part is found in them.
  const parts: readonly (readonly [part: string | RegExp, text: string])[] = [
    ['<meta charset="utf-8" />', `<meta charset="utf-8" />\n    ${head.join('\n    ')}`],
    [STYLE, ''],
    [PROGRAM, ''],
    [/<title>[^<]*<\/title>/, `<title>${htmlText(content.name)} · reqsim</title>`],
    [/<noscript>[^<]*<\/noscript>/, '<noscript>This page needs JavaScript.</noscript>'],
    ['</body>', `${body.join('\n')}\n</body>`],
  ]
  return parts.reduce((html, [part, text]) => replaced(html, part, text), document)
}

/** Throws if the document of the console lacks the part: it was changed, and this file was not. */
function replaced(html: string, part: string | RegExp, text: string): string {
  const result = html.replace(part, () => text)
  if (result === html) throw new Error(`the document of the console has no ${part}`)
  return result
}
