// Writes dist/third-party-licences.txt: the licences of the packages that are built into dist/, as these ask for.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { bundledPackages, consolePackages } from './bundled.ts'

const project = resolve(import.meta.dirname, '..')

/** Heading and licence text of one installed package. Throws where it has no licence file: it must not be bundled then. */
function noticeOf(name: string): string {
  const folder = resolve(project, 'node_modules', name)
  const licence = readdirSync(folder).find((file) => /^licen[cs]e(\.|$)/i.test(file))
  if (licence === undefined)
    throw new Error(`${name} has no licence file; take it out of scripts/bundled.ts.`)
  const { version } = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8')) as { version: string }
  return `${name} ${version}\n\n${readFileSync(resolve(folder, licence), 'utf8').trim()}\n`
}

writeFileSync(
  resolve(project, 'dist/third-party-licences.txt'),
  [...bundledPackages, ...consolePackages].map(noticeOf).join(`\n${'-'.repeat(80)}\n\n`),
)
