// Says which package may be imported where, so that the core stays free of Node and of its test companions.

import { COMPUTED, packageOf, visitImports } from './imports.ts'
import { isWithin, projectPath } from './rule.ts'
import type { Rule } from './rule.ts'

/** Doors, the command line, and the readers of files of the tools. */
const nodeOnly = [
  'src/adapters/github',
  'src/adapters/jest',
  'src/adapters/node',
  'src/adapters/node-test',
  'src/adapters/playwright',
  'src/adapters/vite',
  'src/adapters/setup',
  'src/adapters/vitest/ctrf',
  'src/adapters/vitest/mutate',
  'src/adapters/vitest/reporter',
  'src/bundle/html',
  'src/cli',
  'src/record',
  'src/mcp',
  'src/otlp',
  'src/replay/bodies',
  'src/replay/file',
  'src/replay/zip',
]

/** Every package that src may import, with the places that may. */
const places = new Map([
  ['zod', ['src']],
  ['sorted-btree', ['src']],
  ['@noble/hashes', ['src']],
  ['pure-rand', ['src']],
  ['yaml', ['src/scenario', 'src/openapi-import', 'src/control', 'src/docs', 'src/adapters', 'src/cli']],
  ['hucre', ['src/model/external-properties/spreadsheets']],
  ['numfmt', ['src/model/external-properties/spreadsheets']],
  ['json-schema-faker', ['src/scenario', 'src/openapi-import']],
  ['marked', ['src/docs']],
  ['fflate', ['src/trace']],
  ['commander', ['src/cli']],
  ['mutation-testing-report-schema', ['src/cli/mutate']],
  ['@peculiar/asn1-schema', ['src/cli/serving/certificate']],
  ['@peculiar/asn1-x509', ['src/cli/serving/certificate']],
  ['@modelcontextprotocol/server', ['src/mcp']],
  ['@opentelemetry/api', ['src/otlp']],
  ['@opentelemetry/exporter-trace-otlp-http', ['src/otlp']],
  ['@opentelemetry/resources', ['src/otlp']],
  ['@opentelemetry/sdk-trace', ['src/otlp']],
  ['node:', nodeOnly],
  ['msw', ['src/adapters/msw', 'src/adapters/setup']],
  ['@msw/data', ['src/adapters/data', 'fixtures']],
  ['@mswjs/data', ['src/adapters/data', 'fixtures']],
  ['preact', ['src/console']],
  ['@preact/signals', ['src/console']],
  ['@dagrejs/dagre', ['src/console']],
  ['mutation-testing-report-schema', ['src/cli/mutate']],
  ['vitest', ['src/adapters/vitest']],
  ['vite', ['src/adapters/vite']],
  ['playwright-core', ['src/adapters/playwright']],
  ['@playwright/test', ['src/adapters/playwright']],
])

export const importPackages: Rule = {
  meta: { type: 'problem', docs: { description: 'each package is imported only where it belongs' } },
  create(context) {
    const file = projectPath(context)
    if (!file.startsWith('src/')) return {}
    return visitImports((specifier, source) => {
      if (specifier.startsWith('.')) return
      const allowed = places.get(packageOf(specifier))
      if (specifier === COMPUTED) {
        context.report({
          node: source,
          message: 'write the name of the module as a string, so that lint can check it.',
        })
      } else if (allowed === undefined) {
        context.report({
          node: source,
          message: `${specifier} is no package that src may import; lint/import-packages.ts lists them.`,
        })
      } else if (!allowed.some((place) => isWithin(file, place))) {
        context.report({
          node: source,
          message: `${specifier} may be imported only in ${allowed.join(', ')}.`,
        })
      }
    })
  },
}
