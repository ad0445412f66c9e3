// npm run generate: writes every generated file. With --check, writes nothing and exits with 1 when one is stale.
// `npm run generate -- index` writes the index of operations alone, which those who add one need at once.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { operationIndexFile } from './compile-operation-index.ts'
import { PROJECT, staleFiles } from './stale-files.ts'

// Everything else is made by exchanges too, which are found by the index: it comes first.
const index = await operationIndexFile()
if (process.argv.includes('index')) writeStale(index)
else if (process.argv.includes('--check')) await checkAll()
else await writeAll()

async function checkAll(): Promise<void> {
  const { generatedFiles, surplusFiles } = await import('./reference/files.ts')
  const files = await generatedFiles()
  const stale = staleFiles(files)
  const surplus = surplusFiles(files)
  for (const path of stale) console.error(`${path} is stale: run npm run generate`)
  for (const path of surplus) console.error(`${path} belongs to nothing: run npm run generate`)
  process.exitCode = stale.length + surplus.length === 0 ? 0 : 1
}

async function writeAll(): Promise<void> {
  writeStale(index)
  const { fixtureFiles } = await import('./compile-fixtures.ts')
  // Scenarios are compiled from the fixtures as they are on disk: these come before them.
  writeStale(await fixtureFiles())
  const { generatedFiles, surplusFiles } = await import('./reference/files.ts')
  const files = await generatedFiles()
  writeStale(files)
  for (const path of surplusFiles(files)) {
    rmSync(resolve(PROJECT, path))
    console.log(`removed ${path}`)
  }
}

function writeStale(written: ReadonlyMap<string, string>): void {
  for (const path of staleFiles(written)) {
    const target = resolve(PROJECT, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, written.get(path) ?? '')
    console.log(`wrote ${path}`)
  }
}
