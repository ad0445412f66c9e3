// The packages whose code is built into dist/. Almost every start loads the first of them: left as dozens of separate modules
// they cost more time than everything else (docs/decisions/0001). Those after commander make certificates, and only
// `--tls` loads them (docs/decisions/0023).

export const bundledPackages = [
  'zod',
  'sorted-btree',
  '@noble/hashes',
  'pure-rand',
  'fflate',
  'numfmt',
  'marked',
  'commander',
  '@peculiar/asn1-schema',
  '@peculiar/asn1-x509',
  '@peculiar/utils',
  'asn1js',
  'pvtsutils',
  'pvutils',
  'tslib',
]

// The packages whose data is compiled into generated code.
export const compiledPackages = ['character-entities', 'character-entities-legacy']

// The packages whose code is built into dist/console/console.js; graphlib comes within dagre's own bundle.
export const consolePackages = [
  'preact',
  '@preact/signals',
  '@preact/signals-core',
  '@dagrejs/dagre',
  '@dagrejs/graphlib',
]

// The packages in the web component of the report of `reqsim mutate`, as far as they are installed with it.
export const reportPackages = ['mutation-testing-elements', 'mutation-testing-metrics', 'rxjs']
