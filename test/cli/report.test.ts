/** `reqsim run --report`, `reqsim report`, and what of the report fails a run. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { judgeReport } from '../../src/cli/commands/report.ts'
import { createSimulator, mergeReports } from '../../src/index.ts'
import { temporaryFolder } from '../support/folder.ts'
import { run } from './cli.ts'

const { path: folder, write } = temporaryFolder()

const scenario = write(
  'story.yaml',
  `extends: [demo]
timeline:
  - { as: alice, call: "GET /api/applications?organizationId=1&colour=red", expect: { status: 200 } }
  - { advance: 3m }
  - { as: bob, call: GET /wiki/rest/reqs/1/requirement2/ENG/REQ-001, expect: { status: 200 } }
`,
)

describe('reqsim run --report', () => {
  test('sums up all scenarios of the run', async () => {
    const file = join(folder, 'report.json')
    const { code } = await run(['run', scenario, scenario, '--report', file])
    expect(code).toBe(0)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      exchanges: 4,
      unknown: [{ operation: 'standalone.application.list', kind: 'parameter', name: 'colour', times: 2 }],
      problems: [],
    })
  })

  test('the last of several files was the only one written', async () => {
    const files = ['first.json', 'second.md', 'third.html'].map((name) => join(folder, name))
    const { code } = await run(['run', scenario, ...files.flatMap((file) => ['--report', file])])
    expect(code).toBe(0)
    const [json = '', markdown, html] = files.map((file) => readFileSync(file, 'utf8'))
    expect(JSON.parse(json)).toMatchObject({ exchanges: 2 })
    expect(markdown).toContain('# Report of the simulator')
    expect(html).toMatch(/^<!doctype html>/i)
  })

  test('a threshold fails the run, and the report is written all the same', async () => {
    const file = join(folder, 'report.md')
    const { code, errors } = await run([
      'run',
      scenario,
      '--report',
      file,
      '--max-unknown-fields',
      '0',
      '--min-exercised',
      '3',
      '--forbid',
      'stable,internal',
    ])
    expect(code).toBe(1)
    expect(errors).toBe(
      `reqsim: 2 operations exercised, fewer than the minimum of 3
reqsim: 1 unknown name, more than the maximum of 0: parameter 'colour' of standalone.application.list
reqsim: 1 stable operation used: standalone.application.list
`,
    )
    expect(readFileSync(file, 'utf8')).toContain('## Problems\n\n- 2 operations exercised')
  })

  test('a run fails above so many assumptions below a degree', async () => {
    const { code, errors } = await run(['run', scenario, '--max-assumptions', '0:below-likely'])
    expect(code).toBe(1)
    expect(errors).toMatch(/^reqsim: \d+ assumptions? below likely, more than the maximum of 0: A/)
  })

  test.each([
    [['--report', 'x.pdf'], /A report is a \.json, \.html or \.md file/],
    [['--max-unmatched', '-1'], /It takes a whole number from 0/],
    [['--max-assumptions', '5:likely'], /It takes a whole number from 0, alone or with .* 5:below-likely,/],
    [['--max-assumptions', '5:below-sure'], /It takes a whole number from 0/],
    [['--max-assumptions', '5:below-likely:6'], /It takes a whole number from 0/],
    [['--max-assumptions', 'x:below-likely'], /It takes a whole number from 0/],
    [['--forbid', 'secret'], /A class is one of public, stable, internal/],
  ])('%j is wrong usage', async (args, message) => {
    const { code, errors } = await run(['run', scenario, ...args])
    expect(code).toBe(2)
    expect(errors).toMatch(message)
  })
})

describe('judging', () => {
  const report = async () => {
    const sim = await createSimulator({ scenario: 'demo' })
    await sim.fetch('http://api.sim/api/nowhere')
    return sim.report()
  }

  test('asks for nothing where no flag does', async () => {
    expect(judgeReport(await report(), {})).toEqual([])
  })

  test('writes a page', async () => {
    const file = join(folder, 'report.HTML')
    expect(judgeReport(await report(), { report: [file], maxUnmatched: 0 })).toEqual([
      '1 request that matches no operation, more than the maximum of 0: GET /api/nowhere',
    ])
    expect(readFileSync(file, 'utf8')).toMatch(/^<!doctype html>[\s\S]*1 request that matches no operation/)
  })

  test('says where it cannot write', async () => {
    const file = join(folder, 'no', 'where.json')
    const made = await report()
    expect(() => judgeReport(made, { report: [file] })).toThrow(/^cannot write '.*where\.json': /)
    expect(existsSync(file)).toBe(false)
  })
})

describe('reqsim report', () => {
  const reportOf = async (...paths: string[]) => {
    const sim = await createSimulator()
    for (const path of paths)
      await sim.fetch(`http://api.sim/api${path}`, { headers: { Authorization: 'Bearer tok-alice' } })
    return sim.report()
  }
  const saved = async (name: string, ...paths: string[]) =>
    write(name, JSON.stringify(await reportOf(...paths)))

  test('merges files, and prints Markdown', async () => {
    const first = await saved('a.json', '/applications/101', '/applications/102')
    const second = await saved('b.json', '/applications/101', '/nowhere')
    const { code, out, errors } = await run(['report', first, second])
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(out).toMatch(/^# Report of the simulator\n/)
    expect(out).toContain('| Requests | 4 |')
    expect(out).toMatch(/\| standalone\.application\.read \| [^|]+ \| 3 \|/)
  })

  test('prints JSON that it reads again, with nothing lost', async () => {
    const files = [
      await saved('a.json', '/applications/101'),
      await saved('b.json', '/applications?organizationId=1&limt=2', '/nowhere'),
    ]
    const { out } = await run(['report', ...files, '--format', 'json'])
    const merged = mergeReports([
      await reportOf('/applications/101'),
      await reportOf('/applications?organizationId=1&limt=2', '/nowhere'),
    ])
    expect(JSON.parse(out)).toEqual({ ...JSON.parse(JSON.stringify(merged)), problems: [] })
    const again = await run(['report', write('merged.json', out), '--format', 'json'])
    expect(again.out).toBe(out)
  })

  test('keeps descriptions and features', async () => {
    const paths = { '/own': { get: { responses: { 200: { description: 'fine' } } } } }
    const document = { openapi: '3.0.3', info: { title: 'ours', version: '1' }, paths }
    const sim = await createSimulator({ openapi: [{ surface: 'standalone', document }] })
    await sim.fetch('http://api.sim/api/own')
    const report = sim.report()
    expect(report.generated).toHaveLength(1)
    const features = [{ user: 'alice', feature: 'export', times: 2 }]
    const file = write('described.json', JSON.stringify({ ...report, features }))
    const { out } = await run(['report', file, '--format', 'json'])
    expect(JSON.parse(out)).toEqual({ ...JSON.parse(JSON.stringify(report)), features, problems: [] })
  })

  test('an exceeded threshold ends with 1 and a line for each; files are written all the same', async () => {
    const file = await saved('a.json', '/nowhere', '/applications?organizationId=1&colour=red')
    const page = join(folder, 'merged.html')
    const { code, out, errors } = await run([
      'report',
      file,
      '--report',
      page,
      '--max-unmatched',
      '0',
      '--max-unknown-fields',
      '0',
      '--min-exercised',
      '1',
    ])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(errors).toBe(
      `reqsim: 1 unknown name, more than the maximum of 0: parameter 'colour' of standalone.application.list
reqsim: 1 request that matches no operation, more than the maximum of 0: GET /api/nowhere
`,
    )
    expect(readFileSync(page, 'utf8')).toContain('1 request that matches no operation')
  })

  test('a defect of the simulator fails without a threshold', async () => {
    const file = write('defect.json', JSON.stringify({ ...(await reportOf()), defects: 1 }))
    const { code, errors } = await run(['report', file])
    expect({ code, errors }).toEqual({
      code: 1,
      errors: 'reqsim: 1 defect of the simulator: please report them\n',
    })
  })

  test.each([
    [['report'], /missing required argument 'files'/],
    [['report', 'no-such.json'], /^reqsim: cannot read 'no-such\.json': /],
    [['report', write('text.json', 'report')], /text\.json' has no report of the simulator: /],
    [['report', write('other.json', '{"exchanges": -1}')], /has no report of the simulator: exchanges: /],
    [['report', write('list.json', '[]')], /has no report of the simulator: /],
    [['report', 'x.json', '--format', 'pdf'], /Allowed choices are markdown, html, json/],
    [['report', 'x.json', '--max-unmatched', 'few'], /It takes a whole number from 0/],
  ])('%j is wrong usage', async (args, message) => {
    const { code, errors } = await run(args)
    expect(errors).toMatch(message)
    expect(code).toBe(2)
  })
})
