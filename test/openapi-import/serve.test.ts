// `reqsim serve --openapi`: a summary at the start, answers over HTTP, and files that are refused in one line.

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { run, start } from '../cli/cli.ts'
import { answering, descriptionOf } from './support.ts'

const folder = mkdtempSync(join(tmpdir(), 'reqsim-openapi-'))
const mine = join(folder, 'mine.json')
const theirs = join(folder, 'theirs.yaml')
writeFileSync(
  mine,
  JSON.stringify(
    descriptionOf({
      '/widgets/{id}': {
        get: answering({ type: 'integer' }),
        put: answering({ type: 'integer' }),
      },
      '/x{y}': {},
    }),
  ),
)
writeFileSync(theirs, 'openapi: 3.1.0\npaths:\n  /gadgets: {get: {responses: {204: {description: none}}}}\n')

it('prints the differences of each description, and serves their own operations', async () => {
  const flags = ['--openapi', mine, '--surface', 'standalone', '--openapi', theirs, '--surface', 'wiki']
  const running = start(['serve', '--port', '0', ...flags])
  const [, url = ''] = await running.seen(/^reqsim listening on (\S+)/)
  await running.seen(/Full list: \S+\/_sim\/openapi-differences\n/)
  expect(running.out()).toMatch(
    /^OpenAPI \S+mine\.json \(standalone\): operations compared 0, differences 2, operations with responses from schemas 2, operations of the simulator missing in it \d+\n {2}\/paths\/~1x\{y\}: the path is skipped/m,
  )
  expect(running.out()).toMatch(
    /^OpenAPI \S+theirs\.yaml \(wiki\): .*, differences 1, .* schemas 1, .* missing in it \d+$/m,
  )
  const headers = { authorization: 'Bearer tok-alice' }
  const answer = await fetch(`${url}/api/widgets/7`, { headers })
  expect([answer.status, answer.headers.get('x-sim-generated')]).toEqual([200, 'schema'])
  expect(await answer.json()).toBeTypeOf('number')
  const gadgets = await fetch(`${url}/wiki/rest/reqs/1/gadgets`, { headers })
  expect([gadgets.status, gadgets.headers.get('x-sim-generated')]).toEqual([204, 'schema'])
  expect((await running.stop()).code).toBe(0)
}, 60_000)

it('refuses pairs that do not fit, files that cannot be read, and descriptions with faults', async () => {
  const old = join(folder, 'old.json')
  writeFileSync(old, '{"swagger":"2.0"}')
  const cases: [string[], number, RegExp, Record<string, string>?][] = [
    [['--openapi', mine], 2, /1 --openapi and 0 --surface: each file needs the interface/],
    [['--openapi', mine, '--surface', 'nowhere'], 2, /An interface is one of standalone, wiki/],
    [['--openapi', `${mine},${theirs}`, '--surface', 'wiki,wiki'], 2, /two descriptions for --surface wiki/],
    [
      [],
      1,
      /cannot read '\S+none\.json'/,
      { REQSIM_OPENAPI: join(folder, 'none.json'), REQSIM_SURFACE: 'wiki' },
    ],
    [['--openapi', old, '--surface', 'wiki'], 1, /old\.json#\/swagger: is Swagger '2\.0': convert it/],
  ]
  for (const [flags, code, message, environment] of cases) {
    const finished = await run(['serve', '--port', '0', ...flags], environment)
    expect(finished.errors).toMatch(message)
    expect(finished.code).toBe(code)
  }
}, 60_000)
