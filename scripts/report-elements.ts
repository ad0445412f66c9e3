/** The licences of what is built into the web component of the page that `reqsim mutate --html` writes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reportPackages } from './bundled.ts'
import { notices } from './notices.ts'

export function elementsLicences(): string {
  const own = readFileSync(join(import.meta.dirname, 'report-elements-licences.txt'), 'utf8').trimEnd()
  return notices(reportPackages, own)
}
