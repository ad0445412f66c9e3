/** The command line in a job of GitHub Actions: annotations on the error output, and the summary of the job. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { temporaryFolder } from '../support/folder.ts'
import { BLOB, githubVariables, readAnnotations, readRows } from '../support/github.ts'
import { run } from './cli.ts'

const { path: folder, write } = temporaryFolder()
const SUMMARY = `${folder}/summary.md`
// The commands run in the folder of this project, and their files lie elsewhere: the checkout holds both.
const variables = { ...githubVariables('/', SUMMARY), PATH: process.env['PATH'] ?? '' }
const here = (path: string) => path.replace(/^\//, '')

beforeEach(() => rmSync(SUMMARY, { force: true }))
const onGithub = async (...args: string[]) => {
  const finished = await run(args, variables)
  return {
    ...finished,
    annotations: readAnnotations(finished.errors),
    summary: existsSync(SUMMARY) ? readFileSync(SUMMARY, 'utf8') : '',
  }
}

const CLIENT = write(
  'client.mjs',
  `const response = await fetch(process.env.REQSIM_API_URL + '/application/101?limt=1')
if (!response.ok) throw new Error('status ' + response.status)
`,
)

describe('exec', () => {
  test('annotates a failed command at the line that its output names, with what it called', async () => {
    const { code, annotations, summary } = await onGithub('exec', '--', process.execPath, CLIENT)
    expect(code).toBe(1)
    expect(annotations).toEqual([
      {
        command: 'error',
        properties: {
          file: here(CLIENT),
          line: '2',
          title: expect.stringMatching(/^reqsim exec: .*client\.mjs$/) as unknown,
        },
        message: expect.stringMatching(
          /^the command ended with exit code 1\n\n1 request matched no operation:\n {2}GET \/api\/application\/101 \(nearest: GET \/applications\/\{applicationId\}/,
        ) as unknown,
      },
    ])
    const [[failed = '', error] = []] = readRows(summary)
    expect(failed).toContain(`](${BLOB}/${here(CLIENT)}#L2)`)
    expect(error).toBe('the command ended with exit code 1')
    expect(summary).toContain('<details><summary>Report</summary>')
  })

  test('annotates each exceeded threshold, and summarises a success', async () => {
    const command = ['--', process.execPath, '--eval', '0']
    const exceeded = await onGithub('exec', '--min-exercised', '3', ...command)
    expect(exceeded.annotations).toEqual([
      {
        command: 'error',
        properties: { title: 'reqsim: a threshold' },
        message: expect.stringMatching(/^0 operations exercised, fewer than the minimum of 3/) as unknown,
      },
    ])
    rmSync(SUMMARY)
    const passed = await onGithub('exec', ...command)
    expect(passed.annotations).toEqual([])
    expect(passed.summary).toMatch(/^## reqsim exec: .* passed\n\n\| Figure \| Value \|/)
  })

  test('annotates a scenario that does not load, at its line', async () => {
    const scenario = write('broken.scenario.yaml', 'name: broken\nextends: [demo]\nworlds: {}\n')
    const { code, annotations } = await onGithub('exec', scenario, '--', process.execPath, '--eval', '0')
    expect(code).toBe(3)
    expect(annotations).toMatchObject([
      { command: 'error', properties: { file: here(scenario), line: '3', title: 'reqsim exec' } },
    ])
  })

  test('prints no annotation elsewhere, and writes no summary', async () => {
    const { errors } = await run(['exec', '--', process.execPath, CLIENT], {
      PATH: variables.PATH,
      GITHUB_STEP_SUMMARY: SUMMARY,
    })
    expect([readAnnotations(errors), existsSync(SUMMARY)]).toEqual([[], false])
  })
})

test('explore annotates each failure with its sentence, its last exchange and its trace', async () => {
  const explored = write(
    'explored.mjs',
    `const headers = { Authorization: 'Bearer ' + process.env.REQSIM_TOKEN_ALICE }
const address = process.env.REQSIM_API_URL + '/applications/101'
const response = await fetch(address, { headers }).catch(() => ({ ok: false, status: 'none' }))
if (!response.ok) throw new Error('status ' + response.status)
`,
  )
  const flags = ['--schedules', '6', '--max-failures', '1', '--out', `${folder}/found`]
  const { code, annotations, summary } = await onGithub('explore', ...flags, '--', process.execPath, explored)
  expect(code).toBe(1)
  expect(annotations).toHaveLength(1)
  const [{ properties, message } = { properties: {}, message: '' }] = annotations
  expect(properties).toMatchObject({ file: here(explored), line: expect.stringMatching(/^\d+$/) as unknown })
  expect(message).toContain('\n\nLast exchange before the failure\n')
  expect(message).toContain(`trace: ${folder}/found/failure-1.trace (npx reqsim show `)
  expect(summary).toMatch(/^## reqsim explore: .*, 1 failure in \d+ schedules\n/)
}, 120_000)

test('replay annotates the recording for each response that differs', async () => {
  const simulator = await createSimulator()
  await simulator.fetch('http://api.sim/api/applications/101', {
    headers: { Authorization: 'Bearer tok-alice' },
  })
  const archive = JSON.parse(JSON.stringify(simulator.journal.har())) as {
    log: { entries: { response: { status: number } }[] }
  }
  for (const { response } of archive.log.entries) response.status = 418
  const file = write('recording.har', JSON.stringify(archive))
  const { code, annotations, summary } = await onGithub('replay', file, '--against', 'demo')
  expect(code).toBe(1)
  expect(annotations).toEqual([
    {
      command: 'error',
      properties: { file: here(file), title: expect.stringMatching(/^reqsim replay: #1 GET /) as unknown },
      message: 'status: 200 instead of 418',
    },
  ])
  expect(readRows(summary)[0]?.[0]).toContain(`](${BLOB}/${here(file)})`)
})

test('report annotates exceeded thresholds', async () => {
  const simulator = await createSimulator()
  await simulator.fetch('http://api.sim/api/nowhere')
  const file = write('report.json', JSON.stringify(simulator.report()))
  const { code, annotations, summary } = await onGithub('report', file, '--max-unmatched', '0')
  expect(code).toBe(1)
  expect(annotations.map(({ message }) => message)).toEqual([
    '1 request that matches no operation, more than the maximum of 0: GET /api/nowhere',
  ])
  expect(summary).toMatch(
    /^## reqsim report: 1 threshold is exceeded\n\n- 1 request that matches no operation/,
  )
})

test('run annotates the line of a failed step', async () => {
  const scenario = write(
    'steps.scenario.yaml',
    'name: steps\nextends: [demo]\ntimeline:\n  - advance: 1m\n  - { call: GET /api/applications/101, as: alice, expect: { status: 418 } }\n',
  )
  const { code, annotations, summary } = await onGithub('run', scenario)
  expect(code).toBe(1)
  expect(annotations).toMatchObject([
    {
      command: 'error',
      properties: { file: here(scenario), line: '5', title: expect.stringContaining('steps: ') as unknown },
      message: expect.stringContaining('418') as unknown,
    },
  ])
  expect(readRows(summary)[0]?.[0]).toContain(`](${BLOB}/${here(scenario)}#L5)`)
})

test('validate annotates the line of each problem', async () => {
  const scenario = write('wrong.scenario.yaml', 'name: wrong\nextends: [demo]\nworlds: {}\nclocks: {}\n')
  const { annotations } = await onGithub('validate', relative(process.cwd(), scenario))
  expect(annotations.map(({ properties: { file, line } }) => [file, line])).toEqual([
    [here(scenario), '3'],
    [here(scenario), '4'],
  ])
})
