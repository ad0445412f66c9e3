// Forbids fields that a library marks as private by an underscore: its next version may change or remove them.

import type { Rule } from './rule.ts'

/** `_zod` is zod's documented entry for tools over schemas; the others are fields of our own in archives (HAR). */
const PUBLIC = new Set([
  '_zod',
  '_application',
  '_caller',
  '_fault',
  '_file',
  '_generated',
  '_undecoded',
  '_user',
])

export const noPrivateField: Rule = {
  meta: { type: 'problem', docs: { description: 'no private field of a library' } },
  create(context) {
    return {
      MemberExpression(node) {
        const property = node.property.type === 'TSAsExpression' ? node.property.expression : node.property
        const named = property.type === 'Identifier' && !node.computed ? property.name : undefined
        const name = property.type === 'Literal' ? property.value : named
        if (typeof name === 'string' && /^_[^_]/.test(name) && !PUBLIC.has(name))
          context.report({ node, message: `${name} is a private field: use what its owner documents.` })
      },
    }
  },
}
