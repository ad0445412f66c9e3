// Programs that read what the simulator writes: archives of HTTP, reports of tests, spans.

import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProject } from '../../docs/support/project.ts'
import { withDemo } from '../demo.ts'
import { outputOf, runProgram, startProgram } from '../program.ts'
import type { Row, TriedRow } from '../row.ts'

type Texts = Pick<TriedRow, 'settings' | 'surprises' | 'responds'>
const GROUP = 'What reads recordings and reports'

/** Writes the file that a row is about, and returns its path in this folder. */
type Write = (folder: string) => Promise<string>

async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'reqsim-works-with-'))
  try {
    await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function consumerRow(id: string, write: Write, printed: object, always: boolean, texts: Texts): TriedRow {
  const isPython = id === 'junitparser'
  return {
    id,
    name: id,
    group: GROUP,
    from: isPython ? 'debian' : 'formats',
    packages: [isPython ? 'python3-junitparser' : id],
    always,
    ...texts,
    run: () =>
      inFolder(async (folder) => {
        const program = isPython ? 'python/consumers.py' : 'formats/consumers.mjs'
        assert.deepEqual(await runProgram(program, [id, await write(folder)], {}), printed)
      }),
  }
}

/** The journal of a read, a write with a body and a refusal. */
const archive: Write = (folder) =>
  withDemo(async ({ url }) => {
    const headers = { Authorization: 'Bearer tok-alice', 'Content-Type': 'application/json' }
    const requirement = `${url}/wiki/rest/reqs/1/requirement2/ENG/REQ-001`
    await fetch(requirement, { headers })
    await fetch(requirement, { method: 'PUT', headers, body: '{"htmlExcerpt":"The drone shall hover."}' })
    await fetch(`${url}/api/applications/999`, { headers })
    const file = join(folder, 'journal.har')
    await writeFile(file, await (await fetch(`${url}/_sim/journal?format=har`)).text())
    return file
  })

/** JUnit XML of a ready scenario with 17 steps, two virtual minutes long. */
const junit: Write = async (folder) => {
  const file = join(folder, 'run.xml')
  await writeFile(file, await command(['run', 'rate-limited', '--reporter', 'junit']))
  return file
}

function command(parameters: readonly string[]): Promise<string> {
  return outputOf(startProgram('../../src/cli/main.ts', parameters, {}))
}

const CONFIG = `
import { defineConfig } from 'vitest/config'
export default defineConfig({ test: { reporters: [['reqsim/vitest/reporter', { ctrf: 'ctrf.json' }]] } })`
const TESTS = `
import { expect } from 'vitest'
import { test } from 'reqsim/vitest'
test('reads', async ({ sim }) => {
  await sim.fetch('/api/applications/101', { headers: { Authorization: 'Bearer tok-alice' } })
})
test('fails', async ({ sim }) => expect(sim.clock.now()).toBe('never'))
test.skip('is skipped', () => {})`

/** The report of a run of Vitest with one test that passes, one that fails and one that is skipped. */
const ctrf: Write = async (folder) => {
  const project = await createProject(['vitest'])
  try {
    await project.write('vitest.config.js', CONFIG)
    await project.write('first.test.js', TESTS)
    const { output } = await project.run('vitest run')
    const file = join(folder, 'ctrf.json')
    const report = await readFile(join(project.folder, 'ctrf.json'), 'utf8').catch(() => undefined)
    assert.ok(report !== undefined, output)
    await writeFile(file, report)
    return file
  } finally {
    await rm(project.folder, { recursive: true, force: true })
  }
}

export const FORMAT_ROWS: readonly Row[] = [
  consumerRow('har-validator', archive, { valid: true }, true, {
    settings: 'none',
    surprises: 'It throws away the reason: read `errors` of what it rejects with.',
    responds: '`GET /_sim/journal?format=har` and `sim.journal.har()` are valid HAR 1.2.',
  }),
  consumerRow(
    'har-to-k6',
    archive,
    {
      calls: ['http.get(', 'http.put(', 'http.get('],
      outside: [],
      credential: true,
    },
    false,
    {
      settings: 'replace `(redacted)` by a token, or the script gets 401',
      surprises: 'With a form in the archive, the script imports from `https://jslib.k6.io`.',
      responds: 'none',
    },
  ),
  consumerRow(
    'har-to-openapi',
    archive,
    { paths: ['/api/applications/999', '/wiki/rest/reqs/1/requirement2/ENG/REQ-001'] },
    false,
    {
      settings: 'none',
      surprises: 'Each path is literal: it finds no parameters.',
      responds: '`reqsim openapi wiki` has them.',
    },
  ),
  consumerRow('ctrf', ctrf, { is: true, valid: true, errors: [], tests: 3 }, true, {
    settings: '`ctrf` of [the reporter](vitest.md)',
    surprises: 'none',
    responds: 'The report is valid.',
  }),
  consumerRow(
    'junit-to-ctrf',
    junit,
    { tests: 17, passed: 17, failed: 0, durations: [0, 20_000, 39_000, 40_000, 59_000, 1000] },
    true,
    {
      settings: '`toolName`',
      surprises: 'Seconds of JUnit become milliseconds.',
      responds: 'none',
    },
  ),
  consumerRow('junit2json', junit, { tests: 17, failures: 0, suites: [120] }, false, {
    settings: 'none',
    surprises: 'none',
    responds: 'none',
  }),
  {
    id: 'xunit-viewer',
    name: 'xunit-viewer',
    group: GROUP,
    from: 'formats',
    packages: ['xunit-viewer'],
    always: false,
    settings: '`-r FILE -c` for the terminal, `-o FILE` for a page',
    surprises: 'It sorts steps as text: `timeline[10]` comes before `timeline[1]`.',
    responds: 'none',
    run: () =>
      inFolder(async (folder) => {
        const program = 'formats/node_modules/xunit-viewer/bin/xunit-viewer.js'
        const printed = await outputOf(startProgram(program, ['-r', await junit(folder), '-c', '-n'], {}))
        const steps = [...printed.matchAll(/✓ timeline\[(\d+)\]/g)].map(([, step]) => Number(step))
        assert.equal(steps.length, 17)
        assert.ok(steps.indexOf(10) < steps.indexOf(1))
      }),
  },
  consumerRow('junitparser', junit, { tests: 17, failures: 0, time: [120] }, true, {
    settings: 'none',
    surprises: 'none',
    responds: 'none',
  }),
  {
    id: 'opentelemetry-collector',
    name: 'OpenTelemetry Collector',
    group: GROUP,
    settings: '',
    surprises: '',
    responds: '',
    why: 'not tried: no collector is in npm or Debian. [The export](opentelemetry.md) is tested with a receiver of ours.',
  },
  {
    id: 'spreadsheets',
    name: 'Writers of spreadsheets',
    group: GROUP,
    settings: '',
    surprises: '',
    responds: '',
    why: 'tried on their own page, [importing spreadsheets](spreadsheets.md), with exceljs, openpyxl, XlsxWriter and others.',
  },
]
