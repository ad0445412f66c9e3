// Forbids what differs between two runs or two machines: wall time, randomness, timers, locale, environment, network,
// Unicode version.
// The simulator's promise of byte-identical answers rests on this rule.

import type { Context, Rule, Visitor } from './rule.ts'

type Identifier = Parameters<NonNullable<Visitor['Identifier']>>[0]
type Reported = Parameters<Context['report']>[0]['node']

const bannedGlobals = new Map([
  ['performance', 'take the time from the world clock'],
  ['setTimeout', 'schedule a job on the world'],
  ['setInterval', 'schedule a job on the world'],
  ['setImmediate', 'schedule a job on the world'],
  ['queueMicrotask', 'schedule a job on the world'],
  ['requestAnimationFrame', 'schedule a job on the world'],
  ['requestIdleCallback', 'schedule a job on the world'],
  ['MessageChannel', 'schedule a job on the world'],
  ['AbortSignal', 'schedule a job on the world'],
  ['Atomics', 'schedule a job on the world'],
  ['Worker', 'schedule a job on the world'],
  ['Temporal', 'take the time from the world clock'],
  ['crypto', 'draw from the world random'],
  ['Intl', 'format by hand'],
  ['process', 'pass the value in from an adapter or the command line'],
  ['globalThis', 'pass the value in from an adapter'],
  ['window', 'pass the value in from an adapter'],
  ['self', 'pass the value in from an adapter'],
  ['global', 'pass the value in from an adapter'],
  ['document', 'pass the value in from an adapter'],
  ['caches', 'pass the value in from an adapter'],
  ['indexedDB', 'pass the value in from an adapter'],
  ['BroadcastChannel', 'pass the value in from an adapter'],
  ['Deno', 'pass the value in from an adapter'],
  ['Bun', 'pass the value in from an adapter'],
  ['navigator', 'pass the value in from an adapter'],
  ['location', 'pass the value in from an adapter'],
  ['localStorage', 'pass the value in from an adapter'],
  ['sessionStorage', 'pass the value in from an adapter'],
  ['Buffer', 'use Uint8Array, which browsers know too'],
  ['require', 'import the module'],
  ['fetch', 'nothing here may reach a network'],
  ['XMLHttpRequest', 'nothing here may reach a network'],
  ['WebSocket', 'nothing here may reach a network'],
  ['EventSource', 'nothing here may reach a network'],
  ['WeakRef', 'what is collected when differs between runs'],
  ['FinalizationRegistry', 'what is collected when differs between runs'],
])

const bannedMethods = new Map(
  [
    ['localeCompare', 'compare by code point'],
    ['getTimezoneOffset', 'use the UTC methods'],
    ...['Hours', 'Minutes', 'Seconds', 'Milliseconds', 'Date', 'Day', 'Month', 'FullYear'].flatMap(
      (field) => [
        [`get${field}`, 'use the UTC methods'],
        [`set${field}`, 'use the UTC methods'],
      ],
    ),
  ].map(([name = '', suggestion = '']) => [name, suggestion] as const),
)

/** Categories of Unicode that no later version changes. */
const STABLE_CATEGORIES = new Set(['Cc', 'Cs', 'Co', 'ASCII', 'Any'])

const dateMembers = new Set(['UTC', 'parse', 'prototype'])

export const noAmbient: Rule = {
  meta: {
    type: 'problem',
    docs: { description: 'no ambient time, randomness, locale, environment or network' },
  },
  create(context) {
    return {
      Identifier: (node) => checkIdentifier(context, node),
      MemberExpression: (node) => {
        const name = memberName(node)
        if (name === undefined) return
        const suggestion = name.startsWith('toLocale') ? 'format by hand' : bannedMethods.get(name)
        if (suggestion !== undefined) report(context, node.property, `.${name}`, suggestion)
      },
      Literal: (node) => checkPattern(context, node, 'regex' in node ? node.regex.pattern : node.value),
      TemplateElement: (node) => checkPattern(context, node, node.value.cooked),
      MetaProperty: (node) => {
        if (node.meta.name === 'import')
          report(context, node, 'import.meta', 'pass the value in from an adapter')
      },
    }
  },
}

function checkIdentifier(context: Context, node: Identifier): void {
  if (!isValueReference(node) || isDeclaredInFile(context, node)) return
  const suggestion = bannedGlobals.get(node.name)
  if (suggestion !== undefined) report(context, node, node.name, suggestion)
  else if (node.name === 'Date' && !isPureDate(node)) {
    report(context, node, 'Date without a given moment', 'take the time from the world clock and pass it in')
  } else if (node.name === 'Math' && !isPureMath(node)) {
    report(context, node, 'Math.random', 'draw from the world random')
  }
}

/** A regular expression, or text that one may be made of. */
function checkPattern(context: Context, node: Reported, text: unknown): void {
  if (typeof text !== 'string') return
  for (const [whole, category = ''] of text.matchAll(/\\p\{(\w+)[^}]*\}/gi))
    if (!STABLE_CATEGORIES.has(category))
      report(context, node, whole, 'what is in it depends on the engine: use language/unicode.ts')
}

/** Declarations, property names and types also appear as identifiers; only uses of a value count. */
function isValueReference(node: Identifier): boolean {
  const parent = node.parent as Identifier['parent'] & {
    property?: unknown
    key?: unknown
    computed?: boolean
  }
  if (parent.type.startsWith('TS') && !valueInType.has(parent.type)) return false
  if (parent.type === 'MemberExpression') return parent.property !== node || parent.computed === true
  if (['Property', 'PropertyDefinition', 'MethodDefinition', 'AccessorProperty'].includes(parent.type)) {
    if (parent.key !== node || parent.computed === true) return true
    return parent.type === 'Property' && parent.shorthand && parent.parent.type === 'ObjectExpression'
  }
  return ![
    'LabeledStatement',
    'BreakStatement',
    'ContinueStatement',
    'MetaProperty',
    'ImportSpecifier',
    'ExportSpecifier',
  ].includes(parent.type)
}

const valueInType = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSTypeAssertion',
])

function isDeclaredInFile(context: Context, node: Identifier): boolean {
  let scope: ReturnType<Context['sourceCode']['getScope']> | null = context.sourceCode.getScope(node)
  while (scope !== null) {
    const variable = scope.set.get(node.name)
    if (variable !== undefined && variable.defs.length > 0) return true
    scope = scope.upper
  }
  return false
}

/** `new Date(moment)`, `Date.UTC`, `Date.parse` and `instanceof Date` depend on their operands alone. */
function isPureDate(node: Identifier): boolean {
  const parent = node.parent
  if (parent.type === 'NewExpression' && parent.callee === node) {
    return parent.arguments.length === 1 && parent.arguments[0]?.type !== 'SpreadElement'
  }
  if (parent.type === 'MemberExpression' && parent.object === node)
    return dateMembers.has(memberName(parent) ?? '')
  return parent.type === 'BinaryExpression' && parent.operator === 'instanceof'
}

function isPureMath(node: Identifier): boolean {
  const parent = node.parent
  if (parent.type !== 'MemberExpression') return false
  const name = memberName(parent)
  return name !== undefined && name !== 'random'
}

function memberName(node: Parameters<NonNullable<Visitor['MemberExpression']>>[0]): string | undefined {
  if (node.property.type === 'Identifier' && !node.computed) return node.property.name
  return node.property.type === 'Literal' && typeof node.property.value === 'string'
    ? node.property.value
    : undefined
}

function report(context: Context, node: Reported, what: string, suggestion: string): void {
  if (node === undefined) return
  context.report({ node, message: `${what} is not allowed here: ${suggestion}.` })
}
