import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { serve } from '../../../src/adapters/node.ts'
import { openTrace } from '../../../src/adapters/trace.ts'
import { createSimulator } from '../../../src/index.ts'
import { traceSummary } from '../../../src/trace/summary.ts'
import { start } from '../../cli/cli.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { blocksOf } from '../support/pages.ts'
import { expectValues } from '../support/snippets.ts'

test('the page writes and opens a trace as it says', async () => {
  const code = blocksOf('docs/traces.md', 'ts')
    .filter(({ reason }) => reason === undefined)
    .map(({ text }) => text.replace("import { openTrace } from 'reqsim/trace'\n", ''))
  expect(await expectValues(code.join('\n'), { openTrace })).toBe(7)
})

const { path: folder } = temporaryFolder()

/** A client that misspells a parameter and freezes twice. */
async function failedTrace(): Promise<Uint8Array> {
  const sim = await createSimulator()
  const headers = { authorization: 'Bearer tok-alice' }
  const url = (path: string) => `http://wiki.sim/rest/reqs/1${path}`
  await sim.exchange({ method: 'GET', url: url('/baseline/ENG?colour=red'), headers })
  for (let time = 0; time < 2; time++)
    await sim.exchange({ method: 'POST', url: url('/baseline-actions/ENG/freeze/2'), headers })
  const failure = {
    runner: 'vitest',
    title: 'releases > freezes once',
    error: 'expected 409 to be 200',
    thrownAt: 'test/freeze.test.ts:12:5',
  }
  return sim.trace('default', { failure })
}

test('show prints what the page says', async () => {
  const [block] = blocksOf('docs/traces.md', 'text')
  const { steps, failure, lastExchange } = await openTrace(await failedTrace())
  expect(traceSummary({ steps, failure: failure!, lastExchange: lastExchange! }).join('\n')).toBe(block?.text)
})

test('the command of the page opens a trace in a running simulator', async () => {
  const served = await serve(await createSimulator(), { port: 0 })
  try {
    const command = blocksOf('docs/traces.md', 'sh').find(({ text }) => text.includes('curl'))?.text ?? ''
    writeFileSync(`${folder}/run.trace`, await failedTrace())
    const line = command.replace('http://127.0.0.1:4010', served.url)
    const { stdout } = await promisify(execFile)('sh', ['-c', line], { cwd: folder })
    expect(JSON.parse(stdout)).toMatchObject({
      world: 'trace',
      failure: { title: 'releases > freezes once' },
    })
  } finally {
    await served.close()
  }
})

test('each command of the page shows a trace', async () => {
  const file = `${folder}/run.trace`
  const sim = await createSimulator()
  await sim.call('wiki.baseline.freeze', { as: 'alice', path: { spaceKey: 'ENG', version: 2 } })
  writeFileSync(file, await sim.trace())
  const commands = blocksOf('docs/traces.md', 'sh')
    .flatMap(({ text }) => text.split('\n'))
    .flatMap((line) => /^npx reqsim (show \S+[^#]*)/.exec(line)?.[1] ?? [])
  expect(commands).toHaveLength(4)
  for (const command of commands) {
    const shown = start(command.trim().replace('run.trace', file).split(/\s+/))
    await shown.seen(/freeze|listening/)
    expect((await shown.stop()).code, command).toBe(0)
  }
})
