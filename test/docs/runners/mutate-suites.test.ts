// The suites of examples/mutate over the source: the weak ones are as green as the strong one.

import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { makeProject, root } from '../support/project.ts'

const project = await makeProject(['vitest'])

beforeAll(async () => {
  const example = join(root, 'examples/mutate')
  const ours = /\/(?:node_modules|reqsim-traces)(?:\/|$)/
  const filter = (path: string) => !ours.test(path.slice(example.length))
  await cp(example, project.folder, { recursive: true, filter })
})

it.each(['strong', 'statuses-only', 'no-read-after-write', 'first-page-only'])(
  'the suite passes: %s',
  { timeout: 300_000 },
  async (suite) => {
    const { code, output } = await project.run(`vitest run --root ${suite}`)
    expect(code, output).toBe(0)
    expect(output).toMatch(/Tests +\d+ passed \(\d+\)/)
  },
)
