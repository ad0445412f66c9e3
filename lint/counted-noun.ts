// A number before a plural noun reads '1 links' some day: countText knows both forms.

import type { Context, Rule, Visitor } from './rule.ts'

type Node = Parameters<NonNullable<Visitor['TemplateLiteral']>>[0]['expressions'][number]

const PLURAL = /^ (?:more |other |such )?([a-z]+s)\b/
/** Words that end like plurals and are none. */
const NO_PLURALS = new Set(
  [
    // Verbs, of which the value is the subject.
    'becomes belongs does equals follows goes has holds imports is keeps lacks makes mentions names needs nests opens refines runs',
    'shows starts takes was',
    // And others.
    'as its', //
  ].flatMap((line) => line.split(' ')),
)
/** A bound that is written as a constant is known to be more than one; the others are names of things. */
const NO_COUNT = /^[A-Z][A-Z0-9_]*$|(?:[kK]ey|[iI]d|[nN]ame)$/

export const countedNoun: Rule = {
  meta: { type: 'problem', docs: { description: 'numbers of things are written by countText' } },
  create(context) {
    return {
      TemplateLiteral(node) {
        for (const [position, expression] of node.expressions.entries())
          judge(context, expression, node.quasis[position + 1]?.value.cooked ?? '')
      },
      JSXElement: ({ children }) => judgeChildren(context, children),
      JSXFragment: ({ children }) => judgeChildren(context, children),
    }
  },
}

type Children = Parameters<NonNullable<Visitor['JSXElement']>>[0]['children']

function judgeChildren(context: Context, children: Children): void {
  for (const [position, child] of children.entries()) {
    const next = children[position + 1]
    if (child.type !== 'JSXExpressionContainer' || next?.type !== 'JSXText') continue
    if (child.expression.type !== 'JSXEmptyExpression') judge(context, child.expression, next.value)
  }
}

function judge(context: Context, expression: Node, after: string): void {
  const noun = PLURAL.exec(after)?.[1]
  if (noun === undefined || NO_PLURALS.has(noun) || !mayBeCount(expression)) return
  context.report({
    node: expression,
    message: `one of these is no '${noun}': write countText(count, 'thing').`,
  })
}

function mayBeCount(expression: Node): boolean {
  if (expression.type === 'Identifier') return !NO_COUNT.test(expression.name)
  if (expression.type === 'BinaryExpression') return true
  if (expression.type !== 'MemberExpression') return false
  return expression.property.type !== 'Identifier' || !NO_COUNT.test(expression.property.name)
}
