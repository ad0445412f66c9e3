// Forbids state that a module keeps between calls: a world is its tables, and a cache belongs to a world, a simulator or a
// table. What is computed once and never changes is made by `once` (src/world/once.ts).

import type { Context, Rule, Visitor } from './rule.ts'

type Scope = ReturnType<Context['sourceCode']['getScope']>
type Reference = Scope['references'][number]
type Node = Parameters<NonNullable<Visitor['Identifier']>>[0]

const MUTATORS = new Set(
  'add clear copyWithin delete fill pop push reverse set shift sort splice unshift'.split(' '),
)
/** Classes whose instances keep nothing that callers put in, or that MUTATORS covers. */
const STATELESS = new Set(
  'Array Error Float64Array Map Proxy RegExp Set TextDecoder TextEncoder TypeError URL Uint8Array Uint16Array Uint32Array'.split(
    ' ',
  ),
)

export const noModuleState: Rule = {
  meta: { type: 'problem', docs: { description: 'a module keeps no state between calls' } },
  create(context) {
    return {
      Program(program) {
        const scope = moduleScope(context.sourceCode.getScope(program))
        for (const variable of scope.variables) {
          const [definition] = variable.defs
          if (definition?.type !== 'Variable') continue
          const made = (definition.node as { init?: Node['parent'] | null }).init
          if (
            made?.type === 'NewExpression' &&
            made.callee.type === 'Identifier' &&
            !STATELESS.has(made.callee.name)
          )
            report(context, made, `an instance of ${made.callee.name}`)
          const change = variable.references.find((reference) => isLater(reference) && isChange(reference))
          if (change !== undefined) report(context, change.identifier as Node, variable.name)
        }
      },
    }
  },
}

function moduleScope(scope: Scope): Scope {
  return scope.type === 'module' ? scope : (scope.childScopes.find(({ type }) => type === 'module') ?? scope)
}

/** Whether the use runs after the module was loaded: inside a function. */
function isLater({ from }: Reference): boolean {
  return from.variableScope.type === 'function'
}

/** An assignment to the variable or to a member of it, or a call of a method that changes it. */
function isChange(reference: Reference): boolean {
  if (reference.isWrite()) return true
  let node = reference.identifier as Node['parent']
  while (node.parent?.type === 'MemberExpression' && node.parent.object === node) {
    const member = node.parent
    const owner = member.parent
    if (owner?.type === 'AssignmentExpression' && owner.left === member) return true
    if (owner?.type === 'UpdateExpression') return true
    if (owner?.type === 'UnaryExpression' && owner.operator === 'delete') return true
    if (owner?.type === 'CallExpression' && owner.callee === member)
      return member.property.type === 'Identifier' && MUTATORS.has(member.property.name)
    node = member
  }
  return false
}

function report(context: Context, node: Parameters<Context['report']>[0]['node'], what: string): void {
  if (node === undefined) return
  context.report({
    node,
    message: `${what} is state of a module: keep it in a world, a simulator or a table, or make it with once().`,
  })
}
