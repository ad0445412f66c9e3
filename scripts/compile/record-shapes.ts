// The zod shapes of all records, made from their TypeScript types, so that no field is declared twice. What a type cannot
// say comes from the name of a field, or from the tables below.

import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseAst } from 'vitest/node'
import { compareCodePoints } from '../../src/world/order.ts'
import { PROJECT } from '../stale-files.ts'

const FOLDER = 'src/simulator/records/shapes'

/** Types whose shapes check more than the type says. */
const SHAPED_BY_HAND: Readonly<Record<string, string>> = {
  FaultEffect: 'byHand.faultEffectShape()',
  FaultTarget: 'byHand.faultTargetShape()',
  PropertyDataType: 'parts.dataTypeShape()',
  StepRecord: 'byHand.stepResultShape()',
}

/** Fields whose shapes check more than their type and name say. */
const FIELDS: Readonly<Record<string, string>> = {
  'BulkJobRecord.items': 'byHand.bulkJobItemsShape()',
  'BulkJobRecord.shared': 'byHand.bulkJobSharedShape()',
  'FaultMoment.probability': 'z.number().gt(0).max(1)',
  'FileContentRecord.content': 'z.base64()',
  'FileContentRecord.contentType': 'parts.contentType()',
  'InboundMessage.templateId': 'parts.count()',
  'ImportRow.requirementId': 'z.int()',
  'ImportRow.row': 'z.int()',
  'JobRecord.due': 'parts.dueInstant()',
  'RequirementDefinition.dependencies': 'parts.dependenciesShape()',
  'RequirementRecord.dependencies': 'parts.dependenciesShape()',
  'RowError.row': 'z.int()',
  'SessionRecord.hash': 'parts.hash()',
  'TokenRecord.hash': 'parts.hash()',
  'UserRecord.passwordHash': 'parts.hash()',
}

/** Fields that count from 1; all other numbers that are neither ids nor instants count from 0. */
const ORDINALS: ReadonlySet<string> = new Set([
  'BaselineRecord.number',
  'BaselineRecord.parentBaseline',
  'ChosenVersion.baseline',
  'FaultMoment.every',
  'FaultMoment.times',
  'FeatureUseRecord.times',
  'FrozenSetRecord.number',
  'IntegrationRecord.trackerVersion',
  'IntegrationRecord.version',
  'PageRecord.version',
  'PageVersionRecord.version',
  'RequirementRecord.pageVersion',
  'TaskRecord.baseline',
  'WidgetLayout.height',
  'WidgetLayout.width',
  'WorldConfig.maximumBodyBytes',
])

const ID = /^(?:id|ids|by|fromPages)$|(?:Id|Ids|By)$/
const INSTANT = /^(?:at|created|from|start|until)$|At$/

type Statement = ReturnType<typeof parseAst>['body'][number]
type Declaration = NonNullable<Extract<Statement, { type: 'ExportNamedDeclaration' }>['declaration']>
type Interface = Extract<Declaration, { type: 'TSInterfaceDeclaration' }>
type Alias = Extract<Declaration, { type: 'TSTypeAliasDeclaration' }>
type Type = Alias['typeAnnotation']
type Members = Interface['body']['body']
type Initial = Extract<Declaration, { type: 'VariableDeclaration' }>['declarations'][number]['init']

/** What the modules of src/model and src/world declare. */
interface Declarations {
  readonly types: Map<string, readonly (Interface | Alias)[]>
  /** Constant lists of texts. */
  readonly lists: Map<string, readonly string[]>
  readonly tables: { readonly name: string; readonly path: string; readonly record: string }[]
}

/** The generated file, by its path from the project's root. */
export function recordShapesFiles(): Map<string, string> {
  const declarations = readDeclarations()
  checkTables(declarations)
  const imports = declarations.tables.map(
    ({ name, path }) => `import { ${name} } from '../../../../${path}'\n`,
  )
  const shapes = declarations.tables.map(
    ({ name, record }) => `  shapeOf(${name}, () => (${recordFields(declarations, record)}))\n`,
  )
  return new Map([
    [
      `${FOLDER}/records.generated.ts`,
      [
        "import * as z from 'zod'\n",
        ...imports,
        "import * as byHand from './by-hand.ts'\n",
        "import * as parts from './parts.ts'\n\n",
        '/** Gives every table the shape of its records. */\n',
        `export function shapeRecords(shapeOf: parts.ShapeOf): void {\n${shapes.join('')}}\n`,
      ].join(''),
    ],
  ])
}

