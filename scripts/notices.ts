/** Licences of installed packages, for those whose code is built in. */
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const project = resolve(import.meta.dirname, '..')
const RULE = `\n${'-'.repeat(80)}\n\n`

/** Heading and licence text of one installed package. Throws where it has no licence file: it must not be bundled then. */
function noticeOf(name: string): string {
  const folder = resolve(project, 'node_modules', name)
  const licence = readdirSync(folder).find((file) => /^licen[cs]e(\.|$)/i.test(file))
  if (licence === undefined)
    throw new Error(`${name} has no licence file; take it out of scripts/bundled.ts.`)
  const { version } = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8')) as { version: string }
  return notice(name, version, readFileSync(resolve(folder, licence), 'utf8'))
}

/** One notice, in the form of the others. */
export function notice(name: string, version: string, licence: string): string {
  return `${name} ${version}\n\n${licence.trim()}\n`
}

/** The text of the notices of packages, and of `more`. */
export function notices(packages: readonly string[], ...more: readonly string[]): string {
  return [...more, ...packages.map(noticeOf)].join(RULE)
}
