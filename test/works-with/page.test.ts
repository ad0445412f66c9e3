// The Python of docs/works-with.md runs against the demo.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { blocksOf } from '../docs/support/pages.ts'
import { withDemo } from './demo.ts'
import { runProgram } from './program.ts'

test.each(blocksOf('docs/works-with.md', 'python').map(({ text }) => text))('%s', async (text) => {
  const folder = await mkdtemp(join(tmpdir(), 'reqsim-works-with-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'page.py')
  await writeFile(file, `import json\nimport os\n${text}\nprint(json.dumps(links))\n`)
  const links = await withDemo(({ environment }) => runProgram(file, [], environment))
  expect(links).toMatchObject([{ key: 'REQ-001', relationship: 'implements' }])
})
