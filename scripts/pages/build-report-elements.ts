// Writes into dist/report-elements the web component of the page that `reqsim mutate --html` writes, and the licences of what is
// built into it, compressed: the page has them as they are. Its package has only its own licence, so the others are kept beside
// this script.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { elementsLicences } from '../report-elements.ts'

const project = resolve(import.meta.dirname, '../..')
const target = join(project, 'dist/report-elements')
const component = join(project, 'node_modules/mutation-testing-elements/dist/mutation-test-elements.js')

mkdirSync(target, { recursive: true })
write('elements.js.br', readFileSync(component, 'utf8'))
write('licences.txt.br', elementsLicences())

/** As text, which is how files of the package are read. */
function write(name: string, text: string): void {
  writeFileSync(join(target, name), brotliCompressSync(text).toString('base64'))
}