function readDeclarations(): Declarations {
  const found: Declarations = { types: new Map(), lists: new Map(), tables: [] }
  const paths = globSync('src/{model,world}/**/*.ts', { cwd: PROJECT }).map((path) =>
    path.replaceAll('\\', '/'),
  )
  for (const path of paths.toSorted(compareCodePoints)) {
    const { body } = parseAst(readFileSync(resolve(PROJECT, path), 'utf8'), { lang: 'ts' })
    for (const statement of body) {
      const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
      switch (declaration?.type) {
        case 'TSInterfaceDeclaration':
        case 'TSTypeAliasDeclaration':
          found.types.set(declaration.id.name, [...(found.types.get(declaration.id.name) ?? []), declaration])
          break
        case 'VariableDeclaration':
          for (const { id, init } of declaration.declarations)
            if (id.type === 'Identifier') readConstant(found, path, id.name, init)
          break
      }
    }
  }
  return found
}

function readConstant(found: Declarations, path: string, name: string, value: Initial): void {
  if (value?.type === 'TSAsExpression' && value.expression.type === 'ArrayExpression') {
    const members = value.expression.elements.map((element) => element?.type === 'Literal' && element.value)
    if (members.every((member) => typeof member === 'string')) found.lists.set(name, members)
  }
  if (value?.type !== 'CallExpression' || value.callee.type !== 'CallExpression') return
  const [record] = value.callee.typeArguments?.params ?? []
  if (record?.type === 'TSTypeReference' && nameOf(value.callee.callee) === 'defineTable')
    found.tables.push({ name, path, record: nameOf(record.typeName) })
}

/** A type by its name; undefined for those of the language. */
function typeNamed({ types }: Declarations, name: string): Interface | Alias | undefined {
  const [declared, ...others] = types.get(name) ?? []
  if (others.length > 0) throw new Error(`a record has a type that several modules declare: ${name}`)
  return declared
}

/** Fails for a row of the tables above whose field is no longer there. */
function checkTables(declarations: Declarations): void {
  for (const place of [...Object.keys(FIELDS), ...ORDINALS]) {
    const [owner = '', field] = place.split('.')
    const declared = typeNamed(declarations, owner)
    const members = declared?.type === 'TSInterfaceDeclaration' ? declared.body.body : []
    if (!members.some((member) => 'key' in member && nameOf(member.key) === field))
      throw new Error(`no record has the field ${place}`)
  }
}

/** The field that a type is of. */
interface Field {
  readonly declarations: Declarations
  readonly owner: string
  readonly name: string
}

/** The fields of a record, as an object literal of zod. */
function recordFields(declarations: Declarations, record: string): string {
  const declared = typeNamed(declarations, record)
  if (declared?.type !== 'TSInterfaceDeclaration') throw new Error(`${record} is not an interface`)
  const inherited = declared.extends.map(
    ({ expression }) => `...${recordFields(declarations, nameOf(expression))}`,
  )
  return `{ ${[...inherited, ...memberFields(declarations, record, declared.body.body)].join(', ')} }`
}

function memberFields(declarations: Declarations, owner: string, members: Members): string[] {
  return members.map((member) => {
    if (member.type !== 'TSPropertySignature' || member.typeAnnotation === null)
      throw new Error(`${owner} has a member that is no field`)
    const name = nameOf(member.key)
    const { typeAnnotation } = member.typeAnnotation
    const shape = FIELDS[`${owner}.${name}`] ?? typeShape({ declarations, owner, name }, typeAnnotation)
    return `${name}: ${shape}${member.optional ? '.exactOptional()' : ''}`
  })
}

