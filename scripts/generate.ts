// npm run generate: writes every generated file. With --internal only the code that git ignores, where a source of it is
// newer; with --check nothing, and exits with 1 when a committed file is stale.

import { isInternalFresh, writeInternal } from './internal-files.ts'
import { staleFiles, writeFiles } from './stale-files.ts'

const isInternal = process.argv.includes('--internal')
if (!isInternal || !isInternalFresh()) await writeInternal()
if (!isInternal) {
  if (process.argv.includes('--check')) await checkCommitted()
  else await writeCommitted()
}

async function checkCommitted(): Promise<void> {
  const { generatedFiles } = await import('./reference/files.ts')
  const stale = staleFiles(await generatedFiles())
  for (const path of stale) console.error(`${path} is stale: run npm run generate`)
  process.exitCode = stale.length === 0 ? 0 : 1
}

async function writeCommitted(): Promise<void> {
  const { fixtureFiles } = await import('./compile/fixtures.ts')
  const fixtures = staleFiles(await fixtureFiles())
  writeFiles(await fixtureFiles())
  // Scenarios are compiled from the fixtures as they are on disk.
  if (fixtures.length > 0) await writeInternal()
  const { generatedFiles } = await import('./reference/files.ts')
  writeFiles(await generatedFiles())
}
