// What is known without loading much: the index by which operations are found before the groups that declare them are
// loaded, and the names of the fields of all records. `npm run generate -- index` writes it, as does `npm run generate`
// with all that is generated.

import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type AssumptionId, assumptions } from '../src/api/assumptions.ts'
import { DEFAULT_ALTERNATIVE } from '../src/api/ledger/entry.ts'
import { type Operation, pathsOf } from '../src/api/operation.ts'
import { operations } from '../src/api/operations.ts'
import { packRows } from '../src/api/packed-rows.ts'
import type { Parameter } from '../src/api/parameter.ts'
import { recordShape } from '../src/control/record-shapes.ts'
import { regionTables } from '../src/model/schema.ts'
import { compareCodePoints } from '../src/world/order.ts'

const API = resolve(import.meta.dirname, '../src/api')
const PATH = 'src/api/operation-index.generated.ts'
const FIELDS_PATH = 'src/simulator/record-fields.generated.ts'
/** Parts of the ledger that are loaded with the library, since any exchange may lean on them. */
const COMMON_PARTS = ['general', 'wiki-common']
/** Modules of the ledger's folder that hold no entries. */
const MODULES_WITHOUT_ENTRIES = ['ledger/entry', 'ledger/presets']

/** The group whose handlers build every shape. */
const DESCRIPTIONS = 'operations'

/** An export of a module: the smallest one that has an operation is what is loaded for it. */
interface Export {
  /** `wiki/pages`, below src/api. */
  readonly module: string
  readonly name: string
  readonly members: readonly unknown[]
}

/** Both files, by their paths from the project's root. */
export async function operationIndexFile(): Promise<Map<string, string>> {
  const declaring = declaringExports(
    await exportsBelow('{operations,{standalone,wiki,tracker,hosted-*}/*}.ts'),
  )
  const ledger = (await exportsBelow('ledger/*.ts')).filter(
    ({ module }) => !MODULES_WITHOUT_ENTRIES.includes(module),
  )
  const parts = ledger.filter(({ module }) => !COMMON_PARTS.includes(module.slice('ledger/'.length)))
  const groups = [...new Set(declaring.values())]
  const parameters = [...new Set(operations.flatMap(({ pathParameters }) => parameterTexts(pathParameters)))]
  return new Map([
    [
      PATH,
      [
        '// Generated from the operations and the ledger: change those, then run `npm run generate -- index`.\n',
        "import type { Entries } from './ledger/entry.ts'\n",
        "import type { OperationGroup } from './operation-index.ts'\n",
        `import { ${kindsOf(parameters).join(', ')}, type Parameter } from './parameter.ts'\n\n`,
        '/** The types of path parameters; rows name them by their place. */\n',
        `export const pathParameterTypes: readonly Parameter<unknown>[] = [${parameters.join(', ')}]\n`,
        '\n/**\n * Parts of the ledger besides those that any exchange may lean on: modules that export nothing but their entries.\n',
        ' * Groups name them by their place.\n */\n',
        'export const ledgerParts: readonly (() => Promise<Readonly<Record<string, Entries>>>)[] = [\n',
        ...parts.map((each) => `  () => import('./${each.module}.ts'),\n`),
        ']\n\n/** Defaults of the entries of the ledger that have a name of their own. */\n',
        `export const ledgerDefaults: Readonly<Record<string, string>> = ${defaultsText()}\n\n`,
        '/** What is loaded together; rows name it by its place. */\n',
        'export const operationGroups: readonly OperationGroup[] = [\n',
        ...groups.map((group) => {
          const own = operations.filter((operation) => declaring.get(operation) === group)
          return `  { ledger: [${ledgerOf(own, parts).join(', ')}], load: () => import('./${group.module}.ts') },\n`
        }),
        ']\n\n/** id, method, path, stability, provenance, rate, status, refusals, path parameters, marks, group, other paths; see packed-rows.ts */\n',
        'export const operationRows = `\\\n',
        packRows(
          operations.map((operation) =>
            rowOf(operation, declaring.get(operation) as Export, groups, parameters),
          ),
        ),
        '`\n',
      ].join(''),
    ],
    [FIELDS_PATH, fieldsText()],
  ])
}

function fieldsText(): string {
  const rows = Object.keys(regionTables).map((table) => {
    const fields = recordShape(table)?.fields() ?? []
    return `  ${table}: '${fields.join(' ')}',\n`
  })
  return [
    '// Generated from the shapes of records: change those, then run `npm run generate -- index`.\n\n',
    '/** Names of the fields of the records of each table of a region, in the order declared. */\n',
    `export const recordFields: Readonly<Record<string, string>> = {\n${rows.join('')}}\n`,
  ].join('')
}

