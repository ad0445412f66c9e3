// The packages whose code is built into dist/. Almost every start loads them: left as dozens of separate modules they
// cost more time than everything else (docs/decisions/0001).

export const bundledPackages = ['zod', 'sorted-btree', '@noble/hashes', 'pure-rand', 'commander']

// The packages whose code is built into dist/console/console.js; graphlib comes within dagre's own bundle.
export const consolePackages = [
  'preact',
  '@preact/signals',
  '@preact/signals-core',
  '@dagrejs/dagre',
  '@dagrejs/graphlib',
]
