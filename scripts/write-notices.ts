// Writes dist/third-party-licences.txt: the licences of the packages that are built into dist/, as these ask for.

import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { bundledPackages, compiledPackages, consolePackages } from './bundled.ts'
import { notices } from './notices.ts'
import { elementsLicences } from './report-elements.ts'

writeFileSync(
  resolve(import.meta.dirname, '../dist/third-party-licences.txt'),
  notices([...bundledPackages, ...compiledPackages, ...consolePackages], elementsLicences()),
)