async function exportsBelow(pattern: string): Promise<Export[]> {
  const files = globSync(pattern, { cwd: API }).map((path) => path.replaceAll('\\', '/'))
  const found: Export[] = []
  for (const file of files.toSorted(compareCodePoints)) {
    const exported = (await import(pathToFileURL(resolve(API, file)).href)) as Record<string, unknown>
    for (const [name, value] of Object.entries(exported))
      found.push({ module: file.slice(0, -'.ts'.length), name, members: [value].flat() })
  }
  return found
}

/** The export that declares each operation: of those that have it, the one with the fewest others. */
function declaringExports(exported: readonly Export[]): Map<Operation, Export> {
  const all = new Set<unknown>(operations)
  const groups = exported
    .filter(({ members }) => members.length > 0 && members.every((member) => all.has(member)))
    .toSorted((a, b) => a.members.length - b.members.length || compareCodePoints(a.module, b.module))
  return new Map(
    operations.map((operation) => {
      const group = groups.find(({ members }) => members.includes(operation))
      if (group === undefined) throw new Error(`no file below ${API} exports ${operation.id}`)
      return [operation, group]
    }),
  )
}

/** A row of the table that `src/api/operation-index.ts` reads: its columns are those of OperationRow, `-` for nothing. */
function rowOf(
  operation: Operation,
  group: Export,
  groups: readonly Export[],
  parameters: readonly string[],
): string[] {
  const { id, method, path, stability, provenance, rate, anonymous, body, success, refusals = {} } = operation
  if (!id.startsWith(`${operation.interface}.`)) throw new Error(`${id} does not begin with its interface`)
  const [, ...others] = pathsOf(operation)
  for (const each of [path, ...others]) {
    const names = [...each.matchAll(/{(\w+)}/g)].map(([, name]) => name).join()
    if (names !== Object.keys(operation.pathParameters).join())
      throw new Error(`${id} declares ${names} otherwise`)
  }
  const kinds = parameterTexts(operation.pathParameters).map((text) => parameters.indexOf(text))
  const builds = body !== undefined || group.module === DESCRIPTIONS
  const marks = [...(anonymous === true ? ['anonymous'] : []), ...(builds ? ['builds'] : [])]
  const lists = [Object.keys(refusals), kinds, marks].map((each) => (each.length === 0 ? '-' : each.join()))
  const cells = [
    id,
    method,
    path,
    stability,
    provenance,
    rate,
    String(success.status),
    ...lists,
    String(groups.indexOf(group)),
    others.join() || '-',
  ]
  if (cells.some((cell) => !/^\S+$/.test(cell))) throw new Error(`${id} has a space where none may be`)
  return cells
}

/** Declarations that decode as these do; what else they say is for readers. */
function parameterTexts(parameters: Readonly<Record<string, Parameter<unknown>>>): string[] {
  return Object.entries(parameters).map(([name, { kind, minimum, maximum, maximumLength, values }]) => {
    if (kind === 'sort' || kind === 'list')
      throw new Error(`path parameter ${name} cannot be of kind ${kind}`)
    if (kind === 'enumeration') return `oneOf(${list(values ?? [])})`
    const bounds = Object.entries({ minimum, maximum, maximumLength }).filter(
      ([, bound]) => bound !== undefined,
    )
    const options = bounds.map(([bound, value]) => `${bound}: ${String(value)}`).join(', ')
    return `${kind}(${options === '' ? '' : `{ ${options} }`})`
  })
}

function kindsOf(parameters: readonly string[]): string[] {
  return [...new Set(parameters.map((text) => text.slice(0, text.indexOf('('))))].toSorted(compareCodePoints)
}

/** The parts of the ledger that operations declare, by their places. */
function ledgerOf(declared: readonly Operation[], parts: readonly Export[]): number[] {
  const ids = new Set<AssumptionId>(declared.flatMap((operation) => operation.assumptions))
  return parts.flatMap(({ members: [entries] }, place) =>
    Object.keys(entries as object).some((id) => ids.has(id as AssumptionId)) ? [place] : [],
  )
}

function defaultsText(): string {
  const named = assumptions.filter((entry) => entry.default !== DEFAULT_ALTERNATIVE)
  return `{ ${named.map((entry) => `${entry.id}: '${entry.default}'`).join(', ')} }`
}

function list(texts: readonly string[]): string {
  return `[${texts.map((text) => `'${text}'`).join(', ')}]`
}
