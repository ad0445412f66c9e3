import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Window } from 'happy-dom'
import { describe, expect, test } from 'vitest'
import type { BundleContent } from '../../src/bundle/content.ts'
import { bundleHtml, type BundleParts } from '../../src/bundle/html.ts'

const PARTS: BundleParts = {
  document: readFileSync('src/console/index.html', 'utf8'),
  style: 'body { color: red }',
  programs: ['const first = 1', 'const second = 2'],
  licences: 'zod 4.0.0\n\nMIT',
}
const CONTENT: BundleContent = { name: 'demo', scenario: 'demo', overrides: {} }

/** The page as a browser reads it; its scripts do not run. */
function parsed(html: string) {
  const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } })
  document.write(html)
  const scripts = [...document.querySelectorAll('script')]
  return {
    document,
    programs: scripts.filter(({ type }) => type === 'module').map(({ textContent }) => textContent),
    content: JSON.parse(document.querySelector('#reqsim-content')?.textContent ?? '') as unknown,
    licences: document.querySelector('#licences')?.textContent ?? '',
    policy: document.querySelector('meta[http-equiv]')?.getAttribute('content') ?? '',
  }
}

const write = (parts: Partial<BundleParts>, content: Partial<BundleContent> = {}, description?: string) =>
  bundleHtml({ ...PARTS, ...parts }, { ...CONTENT, ...content }, description)

describe('a page', () => {
  test('has programs, style, content and licences, and names no file', () => {
    const { document, programs, content, licences } = parsed(write({}, { until: 'frozen' }, 'A drone maker'))
    expect(programs).toEqual(PARTS.programs)
    expect(document.querySelector('style')?.textContent).toBe(PARTS.style)
    expect(content).toEqual({ ...CONTENT, until: 'frozen' })
    expect(licences.trim()).toBe(PARTS.licences)
    expect(document.title).toBe('demo · reqsim')
    expect(document.querySelector('meta[name=description]')?.getAttribute('content')).toBe('A drone maker')
    const references = [...document.querySelectorAll('[src], [href]')].map(
      (element) => element.getAttribute('src') ?? element.getAttribute('href'),
    )
    expect(references.filter((reference) => reference?.startsWith('data:') !== true)).toEqual([])
  })

  test('allows its own programs by their hash, and no connection', () => {
    const { document, programs, policy } = parsed(write({}))
    const hashes = programs.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    expect(policy).toContain(`script-src ${hashes.join(' ')};`)
    expect(policy).toMatch(/^default-src 'none';/)
    expect(policy).not.toMatch(/connect-src|https?:|\*|unsafe-eval/)
    // A policy does not apply to what precedes it.
    const first = document.querySelector('meta[http-equiv], script, style, link')
    expect(first?.tagName).toBe('META')
  })

  test('is the same for the same content, and differs for another', () => {
    expect(write({})).toBe(write({}))
    expect(write({}, { overrides: { seed: '7' } })).not.toBe(write({}))
  })
})

describe('texts that HTML would read', () => {
  const texts = ['</script>', '</SCRIPT >', '<!-- <script>', ']]>', '$& $1 $`', '\u2028', '&lt;', '\'"`']

  test.each(texts)('%j in the scenario', (text) => {
    const { content, programs, document } = parsed(write({}, { name: text, until: text }, text))
    expect(content).toEqual({ ...CONTENT, name: text, until: text })
    expect(programs).toEqual(PARTS.programs)
    expect(document.querySelector('title')?.textContent).toBe(`${text} · reqsim`)
    expect(document.querySelector('meta[name=description]')?.getAttribute('content')).toBe(text)
  })

  test.each(texts)('%j in strings, templates and regular expressions of a program', (text) => {
    const quoted = JSON.stringify(text)
    const template = `\`${text.replaceAll('`', '\\`').replaceAll('$', '\\$')}\``
    const pattern = `/${text.replaceAll(/[$[\]/]/g, String.raw`\$&`).replaceAll('\u2028', String.raw`\u2028`)}/u`
    const program = `return [${quoted}, ${template}, ${pattern}.source]`
    const { programs, policy } = parsed(write({ programs: [program, 'const second = 2'] }))
    // The constructor runs the program as text, in place of a browser.
    const returned = (code: string) => Reflect.construct(Function, [code])() as unknown[]
    const [first = '', second] = programs
    expect(second).toBe('const second = 2')
    expect(returned(first).slice(0, 2)).toEqual([text, text])
    expect(text).toMatch(new RegExp(`^${String(returned(first)[2])}$`, 'u'))
    expect(policy).toContain(createHash('sha256').update(first).digest('base64'))
  })

  test('line ends of Windows in a program do not change its hash', () => {
    const { programs, policy } = parsed(write({ programs: ['const a = 1\r\nconst b = 2\r'] }))
    expect(programs).toEqual(['const a = 1\nconst b = 2\n'])
    expect(policy).toContain(createHash('sha256').update('const a = 1\nconst b = 2\n').digest('base64'))
  })

  test('a style and licences end where they should', () => {
    const { document, licences } = parsed(
      write({ style: 'a::after { content: "</style>" } b {}', licences: 'A </script> B <!-- C' }),
    )
    expect(document.querySelectorAll('style')).toHaveLength(1)
    expect(document.querySelector('style')?.textContent).toMatch(/b \{\}$/)
    expect(licences.trim()).toBe('A &lt;/script> B &lt;!-- C')
  })
})

test('a document of the console that lacks a part is refused', () => {
  const document = PARTS.document.replace('console.js', 'other.js')
  expect(() => write({ document })).toThrow(/has no <script type="module" src="console.js">/)
})
