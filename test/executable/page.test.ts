// The commands of docs/executable.md and docs/containers.md, beside the executable and with it on the path.

import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterAll, expect, inject, it, vi } from 'vitest'
import { hostPlatform, PLATFORMS } from '../../scripts/executable/platforms.ts'
import { blocksOf } from '../docs/support/pages.ts'
import { freePort, run } from '../package/packed.ts'

const { folder, file } = inject('executable')
const bin = mkdtempSync(join(tmpdir(), 'reqsim-path-'))
copyFileSync(file, join(bin, 'reqsim'))
afterAll(() => rmSync(bin, { recursive: true }))

const PAGE = 'docs/executable.md'
const commands = blocksOf(PAGE, 'sh')
  .filter(({ reason }) => reason === undefined)
  .flatMap(({ text }) => text.trim().split('\n'))
const text = readFileSync(PAGE, 'utf8')

it('has a row for each platform, with a size that is right for this one', () => {
  const rows = new Map(
    [...text.matchAll(/^\| `(reqsim-[\w.-]+)` +\| +(\d+) MB \|/gm)].map(([, name = '', size]) => [
      name,
      Number(size),
    ]),
  )
  expect([...rows.keys()]).toEqual(PLATFORMS.map((platform) => platform.file))
  const megabytes = statSync(file).size / 1_000_000
  // Without strip on the machine, it is a fifth larger.
  expect(megabytes / (rows.get(hostPlatform().file) ?? 0)).toBeGreaterThan(0.9)
  expect(megabytes / (rows.get(hostPlatform().file) ?? 0)).toBeLessThan(1.35)
})

it.each(commands.filter((line) => !line.startsWith('reqsim ')))('beside the file: %s', async (line) => {
  const own = line.replace('reqsim-linux-x64', basename(file))
  const { exitCode, stdout, stderr } = await run('sh', ['-c', own], folder)
  expect([exitCode, stderr]).toEqual([0, ''])
  expect(stdout).not.toBe('')
})

it('on the path: a server, and what says that it is healthy', async () => {
  const lines = commands.filter((line) => line.startsWith('reqsim '))
  expect(lines).toEqual(['reqsim serve demo --port 4010', 'reqsim health --port 4010'])
  const port = String(await freePort())
  const work = join(bin, 'work')
  mkdirSync(work)
  const [serve = [], health = []] = lines.map((line) => line.replace('4010', port).split(' ').slice(1))
  const server = spawn(join(bin, 'reqsim'), serve, { cwd: work, env: {} })
  await once(createInterface(server.stdout), 'line')
  // On a busy machine, a first response may take longer than the check waits.
  const outcome = await vi.waitUntil(async () => {
    const checked = await run(join(bin, 'reqsim'), health, work)
    return checked.exitCode === 0 ? checked : undefined
  }, 60_000)
  server.kill('SIGTERM')
  expect(await once(server, 'exit')).toEqual([0, null])
  expect(outcome).toMatchObject({ exitCode: 0, stderr: '' })
})
