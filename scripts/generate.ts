// npm run generate: writes every generated file. With --check, writes nothing and exits with 1 when one is stale.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fixtureFiles } from './compile-fixtures.ts'
import { generatedFiles, PROJECT, staleFiles, surplusFiles } from './reference/files.ts'

const check = process.argv.includes('--check')
// Scenarios are compiled from the fixtures as they are on disk: these come first.
if (!check) writeStale(await fixtureFiles())
const files = await generatedFiles()
const stale = staleFiles(files)
const surplus = surplusFiles(files)

if (check) {
  for (const path of stale) console.error(`${path} is stale: run npm run generate`)
  for (const path of surplus) console.error(`${path} belongs to nothing: run npm run generate`)
  process.exitCode = stale.length + surplus.length === 0 ? 0 : 1
} else {
  writeStale(files)
  for (const path of surplus) {
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
