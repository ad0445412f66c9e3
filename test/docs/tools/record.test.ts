// The page about recording: its commands run in their order, with the demo as the server.

import { expect, it } from 'vitest'
import { createSimulator } from '../../../src/index.ts'
import { startProcess } from '../../cli/cli.ts'
import { serveForTest } from '../../support/serve.ts'
import { codeBlocks } from '../support/code-blocks.ts'
import { readPage } from '../support/pages.ts'
import { makeProject } from '../support/project.ts'

const blocks = codeBlocks(readPage('docs/record.md'))
const project = await makeProject([])

it('docs/record.md', async () => {
  const [record = '', curl = '', replay = '', ...others] = blocks
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text)
  expect(others).toEqual([])
  const served = await serveForTest(await createSimulator({ scenario: 'demo', clock: { mode: 'manual' } }))
  const args = record
    .replace('https://wiki.example/confluence', `${served.url}/wiki`)
    .replace('session.har', `${project.folder}/session.har`)
    .split(' ')
  const recorder = startProcess([...args.slice(1), '--port', '0'])
  const [, url = ''] = await recorder.seen(/^reqsim recording \S+ at (\S+)\n/)
  const called = await project.run(`${curl.replace('http://127.0.0.1:4011', url)} --no-progress-meter`)
  expect(JSON.parse(called.output)).toMatchObject({ key: 'REQ-001' })
  expect(await recorder.stop()).toMatchObject({ code: 0, errors: '' })
  const { code, output } = await project.run(replay)
  expect(output.trim()).toBe(blocks.find(({ language }) => language === 'text')?.text)
  expect(code).toBe(0)
})
