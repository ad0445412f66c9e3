// The packages whose code is built into dist/. Almost every start loads them: left as dozens of separate modules they
// cost more time than everything else (docs/decisions/0001).

export const bundledPackages = ['zod', 'sorted-btree', '@noble/hashes', 'pure-rand', 'commander']
