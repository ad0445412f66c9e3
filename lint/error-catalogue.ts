// Errors of the service come from the catalogue src/model/input/errors.ts, so that each kind has one form of message.

import { projectPath, type Rule } from './rule.ts'

export const errorCatalogue: Rule = {
  meta: { type: 'problem', docs: { description: 'errors come from the catalogue' } },
  create(context) {
    if (projectPath(context) === 'src/model/input/errors.ts') return {}
    return {
      NewExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'Refusal')
          context.report({
            node,
            message: 'new Refusal: call a function of src/model/input/errors.ts instead.',
          })
      },
    }
  },
}
