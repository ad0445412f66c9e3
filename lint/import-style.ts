// How imports are written: relative ones with their .ts, zod as a namespace, no `export *`.

import { visitImports } from './imports.ts'
import type { Rule } from './rule.ts'

const writtenOut = /\.(tsx?|json|js|yaml)$/

export const importExtension: Rule = {
  meta: { type: 'problem', docs: { description: 'relative imports name the file with its ending' } },
  create(context) {
    return visitImports((specifier, source) => {
      if (!specifier.startsWith('.') || writtenOut.test(specifier)) return
      context.report({ node: source, message: `${specifier} lacks its ending: write ${specifier}.ts.` })
    })
  },
}

/** The named import of `z` keeps the whole of zod in a bundle; the namespace can be shaken. */
export const zodNamespace: Rule = {
  meta: { type: 'problem', docs: { description: "zod is imported as `import * as z from 'zod'`" } },
  create(context) {
    return {
      ImportDeclaration(node) {
        if (node.source.value !== 'zod' || node.importKind === 'type') return
        const named = node.specifiers.some(
          (specifier) =>
            specifier.type === 'ImportDefaultSpecifier' ||
            (specifier.type === 'ImportSpecifier' && specifier.importKind !== 'type'),
        )
        if (named) context.report({ node, message: "write `import * as z from 'zod'`." })
      },
    }
  },
}

/** A barrel hides where things live, and makes every importer load all of it. */
export const noExportAll: Rule = {
  meta: { type: 'problem', docs: { description: 'no `export * from`' } },
  create(context) {
    return {
      ExportAllDeclaration(node) {
        if (node.exported === null) context.report({ node, message: 'name what is exported; no `export *`.' })
      },
    }
  },
}
