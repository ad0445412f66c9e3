// Builds into dist/bundle, or the folder of --into, what `reqsim bundle` needs besides the console: the program with the
// simulator, and the licences of the packages in both programs. With --if-stale only where a source is newer.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { consolePackages } from '../bundled.ts'
import { notices } from '../notices.ts'
import { buildInPlace, buildPageProgram } from './programs.ts'

await buildInPlace('dist/bundle', ['simulator.js', 'licences.txt'], async (target) => {
  const packages = await buildPageProgram('simulator', 'src/bundle/page.ts', target)
  writeFileSync(
    join(target, 'licences.txt'),
    notices([...new Set([...packages, ...consolePackages])].toSorted()),
  )
})
