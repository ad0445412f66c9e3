// The generated code that git ignores: `npm run generate -- --internal` writes it where a source is newer. Nothing here
// may import src statically, which needs these files.

import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { READY, readyNames } from './ready-names.ts'
import { contentOnDisk, PROJECT } from './stale-files.ts'

/** Paths of all generated code, from the project's root. */
function internalPaths(): string[] {
  const ready = [...readyNames(), 'scenarios', 'descriptions', 'users', 'demo-world'].map(
    (name) => `${READY}/${name}.generated.ts`,
  )
  return [
    'src/model/records/text/character-names.generated.ts',
    'src/api/ledger-index.generated.ts',
    'src/api/operation-index.generated.ts',
    'src/api/operation-types.generated.ts',
    'src/api/wire-types.generated.ts',
    'src/scenario/faults/fields.generated.ts',
    'src/simulator/records/shapes/records.generated.ts',
    'src/simulator/record-fields.generated.ts',
    ...ready,
  ]
}

/** Whether all generated code is there, and is at least as new as every source that may shape it. */
export function isInternalFresh(): boolean {
  const paths = internalPaths().map((path) => resolve(PROJECT, path))
  if (!paths.every((path) => existsSync(path))) return false
  const oldest = Math.min(...paths.map((path) => statSync(path).mtimeMs))
  const sources = ['src', 'scenarios', 'fixtures', 'scripts'].flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
      .filter(
        (path) =>
          !path.startsWith('console') && !path.endsWith('.generated.ts') && /\.(ts|yaml|json)$/.test(path),
      )
      .map((path) => join(PROJECT, folder, path)),
  )
  return sources.every((source) => statSync(source).mtimeMs <= oldest)
}

/** Writes all generated code, and removes what belongs to no source any more. */
export async function writeInternal(): Promise<void> {
  // As old as the beginning: a source that is changed meanwhile is newer.
  const began = new Date()
  // Each step imports what needs the files of the steps before it.
  const { characterNamesFiles } = await import('./compile/character-names.ts')
  write(characterNamesFiles(), began)
  const { ledgerFiles } = await import('./compile/ledger.ts')
  write(ledgerFiles(), began)
  const { operationIndexFiles } = await import('./compile/operation-index.ts')
  write(await operationIndexFiles(), began)
  const { operationTypesFiles } = await import('./compile/operation-types.ts')
  write(await operationTypesFiles(), began)
  const { faultFieldsFiles } = await import('./compile/fault-fields.ts')
  write(faultFieldsFiles(), began)
  const { recordShapesFiles } = await import('./compile/record-shapes.ts')
  write(recordShapesFiles(), began)
  const { recordFieldsFiles } = await import('./compile/record-fields.ts')
  write(recordFieldsFiles(), began)
  const { readyListFiles } = await import('./ready-names.ts')
  const names = readyNames()
  write(readyListFiles(names), began)
  const { demoWorldFiles, readyFiles } = await import('./compile/scenarios.ts')
  write(await readyFiles(names), began)
  write(await demoWorldFiles(), began)
  removeSurplus()
}

function write(files: ReadonlyMap<string, string>, modified: Date): void {
  for (const [path, content] of files) {
    const target = resolve(PROJECT, path)
    if (contentOnDisk(path) !== content) {
      mkdirSync(dirname(target), { recursive: true })
      // Put in place whole: another process may be reading.
      const temporary = `${target}.${process.pid}`
      writeFileSync(temporary, content)
      renameSync(temporary, target)
      console.log(`wrote ${path}`)
    }
    utimesSync(target, modified, modified)
  }
}

function removeSurplus(): void {
  const expected = internalPaths()
  for (const path of readdirSync(resolve(PROJECT, 'src'), { recursive: true, encoding: 'utf8' })) {
    const from = `src/${path.replaceAll(sep, '/')}`
    if (!from.endsWith('.generated.ts') || expected.includes(from)) continue
    rmSync(resolve(PROJECT, from))
    console.log(`removed ${from}`)
  }
}
