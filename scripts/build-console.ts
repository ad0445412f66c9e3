// Builds the console's page into dist/console, or the folder of --into: one script, one style sheet, one document. With --if-stale it is built
// only where a source is newer, so that starting from a checkout costs nothing once it is there.

import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from 'lightningcss'
import { consolePackages } from './bundled.ts'
import { buildInPlace, buildPageProgram, PROJECT } from './pages/programs.ts'

await buildInPlace('dist/console', ['index.html', 'console.css', 'console.js'], async (target) => {
  const packages = await buildPageProgram('console', 'src/console/main.tsx', target)
  // The notices have the licences of the listed packages.
  const unknown = packages.find((name) => !consolePackages.includes(name))
  if (unknown !== undefined) throw new Error(`${unknown} is built in: list it in scripts/bundled.ts.`)
  copyFileSync(join(PROJECT, 'src/console/index.html'), join(target, 'index.html'))
  const { code } = bundle({ filename: join(PROJECT, 'src/console/styles/console.css'), minify: true })
  writeFileSync(join(target, 'console.css'), code)
})
