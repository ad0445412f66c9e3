// Builds dist/ in one pass, so that all entries share their modules: a Simulator made through `reqsim` is the one that
// `reqsim/node` serves. Declarations are written beside it by `tsc -p tsconfig.build.json`.

import { defineConfig, type Rolldown } from 'tsdown'
import packageJson from './package.json' with { type: 'json' }
import { bundledPackages } from './scripts/bundled.ts'

/** Each entry of the `exports` map that is code, and the command line: `./dist/adapters/msw.js` is src/adapters/msw.ts. */
const entries = Object.values(packageJson.exports).flatMap((target) =>
  typeof target === 'string' ? [] : [target.default.replace(/^\.\/dist\/|\.js$/g, '')],
)

const COMMAND_LINE = 'cli/main'
/** Vitest loads it by its path, which its neighbour `reqsim/vitest/mutate` gives. */
const TEST_RUNNER = 'adapters/vitest/mutate/runner'

/** What runs apart from the code of users. */
const PROGRAMS = [
  COMMAND_LINE,
  'adapters/jest/setup',
  'adapters/node-test/setup',
  'adapters/playwright/setup',
  'adapters/vitest/mutate/host',
  'adapters/vitest/setup',
  TEST_RUNNER,
]

/**
 * Maps name generated files and those of bundled packages, and do not repeat them. A chunk of packages has no map, and neither has
 * what programs alone load: nobody debugs into it.
 */
const withoutForeignSources: Rolldown.Plugin = {
  name: 'without-foreign-sources',
  generateBundle(_options, bundle) {
    const imported = importedFrom(bundle, ({ name, isEntry }) => isEntry && !PROGRAMS.includes(name))
    for (const [name, part] of Object.entries(bundle)) {
      if (part.type !== 'asset' || !part.fileName.endsWith('.map')) continue
      const map = JSON.parse(String(part.source)) as SourceMap
      const isForeign = (source: string): boolean => source.includes('node_modules')
      map.sourcesContent = map.sources.map((source, index) =>
        isForeign(source) || source.endsWith('.generated.ts') ? null : (map.sourcesContent[index] ?? null),
      )
      part.source = JSON.stringify(map)
      const chunk = bundle[name.slice(0, -'.map'.length)]
      if (chunk?.type !== 'chunk') continue
      if (imported.has(chunk.fileName) && !map.sources.every(isForeign)) continue
      chunk.code = chunk.code.replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n')
      delete bundle[name]
    }
  },
}

/** The chunks that some chunks load, at once or later, and those themselves. */
function importedFrom(
  bundle: Rolldown.OutputBundle,
  isFirst: (chunk: Rolldown.OutputChunk) => boolean,
): ReadonlySet<string> {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
  const found = new Set(chunks.filter(isFirst).map(({ fileName }) => fileName))
  for (const fileName of found) {
    const chunk = bundle[fileName]
    if (chunk?.type === 'chunk')
      for (const name of [...chunk.imports, ...chunk.dynamicImports]) found.add(name)
  }
  return found
}

interface SourceMap {
  readonly sources: readonly string[]
  sourcesContent: readonly (string | null)[]
}

export default defineConfig({
  plugins: [withoutForeignSources],
  entry: Object.fromEntries([...entries, COMMAND_LINE, TEST_RUNNER].map((name) => [name, `src/${name}.ts`])),
  format: 'esm',
  target: 'es2023',
  // Only the Node entries and the command line import node:*, as a lint rule sees to; the rest runs in browsers.
  platform: 'neutral',
  dts: false,
  hash: false,
  sourcemap: true,
  outputOptions: {
    chunkFileNames: 'chunks/[name].js',
    // Declarations have the text of docstrings, and maps the sources.
    comments: { jsdoc: false, annotation: true, legal: true },
    // What every start loads is one chunk, whoever shares parts of it: fetched as a whole it is a sixth less, and Node
    // opens 3 files instead of 37.
    // First calls load fewer files, too: what at least 24 entries share is one chunk, and so is zod. A lower number would
    // load more than a call needs, also in pages.
    codeSplitting: {
      groups: [
        { name: 'core', test: /[\\/]src[\\/](index|scenario[\\/]base)\.ts$/ },
        {
          name: 'shared',
          test: /[\\/]src[\\/](api(?![\\/](ledger|framework[\\/]assumptions\.ts))|model)[\\/]/,
          minShareCount: 24,
        },
        { name: 'marked', test: /[\\/]node_modules[\\/]marked[\\/]/ },
        { name: 'zod', test: /[\\/]zod(-exports\.ts$|[\\/])/ },
      ],
    },
  },
  // Neutral builds look at `exports` alone; sorted-btree has only `main`.
  // Names of ledger entries become their numbers: as names they would be exported by one chunk and imported by most others.
  inputOptions: {
    resolve: { mainFields: ['module', 'main'] },
    optimization: { inlineConst: { mode: 'all', pass: 1 } },
  },
  deps: {
    alwaysBundle: bundledPackages.map((name) => new RegExp(`^${name}(/|$)`)),
    neverBundle: [
      /^node:/,
      /^@modelcontextprotocol\//,
      /^@opentelemetry\//,
      '@playwright/test',
      'yaml',
      'json-schema-faker',
      /^msw(?:\/|$)/,
      'vitest',
      '@msw/data',
      '@mswjs/data',
    ],
    onlyBundle: false,
  },
})
