// `reqsim serve --mutant`: for tools, which pass on what `reqsim mutate` names.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { temporaryFolder } from '../../support/folder.ts'
import { run, serve } from '../cli.ts'

// The mutants of an operation are loaded first.
vi.setConfig({ testTimeout: 120_000 })

const { path: folder } = temporaryFolder()
const MUTANT = 'wiki.requirement.read:permission:refused'
const headers = { Authorization: 'Bearer tok-alice' }

async function statusOf(url: string): Promise<number> {
  const { status } = await fetch(`${url}/wiki/rest/reqs/1/requirement2/ENG/REQ-001`, { headers })
  return status
}

it('serve with a mutant makes its mistake, and appends a line to the file when it is first reached', async () => {
  const file = join(folder, 'reached.txt')
  const { url } = await serve(['demo', '--mutant', MUTANT], { REQSIM_MUTANT_REACHED: file })
  expect([await statusOf(url), await statusOf(url)]).toEqual([403, 403])
  expect(readFileSync(file, 'utf8')).toBe(`${MUTANT}\n`)
})

it('serve with the mutant none makes no mistake, and names the operations and jobs in use', async () => {
  const file = join(folder, 'used.txt')
  const { url } = await serve(['demo', '--mutant', 'none', '--mutant-reached', file])
  expect([await statusOf(url), await statusOf(url)]).toEqual([200, 200])
  const freeze = `${url}/wiki/rest/reqs/1/baseline-actions/ENG/freeze/2`
  expect((await fetch(freeze, { method: 'POST', headers })).status).toBe(200)
  expect(readFileSync(file, 'utf8')).toBe(
    'wiki.requirement.read\nwiki.baseline.freeze\njob:baseline.freeze\n',
  )
})

it('serve does not read the variable of the mutant', async () => {
  const { url } = await serve(['demo'], { REQSIM_MUTANT: MUTANT })
  expect(await statusOf(url)).toBe(200)
})

it('serve corrects the id of a mutant that does not exist', async () => {
  const { code, errors } = await run([
    'serve',
    '--mutant',
    'wiki.requirement.read:permission:refuse',
    '--port',
    '0',
  ])
  expect([code, errors]).toEqual([
    2,
    "reqsim: --mutant: there is none 'wiki.requirement.read:permission:refuse': did you mean 'wiki.requirement.read:permission:refused'?\n",
  ])
})
