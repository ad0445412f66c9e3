// What a test file loads until its first responses: the page of the library says so, and it must not grow unseen.

import { statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import { project, run } from './packed.ts'

const packed = inject('packed')

// Prints the files that were loaded until each step.
const program = `
import { registerHooks } from 'node:module'
const loaded = new Set()
registerHooks({ load: (url, context, next) => (loaded.add(url), next(url, context)) })
const steps = {}
const note = (step) => { steps[step] = [...loaded].filter((url) => url.startsWith('file:')) }
const { createSimulator } = await import('reqsim')
note('import')
const sim = await createSimulator()
note('createSimulator')
await sim.call('wiki.requirement.read', { as: 'alice', path: { spaceKey: 'ENG', key: 'REQ-001' } })
note('a first read')
await sim.call('wiki.requirement.write', {
  as: 'alice', path: { spaceKey: 'ENG', key: 'REQ-001' }, body: { htmlExcerpt: 'The drone shall land.' },
})
note('a first write')
console.log(JSON.stringify(steps))
`

test('the files until a first response are as few and small as the page says', async () => {
  await writeFile(join(packed.consumer, 'first.js'), program)
  const { stdout, stderr } = await run(process.execPath, ['first.js'], packed.consumer)
  expect(stderr).toBe('')
  const steps = JSON.parse(stdout) as Readonly<Record<string, readonly string[]>>
  const page = await readFile(resolve(project, 'docs/library.md'), 'utf8')
  for (const [step, files] of Object.entries(steps)) {
    const kilobytes = files.reduce((sum, file) => sum + statSync(fileURLToPath(file)).size, 0) / 1024
    const [, count, size] = new RegExp(`\\| ${step} +\\| +(\\d+) \\| +(\\d+) KB \\|`).exec(page) ?? []
    expect([step, files.length]).toEqual([step, Number(count)])
    // Within a twentieth: a comment more need not be counted.
    expect([step, Math.abs(kilobytes / Number(size) - 1) < 0.05, Math.round(kilobytes)]).toEqual([
      step,
      true,
      Math.round(kilobytes),
    ])
  }
})
