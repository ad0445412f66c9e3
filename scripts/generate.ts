// npm run generate: writes every generated file. With --check, writes nothing and exits with 1 when one is stale.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { generatedFiles, PROJECT, staleFiles, surplusFiles } from './reference/files.ts'

const files = await generatedFiles()
const stale = staleFiles(files)
const surplus = surplusFiles(files)

if (process.argv.includes('--check')) {
  for (const path of stale) console.error(`${path} is stale: run npm run generate`)
  for (const path of surplus) console.error(`${path} belongs to nothing: run npm run generate`)
  process.exitCode = stale.length + surplus.length === 0 ? 0 : 1
} else {
  for (const path of stale) {
    const target = resolve(PROJECT, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, files.get(path) ?? '')
    console.log(`wrote ${path}`)
  }
  for (const path of surplus) {
    rmSync(resolve(PROJECT, path))
    console.log(`removed ${path}`)
  }
}
