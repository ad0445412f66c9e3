// The index by which operations are found before the modules that declare them are loaded.

import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Operation, pathsOf } from '../../src/api/framework/operation.ts'
import { operations } from '../../src/api/operations.ts'
import type { GeneratedHead, PathParameter } from '../../src/api/framework/operation-index-entry.ts'
import type { Parameter } from '../../src/api/framework/parameter.ts'
import { compareCodePoints } from '../../src/world/order.ts'
import { ledgerPartNames } from './ledger.ts'

const API = resolve(import.meta.dirname, '../../src/api')

/** The group whose handlers build every shape. */
const DESCRIPTIONS = 'operations'

/** An export of a module: the smallest one that has an operation is what is loaded for it. */
interface Export {
  /** `wiki/pages`, below src/api. */
  readonly module: string
  readonly members: readonly unknown[]
}

/** The generated file, by its path from the project's root. */
export async function operationIndexFiles(): Promise<Map<string, string>> {
  const declaring = declaringExports(
    await exportsBelow('{operations,{standalone,wiki,tracker,hosted}/**/*}.ts'),
  )
  const ledger = await exportsBelow(`ledger/{${ledgerPartNames.join()}}.ts`)
  const moduleOf = (operation: Operation) => (declaring.get(operation) as Export).module
  const modules = [...new Set(operations.map(moduleOf))]
  return new Map([
    [
      'src/api/operation-index.generated.ts',
      [
        "import type { GeneratedHead, OperationGroup } from './framework/operation-index-entry.ts'\n\n",
        '/** What is loaded together, by its module. */\n',
        'export const operationGroups: Readonly<Record<string, OperationGroup>> = {\n',
        ...modules.map((module) => {
          const parts = ledgerOf(
            operations.filter((operation) => moduleOf(operation) === module),
            ledger,
          )
          return `  '${module}': { ledger: ${list(parts)}, load: () => import('./${module}.ts') },\n`
        }),
        '}\n\n/** All operations, in the order of the reference. */\n',
        'export const operationHeads = JSON.parse(\n',
        `  ${quoted(JSON.stringify(operations.map((operation) => headOf(operation, moduleOf(operation)))))},\n`,
        ') as readonly GeneratedHead[]\n',
      ].join(''),
    ],
  ])
}

async function exportsBelow(pattern: string): Promise<Export[]> {
  const files = globSync(pattern, { cwd: API }).map((path) => path.replaceAll('\\', '/'))
  const found: Export[] = []
  for (const file of files.toSorted(compareCodePoints)) {
    const exported = (await import(pathToFileURL(resolve(API, file)).href)) as Record<string, unknown>
    for (const value of Object.values(exported))
      found.push({ module: file.slice(0, -'.ts'.length), members: [value].flat() })
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

function headOf(operation: Operation, group: string): GeneratedHead {
  const {
    id,
    method,
    path,
    stability,
    provenance,
    rate,
    anonymous,
    paged,
    body,
    success,
    refusals = {},
  } = operation
  const { words, assumed } = operation.permission
  const [, ...otherPaths] = pathsOf(operation).map((each) => ({ path: each }))
  for (const each of pathsOf(operation)) {
    const names = [...each.matchAll(/{(\w+)}/g)].map(([, name]) => name).join()
    if (names !== Object.keys(operation.pathParameters).join())
      throw new Error(`${id} declares ${names} otherwise`)
  }
  // In an order in which neighbours repeat each other: a page loads this compressed, and a tenth more in most other orders.
  return {
    interface: operation.interface,
    id,
    ...(paged === true ? { paged } : {}),
    ...(body !== undefined || group === DESCRIPTIONS ? { needsSchemas: true } : {}),
    method,
    ...(anonymous === true ? { anonymous } : {}),
    success: { status: success.status },
    refusals: Object.fromEntries(Object.keys(refusals).map((status) => [status, true])),
    permission: { words, ...(assumed === undefined ? {} : { assumed }) },
    pathParameters: pathParametersOf(operation.pathParameters),
    path,
    ...(otherPaths.length === 0 ? {} : { otherPaths }),
    stability,
    provenance,
    group,
    rate,
  }
}

/** Declarations that decode as these do; what else they say is for readers. */
function pathParametersOf(parameters: Readonly<Record<string, Parameter<unknown>>>) {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, { kind, ...declared }]): [string, PathParameter] => {
      if (kind === 'sort' || kind === 'list')
        throw new Error(`path parameter ${name} cannot be of kind ${kind}`)
      const { minimum, maximum, maximumLength, values } = declared
      const bounds = Object.entries({ minimum, maximum, maximumLength, values })
      return [name, { kind, ...Object.fromEntries(bounds.filter(([, bound]) => bound !== undefined)) }]
    }),
  )
}

/** The names of the parts of the ledger that operations declare. */
function ledgerOf(declared: readonly Operation[], ledger: readonly Export[]): string[] {
  const ids = new Set<string>(declared.flatMap((operation) => operation.assumptions))
  return ledger
    .filter(({ members: [entries] }) => Object.keys(entries as object).some((id) => ids.has(id)))
    .map(({ module }) => module.slice('ledger/'.length))
}

function list(texts: readonly string[]): string {
  return `[${texts.map((text) => `'${text}'`).join(', ')}]`
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
