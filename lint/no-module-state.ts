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
          if (definition?.type !== 'Variable' && definition?.type !== 'ImportBinding') continue
          const made = (definition.node as { init?: Node['parent'] | null }).init
          if (
            made?.type === 'NewExpression' &&
            made.callee.type === 'Identifier' &&
            !STATELESS.has(made.callee.name)
          )
            report(context, made, `an instance of ${made.callee.name}`)
          const resumes = made?.type === 'Literal' && 'regex' in made && /[gy]/.test(made.regex.flags)
          const change = variable.references.find(
            (reference) => isLater(reference) && (isChange(reference) || (resumes && isMatch(reference))),
          )
          if (change !== undefined) report(context, change.identifier as Node, variable.name)
        }
        // A function that is called where it is written runs once: what it declares lives as long as the module.
        for (const inner of scope.childScopes.filter(({ block }) => isCalledOnce(block as Node['parent'])))
          for (const variable of inner.variables) {
            const change = variable.references.find(
              (reference) => reference.from.variableScope !== inner && isChange(reference),
            )
            if (change !== undefined) report(context, change.identifier as Node, variable.name)
          }
      },
      PropertyDefinition(node) {
        if (node.static) report(context, node, 'a static field')
      },
      StaticBlock: (node) => report(context, node, 'a static block'),
    }
  },
}

/** Functions that change their first argument. */
const CHANGERS =
  /^(Object\.(assign|definePropert(y|ies)|setPrototypeOf)|Reflect\.(set|defineProperty|deleteProperty))$/

function isCalledOnce(block: Node['parent']): boolean {
  if (!['ArrowFunctionExpression', 'FunctionExpression'].includes(block.type)) return false
  const { parent } = block
  return parent?.type === 'CallExpression' && parent.callee === block
}

/** A match of a regular expression with the flag g or y continues after the one before. */
function isMatch({ identifier }: Reference): boolean {
  const { parent } = identifier as Node
  return (
    parent.type === 'MemberExpression' &&
    parent.object === identifier &&
    parent.property.type === 'Identifier' &&
    ['exec', 'test'].includes(parent.property.name)
  )
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
  if (node.parent?.type === 'CallExpression' && node.parent.arguments[0] === node)
    return isChanger(node.parent.callee)
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

function isChanger(callee: Node['parent']): boolean {
  return (
    callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    callee.property.type === 'Identifier' &&
    CHANGERS.test(`${callee.object.name}.${callee.property.name}`)
  )
}

function report(context: Context, node: Parameters<Context['report']>[0]['node'], what: string): void {
  if (node === undefined) return
  context.report({
    node,
    message: `${what} is state of a module: keep it in a world, a simulator or a table, or make it with once().`,
  })
}