function typeShape(field: Field, type: Type): string {
  const texts = textsOf(field, type)
  if (texts !== undefined) return `z.enum(${JSON.stringify(texts)})`
  switch (type.type) {
    case 'TSStringKeyword':
      return 'z.string()'
    case 'TSBooleanKeyword':
      return 'z.boolean()'
    case 'TSUnknownKeyword':
      return 'z.unknown()'
    case 'TSNullKeyword':
      return 'z.null()'
    case 'TSNumberKeyword':
      return numberShape(field)
    case 'TSLiteralType':
      if (type.literal.type === 'Literal') return `z.literal(${type.literal.raw})`
      break
    case 'TSTypeOperator':
      return typeShape(field, type.typeAnnotation)
    case 'TSArrayType':
      return `z.array(${typeShape(field, type.elementType)})`
    case 'TSTypeLiteral': {
      const fields = memberFields(field.declarations, `${field.owner}.${field.name}`, type.members)
      return `z.strictObject({ ${fields.join(', ')} })`
    }
    case 'TSUnionType':
      return unionShape(field, type.types)
    case 'TSTypeReference':
      return referenceShape(field, nameOf(type.typeName), type.typeArguments?.params ?? [])
  }
  throw new Error(`${field.owner}.${field.name} has a type that has no shape: ${type.type}`)
}

function numberShape({ owner, name }: Field): string {
  if (ID.test(name)) return 'parts.id()'
  if (INSTANT.test(name)) return 'parts.instant()'
  return ORDINALS.has(`${owner}.${name}`) ? 'parts.ordinal()' : 'parts.count()'
}

function unionShape(field: Field, types: readonly Type[]): string {
  const others = types.filter(({ type }) => type !== 'TSNullKeyword')
  const [only] = others
  if (others.length === 1 && only !== undefined) return `${typeShape(field, only)}.nullable()`
  // Numbers beside texts are values of users.
  const shapes = types.map((type) =>
    type.type === 'TSNumberKeyword' ? 'z.number()' : typeShape(field, type),
  )
  return `z.union([${shapes.join(', ')}])`
}

function referenceShape(field: Field, name: string, [first, second]: readonly Type[]): string {
  if (name === 'Readonly' && first !== undefined) return typeShape(field, first)
  if (name === 'Record' && second !== undefined) return `z.record(z.string(), ${typeShape(field, second)})`
  const byHand = SHAPED_BY_HAND[name]
  if (byHand !== undefined) return byHand
  const declared = typeNamed(field.declarations, name)
  return declared?.type === 'TSTypeAliasDeclaration'
    ? typeShape(field, declared.typeAnnotation)
    : `z.strictObject(${recordFields(field.declarations, name)})`
}

/** The texts that a type allows; undefined for types that allow anything else. */
function textsOf(field: Field, type: Type): readonly string[] | undefined {
  switch (type.type) {
    case 'TSLiteralType': {
      const value = type.literal.type === 'Literal' ? type.literal.value : undefined
      return typeof value === 'string' && type.literal.type === 'Literal' ? [value] : undefined
    }
    case 'TSUnionType': {
      const texts = type.types.map((each) => textsOf(field, each))
      return texts.every((each) => each !== undefined) ? texts.flat() : undefined
    }
    case 'TSIndexedAccessType':
      return type.objectType.type === 'TSTypeQuery'
        ? field.declarations.lists.get(nameOf(type.objectType.exprName))
        : undefined
    case 'TSTypeReference': {
      const name = nameOf(type.typeName)
      const [first, second] = type.typeArguments?.params ?? []
      if (name === 'Exclude' && first !== undefined && second !== undefined) {
        const excluded = textsOf(field, second)
        return textsOf(field, first)?.filter((text) => excluded?.includes(text) !== true)
      }
      const declared = SHAPED_BY_HAND[name] === undefined ? typeNamed(field.declarations, name) : undefined
      return declared?.type === 'TSTypeAliasDeclaration' ? textsOf(field, declared.typeAnnotation) : undefined
    }
    default:
      return undefined
  }
}

function nameOf(node: { readonly type: string }): string {
  if ('name' in node && typeof node.name === 'string') return node.name
  throw new Error(`expected a name, found ${node.type}`)
}
