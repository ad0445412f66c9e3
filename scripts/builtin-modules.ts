// Takes Node's own modules from `process.getBuiltinModule` instead of importing them. An import statement makes Node read
// every export of the module, and some are loaded on being read: `node:http` brings a whole HTTP client (20 ms),
// `node:process` the table of all flags. That is more than half of what a start costs.

/** `import fs, { a as b } from "node:x";` on a line of its own, which is how the bundler writes it. */
const statement = /^import (?:(\w[\w$]*|\* as [\w$]+)(?:, )?)?(?:\{([^}]*)\} )?(?: ?)from "(node:[\w/]+)";$/gm

/** The code of a chunk with its imports of Node's modules replaced. */
export function withoutBuiltinImports(code: string): string {
  return code.replaceAll(statement, (_all, whole?: string, named?: string, specifier?: string) => {
    // A chunk may have a `process` of its own, as commander does.
    const taken = `globalThis.process.getBuiltinModule("${specifier}")`
    const parts: string[] = []
    if (whole !== undefined) parts.push(`const ${whole.replace('* as ', '')} = ${taken};`)
    if (named !== undefined) parts.push(`const {${named.replaceAll(' as ', ': ')}} = ${taken};`)
    return parts.join(' ')
  })
}
