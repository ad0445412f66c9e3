// What the package gives away of where it was made: nothing. And whom it owes thanks: everybody.

import { globSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { bundledPackages, compiledPackages, consolePackages, reportPackages } from '../../scripts/bundled.ts'
import { project } from './packed.ts'

const packed = inject('packed')
const files = globSync('**/*', { cwd: packed.installed, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))

/** Files in which a text stands. */
const filesWith = (text: string | RegExp) =>
  files.filter((file) => {
    const content = readFileSync(file, 'utf8')
    return typeof text === 'string' ? content.includes(text) : text.test(content)
  })

describe('what is shipped', () => {
  it('names no folder of the machine that built it', () => {
    const folders = [`${project}/`, `${dirname(packed.consumer)}/`, `${homedir()}/`]
    expect(folders.flatMap(filesWith)).toEqual([])
    expect(filesWith(/(?:^|["'\s(])(?:\/home\/|\/Users\/|[A-Z]:\\\\Users\\\\)\w/)).toEqual([])
  })

  it('holds nothing that looks like a secret', () => {
    const patterns = [
      /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
      /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
      /\bgh[pousr]_[A-Za-z0-9]{36}\b/,
      /\bnpm_[A-Za-z0-9]{36}\b/,
      /\bxox[abprs]-[A-Za-z0-9-]{10,}/,
      /_authToken\s*=/,
      /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\./,
    ]
    expect(patterns.flatMap(filesWith)).toEqual([])
    expect(
      files.filter((file) =>
        /(?:^|\/)\.(?!bin\/)|\.(?:env|pem|key|har|log)$/.test(file.slice(packed.installed.length)),
      ),
    ).toEqual([])
  })

  it('is small enough to review', () => {
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
    expect(bytes).toBeGreaterThan(100_000)
    expect(bytes).toBeLessThan(20_000_000)
  })

  it('has the licence of each package that is built into it, and declares the others', () => {
    const notices = readFileSync(join(packed.installed, 'dist/third-party-licences.txt'), 'utf8')
    const missing = [...bundledPackages, ...compiledPackages, ...consolePackages, ...reportPackages].filter(
      (name) => !new RegExp(`^${name.replaceAll('/', '\\/')} \\d+\\.\\d+\\.\\d+`, 'm').test(notices),
    )
    expect(missing).toEqual([])
    expect(readFileSync(join(packed.installed, 'LICENSE'), 'utf8')).toContain('Permission is hereby granted')
  })

  it('runs nothing when it is installed', () => {
    const { scripts = {} } = JSON.parse(readFileSync(join(packed.installed, 'package.json'), 'utf8')) as {
      readonly scripts?: Readonly<Record<string, string>>
    }
    // npm runs `prepare` in a checkout, never for a package of a registry.
    const run = ['preinstall', 'install', 'postinstall'].filter((name) => name in scripts)
    expect(run).toEqual([])
  })
})
