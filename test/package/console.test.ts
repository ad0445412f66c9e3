// The console in the package: complete, small, licensed, served by the command, and no burden for those who import a library.

import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parseAst } from 'rolldown/parseAst'
import { describe, expect, inject, it } from 'vitest'
import { consolePackages } from '../../scripts/bundled.ts'
import { modulesReachedFrom } from './imports.ts'
import { serveInstalled } from './installed-server.ts'

const packed = inject('packed')
const folder = join(packed.installed, 'dist/console')

describe('the console’s files', () => {
  it('are a document, a style sheet and one script', () => {
    expect(globSync('**/*', { cwd: folder }).toSorted()).toEqual(['console.css', 'console.js', 'index.html'])
  })

  it('are under 250 KB compressed in all', () => {
    const sizes = globSync('*', { cwd: folder }).map(
      (name) => gzipSync(readFileSync(join(folder, name))).length,
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000)
  })

  it('tell no path of the machine that built them, and load nothing', () => {
    const script = readFileSync(join(folder, 'console.js'), 'utf8')
    expect(script).not.toContain('node_modules')
    expect(script).not.toContain(process.cwd())
    // The text of a request to copy has the word 'import' too.
    expect(importsOf(script)).toEqual([])
    expect(importsOf(`${script}; import('./more.js')`)).toEqual(['ImportExpression'])
    expect(script).not.toMatch(/\beval\(|new Function\(/)
  })

  it('have the licences of the packages in them beside', () => {
    const notices = readFileSync(join(packed.installed, 'dist/third-party-licences.txt'), 'utf8')
    const heads = notices.split('\n').map((line) => line.replace(/ \d+\.\d+\.\d+$/, ''))
    expect(heads).toEqual(expect.arrayContaining(consolePackages))
  })
})

describe('who imports a library', () => {
  const entries = Object.values(packed.packageJson.exports).flatMap((target) =>
    typeof target === 'string' ? [] : [target['default'] ?? ''],
  )

  it.each(entries)('%s reaches no byte of the console', (entry) => {
    const reached = modulesReachedFrom(join(packed.installed, entry))
    expect(reached.filter((file) => file.startsWith(folder))).toEqual([])
    // Marks of the page's code: its framework, its layout, and words that only the page shows.
    const marks = /preact|dagre|Skip to the panel/
    expect(reached.filter((file) => marks.test(readFileSync(file, 'utf8')))).toEqual([])
  })

  it('would be seen to reach it: the marks are in the console', () => {
    const script = readFileSync(join(folder, 'console.js'), 'utf8')
    expect(script).toContain('Skip to the panel')
    expect(statSync(join(folder, 'console.js')).size).toBeGreaterThan(10_000)
  })
})

describe('the command of the package', () => {
  it('serves the page', async () => {
    const { url } = await serveInstalled(packed)
    const page = await fetch(`${url}/_sim/`, { headers: { Accept: 'text/html' } })
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('console.js')])
    const script = await fetch(`${url}/_sim/console.js`)
    expect(await script.text()).toBe(readFileSync(join(folder, 'console.js'), 'utf8'))
  })
})

/** The kinds of all nodes of a script that load another one. */
function importsOf(script: string): readonly string[] {
  const nodes: object[] = [parseAst(script)]
  for (const node of nodes)
    for (const part of Object.values(node) as readonly unknown[])
      if (typeof part === 'object' && part !== null) nodes.push(part)
  return nodes.flatMap((node) =>
    'type' in node && /^Import(?:Declaration|Expression)$|^ExportAllDeclaration$/.test(String(node.type))
      ? [String(node.type)]
      : [],
  )
}
