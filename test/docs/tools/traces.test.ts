import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openTrace } from '../../../src/adapters/trace.ts'
import { createSimulator } from '../../../src/index.ts'
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

test('each command of the page shows a trace', async () => {
  const file = `${folder}/run.trace`
  const sim = await createSimulator()
  await sim.call('wiki.baseline.freeze', { as: 'alice', path: { spaceKey: 'ENG', version: 2 } })
  writeFileSync(file, await sim.trace())
  const commands = blocksOf('docs/traces.md', 'sh')
    .flatMap(({ text }) => text.split('\n'))
    .flatMap((line) => /^npx reqsim (show \S+[^#]*)/.exec(line)?.[1] ?? [])
  expect(commands).toHaveLength(3)
  for (const command of commands) {
    const shown = start(command.trim().replace('run.trace', file).split(/\s+/))
    await shown.seen(/freeze|listening/)
    expect((await shown.stop()).code, command).toBe(0)
  }
})
