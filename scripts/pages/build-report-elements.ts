// Copies into dist/report-elements the web component of the page that `reqsim mutate --html` writes, and the licences of what is
// built into it. Its package has only its own licence, so the others are kept beside this script.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { reportPackages } from '../bundled.ts'
import { notices } from '../notices.ts'

const project = resolve(import.meta.dirname, '../..')
const target = join(project, 'dist/report-elements')

mkdirSync(target, { recursive: true })
copyFileSync(
  join(project, 'node_modules/mutation-testing-elements/dist/mutation-test-elements.js'),
  join(target, 'elements.js'),
)
writeFileSync(join(target, 'licences.txt'), notices(reportPackages, elementsNotices()))

function elementsNotices(): string {
  return readFileSync(join(import.meta.dirname, 'report-elements-licences.txt'), 'utf8').trimEnd()
}
