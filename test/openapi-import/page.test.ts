// The page docs/own-openapi.md, as it stands: its file is served, and says what the page says.

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DIFFERENCE_KINDS } from '../../src/gateway/report/described.ts'
import { start } from '../cli/cli.ts'
import { blocksOf, readPage } from '../docs/support/pages.ts'
import { expectValues } from '../docs/support/snippets.ts'
import { answering, descriptionOf, reportOf } from './support.ts'

const PAGE = 'docs/own-openapi.md'
const [json = ''] = blocksOf(PAGE, 'json').map(({ text }) => text)

it('the file is served, with the flags that are shown', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'reqsim-page-')), 'mine.json')
  writeFileSync(file, json)
  const [command = ''] = blocksOf(PAGE, 'sh').map(({ text }) => text)
  const flags = command.replace('mine.json', file).split(' ').slice(1)
  const running = start([...flags, '--port', '0'])
  const [whole, url = ''] = await running.seen(/^OpenAPI [\s\S]*Full list: (\S+)\/_sim\/openapi-differences/m)
  const [shown = ''] = blocksOf(PAGE, 'text').map(({ text }) => text)
  expect(whole.replace(file, 'mine.json').replace(url, 'http://127.0.0.1:4010')).toBe(shown)
  const widget = await (
    await fetch(`${url}/api/widgets/7`, { headers: { authorization: 'Bearer tok-alice' } })
  ).json()
  expect(widget).toEqual({
    code: expect.stringMatching(/^[A-Z]{2}-\d{4}$/),
    madeAt: expect.stringMatching(/^2025-/),
  })
  await running.stop()
}, 60_000)

it('the simulator in process responds as the snippet shows', async () => {
  const [snippet = ''] = blocksOf(PAGE, 'ts').map(({ text }) => text)
  expect(await expectValues(snippet)).toBeGreaterThan(2)
})

it('every kind of difference stands in the table, and what it says of the file is so', async () => {
  for (const kind of DIFFERENCE_KINDS) expect(readPage(PAGE)).toContain(`\`${kind}\``)
  const { differences } = await reportOf(json)
  expect(differences).toContainEqual({
    operation: 'standalone.application.read',
    place: 'query expand',
    kind: 'missing',
    ours: null,
    theirs: 'string',
  })
  const { passedOver } = await reportOf(descriptionOf({ '/a{b}': { get: answering({}) } }))
  expect(passedOver).toHaveLength(1)
})
