// Builds dist/ in one pass, so that all entries share their modules: a Simulator made through `reqsim` is the one that
// `reqsim/node` serves. Declarations are written beside it by `tsc -p tsconfig.build.json`.

import { defineConfig } from 'tsdown'
import { bundledPackages } from './scripts/bundled.ts'

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    'adapters/data': 'src/adapters/data.ts',
    'adapters/msw': 'src/adapters/msw.ts',
    'adapters/node': 'src/adapters/node.ts',
    'cli/main': 'src/cli/main.ts',
  },
  format: 'esm',
  target: 'es2023',
  // Only the Node entries and the command line import node:*, as a lint rule sees to; the rest runs in browsers.
  platform: 'neutral',
  dts: false,
  hash: false,
  outputOptions: { chunkFileNames: 'chunks/[name].js' },
  // Neutral builds look at `exports` alone; sorted-btree has only `main`.
  inputOptions: { resolve: { mainFields: ['module', 'main'] } },
  deps: {
    alwaysBundle: bundledPackages.map((name) => new RegExp(`^${name}(/|$)`)),
    neverBundle: [/^node:/, 'yaml', 'json-schema-faker', 'msw', '@msw/data', '@mswjs/data'],
    onlyBundle: false,
  },
})
