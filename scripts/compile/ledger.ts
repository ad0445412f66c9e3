// The index of the ledger of assumptions: defaults of its entries, and its parts, which are loaded with the operations that
// declare them. It is written before the index of operations, whose declarations read it.

import { globSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { assumptions } from '../../src/api/framework/assumptions.ts'
import { DEFAULT_ALTERNATIVE } from '../../src/api/ledger/entry.ts'
import { compareCodePoints } from '../../src/world/order.ts'

const LEDGER = resolve(import.meta.dirname, '../../src/api/ledger')
/** Parts that are loaded with the library, since any exchange may rely on them, and modules that hold no entries. */
const OTHER_MODULES = ['general', 'wiki-common', 'entry', 'presets']

/** Names of the parts of the ledger that are loaded on demand: modules of src/api/ledger that export only their entries. */
export const ledgerPartNames: readonly string[] = globSync('*.ts', { cwd: LEDGER })
  .map((file) => basename(file, '.ts'))
  .filter((name) => !OTHER_MODULES.includes(name))
  .toSorted(compareCodePoints)

/** The generated file, by its path from the project's root. */
export function ledgerFiles(): Map<string, string> {
  const named = assumptions.filter((entry) => entry.default !== DEFAULT_ALTERNATIVE)
  return new Map([
    [
      'src/api/ledger-index.generated.ts',
      [
        "import type { Entries } from './ledger/entry.ts'\n\n",
        '/** Defaults of the entries whose default alternative has a name of its own. */\n',
        'export const ledgerDefaults: Readonly<Record<string, string>> = {\n',
        ...named.map((entry) => `  ${entry.id}: '${entry.default}',\n`),
        '}\n\n/** Parts of the ledger except those that any exchange may rely on. */\n',
        'export const ledgerParts: Readonly<Record<string, () => Promise<Readonly<Record<string, Entries>>>>> = {\n',
        ...ledgerPartNames.map((name) => `  '${name}': () => import('./ledger/${name}.ts'),\n`),
        '}\n',
      ].join(''),
    ],
  ])
}
