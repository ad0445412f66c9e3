// Tools that judge descriptions, or responses by them.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool, startTool } from '../../api/openapi/tools/tool.ts'
import { withDemo } from '../demo.ts'
import { DESCRIPTIONS } from '../generated.ts'
import { outputOf, startProgram } from '../program.ts'
import type { TriedRow } from '../row.ts'

/** Gives the folder and the file of each description. */
async function withDescriptions(
  names: readonly string[],
  use: (folder: string, files: readonly string[]) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'reqsim-descriptions-'))
  try {
    const files = names.map((name) => `${name}.json`)
    for (const [index, name] of names.entries()) {
      const text = await outputOf(startProgram('../../src/cli/main.ts', ['openapi', name], {}))
      await writeFile(join(folder, files[index] ?? ''), text)
    }
    await use(folder, files)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function spectral(): Promise<void> {
  await withDescriptions(DESCRIPTIONS, async (folder, files) => {
    await writeFile(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n')
    for (const file of files) {
      const { code, stdout, stderr } = await runTool('spectral', ['lint', file, '-f', 'json', '-q'], folder)
      assert.equal(code, 0, stderr)
      const found = JSON.parse(stdout) as readonly { readonly code: string }[]
      const rules = new Set(found.map((each) => each.code))
      for (const known of ['info-contact', 'operation-description', 'path-keys-no-trailing-slash'])
        rules.delete(known)
      assert.deepEqual([...rules], [], file)
    }
  })
}

async function redocly(): Promise<void> {
  await withDescriptions(['tracker', 'wiki'], async (folder, files) => {
    for (const file of files) {
      const { stdout } = await runTool(
        'redocly',
        ['lint', file, '--extends=recommended-strict', '--format=json'],
        folder,
      )
      const { problems } = JSON.parse(stdout) as { readonly problems: readonly { readonly ruleId: string }[] }
      const rules = new Set(problems.map(({ ruleId }) => ruleId))
      assert.deepEqual([...rules], file === 'wiki.json' ? ['no-path-trailing-slash'] : [])
    }
  })
}

async function prism(): Promise<void> {
  await withDescriptions(['wiki'], (folder) =>
    withDemo(async ({ simulator, url }) => {
      const proxy = startTool(
        'prism',
        ['proxy', 'wiki.json', `${url}/wiki`, '--errors', '--port', '0', '--host', '127.0.0.1'],
        folder,
      )
      try {
        const address = await new Promise<string>((settle, reject) => {
          let output = ''
          proxy.stdout?.on('data', (data: Buffer) => {
            output += String(data)
            const [, found] = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(output) ?? []
            if (found !== undefined) settle(found)
          })
          proxy.on('exit', () => reject(new Error(output)))
        })
        const call = (headers: Record<string, string>) =>
          fetch(`${address}/rest/reqs/1/requirement2/ENG/REQ-001`, { headers })
        const anonymous = await call({})
        assert.equal(anonymous.status, 401)
        assert.match(await anonymous.text(), /stoplight\.io.*#UNAUTHORIZED/)
        assert.equal(simulator.journal.entries().length, 0)
        const session = await call({ Cookie: 'JSESSIONID=sess-alice' })
        const bearer = await call({ Authorization: 'Bearer tok-alice' })
        assert.deepEqual([session.status, bearer.status], [200, 200])
      } finally {
        const ended = once(proxy, 'exit')
        proxy.kill('SIGKILL')
        await ended
      }
    }),
  )
}

export const VALIDATOR_ROWS: readonly TriedRow[] = [
  {
    id: 'prism',
    name: 'Prism, as a proxy',
    group: 'Validators',
    from: 'tools',
    packages: ['@stoplight/prism-cli'],
    always: true,
    settings: '`prism proxy wiki.json http://127.0.0.1:4010/wiki --errors`',
    surprises: 'A call without a credential gets a 401 of its own and does not arrive.',
    responds: 'No response violates the description.',
    run: prism,
  },
  {
    id: 'redocly',
    name: 'Redocly CLI',
    group: 'Validators',
    from: 'tools',
    packages: ['@redocly/cli'],
    // The validators of the journeys have it over all descriptions.
    always: false,
    settings: 'none',
    surprises: 'It reports three paths of the wiki that end with a slash, as the service documents them.',
    responds: 'none',
    run: redocly,
  },
  {
    id: 'spectral',
    name: 'Spectral',
    group: 'Validators',
    from: 'tools',
    packages: ['@stoplight/spectral-cli'],
    always: false,
    settings: '`extends: ["spectral:oas"]`',
    surprises:
      'It warns of the missing `info.contact`, missing descriptions and the three paths, and reports no error.',
    responds: 'none',
    run: spectral,
  },
]
