// The page about OpenTelemetry: its commands run in their order, with a collector on a free port.

import { expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { codeBlocks } from '../docs/support/code-blocks.ts'
import { readPage } from '../docs/support/pages.ts'
import { makeProject } from '../docs/support/project.ts'
import { startProcess } from '../cli/cli.ts'
import { startCollector } from './collector.ts'

const page = readPage('docs/opentelemetry.md')

it('docs/opentelemetry.md', async () => {
  const [serve = '', curl = '', ...others] = codeBlocks(page).map(({ text }) => text)
  expect(others).toEqual([])
  const peers = Object.keys(packageJson.peerDependencies).filter((name) => name.startsWith('@opentelemetry/'))
  expect(page).toContain(`npm install --save-dev ${peers.join(' ')}\``)
  const collector = await startCollector()
  const [, ...args] = serve.replace('4010', '0').replace('http://127.0.0.1:4318', collector.url).split(' ')
  const command = startProcess(args)
  const [, url = ''] = await command.seen(/^reqsim listening on (\S+)\n/)
  const project = await makeProject([])
  const called = await project.run(`${curl.replace('http://127.0.0.1:4010', url)} --no-progress-meter`)
  expect(JSON.parse(called.output)).toMatchObject({ key: 'REQ-001' })
  expect(await command.stop()).toMatchObject({ code: 0, errors: '' })
  const [, traceId = '', parentSpanId = ''] = /traceparent: 00-(\w+)-(\w+)-01/.exec(curl) ?? []
  const [span, ...more] = collector.spans
  expect(more).toEqual([])
  expect(span).toMatchObject({ traceId, parentSpanId, name: 'wiki.requirement.read' })
  for (const name of Object.keys(span?.attributes ?? {})) expect(page).toContain(`\`${name}\``)
  await collector.close()
})
