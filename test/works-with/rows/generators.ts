// Generators of clients: what each makes of every description compiles in strict mode, and its first call works.

import { DESCRIPTIONS, type Generator, tryGenerator } from '../generated.ts'
import type { TriedRow } from '../row.ts'

/** Those that the validators of the journeys do not have. */
const TRIED_HERE_ONLY: readonly Generator[] = ['orval', 'kubb']

/** One row for each description; the journeys try the shortest one. */
function generatorRows(
  generator: Generator,
  packages: TriedRow['packages'],
  texts: Pick<TriedRow, 'name' | 'settings' | 'surprises' | 'responds'>,
): TriedRow[] {
  return DESCRIPTIONS.map((description) => ({
    id: `${generator}/${description}`,
    group: 'Generators of clients',
    from: 'tools',
    packages,
    over: description,
    always: description === 'tracker' && TRIED_HERE_ONLY.includes(generator),
    ...texts,
    run: () => tryGenerator(generator, description),
  }))
}

export const GENERATOR_ROWS: readonly TriedRow[] = [
  ...generatorRows('openapi-typescript', ['openapi-typescript', 'openapi-fetch', 'typescript'], {
    name: 'openapi-typescript with openapi-fetch',
    settings: 'needs TypeScript 5.9',
    surprises: 'A call that fails does not throw: `data` is undefined, and `error` has our message.',
    responds: 'none',
  }),
  ...generatorRows('hey-api', ['@hey-api/openapi-ts', 'typescript'], {
    name: '@hey-api/openapi-ts',
    settings: '`output.tsConfigPath`, an absolute path, decides about the extensions of imports',
    surprises: 'A call that fails does not throw without `throwOnError: true`.',
    responds: 'none',
  }),
  ...generatorRows('orval', ['orval', 'typescript'], {
    name: 'orval',
    settings: "`override.contentType.include: ['application/json']`, `urlEncodeParameters: true`",
    surprises:
      'Without the first setting, bodies of several media types do not compile; without the second, `#` or `?` in a key cuts the path.',
    responds: 'none',
  }),
  ...generatorRows('kubb', ['@kubb/cli', '@kubb/plugin-client', '@kubb/plugin-ts', 'typescript'], {
    name: 'kubb',
    settings: "`paramsType: 'object'`, `extension: { '.ts': '.js' }` for Node",
    surprises:
      'A body of JSON is sent without `Content-Type`, which is 415: set it in `headers`. Parameters of the path are not encoded. A refusal is returned as if it were the data.',
    responds: 'none',
  }),
]
