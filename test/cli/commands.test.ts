import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { VERSION } from '../../src/version.ts'
import { temporaryFolder } from '../support/folder.ts'
import { run } from './cli.ts'

const { path: folder, write } = temporaryFolder()

describe('usage', () => {
  test('--version', async () => {
    expect(await run(['--version'])).toEqual({ code: 0, out: `${VERSION}\n`, errors: '' })
  })

  test('--help names every command', async () => {
    const { code, out } = await run(['--help'])
    expect(code).toBe(0)
    for (const name of ['serve', 'run', 'list', 'openapi', 'validate']) expect(out).toContain(`  ${name} `)
  })

  test('no command is wrong usage, and shows how', async () => {
    const { code, out, errors } = await run([])
    expect([code, out]).toEqual([2, ''])
    expect(errors).toContain('Usage: reqsim')
  })

  test.each([
    [['srve'], /^reqsim: unknown command 'srve'\n\(Did you mean serve\?\)\n$/],
    [['serve', '--prt', '1'], /^reqsim: unknown option '--prt'\n\(Did you mean --port\?\)\n$/],
    [
      ['serve', '--port', '99999'],
      /^reqsim: option '--port <number>' .*'99999' is invalid\. A port is a number/,
    ],
    [['serve', '--port', 'x'], /'x' is invalid\. A port is a number/],
    [['serve', '--clock', 'fast'], /'fast' is invalid\. A clock is manual, auto, live/],
    [['serve', '--clock', 'live:0x'], /'live:0x' is invalid\./],
    [['serve', '--control-token', 'short'], /A token has 8 to 200/],
    [['serve', '--cors-origin', 'a.test'], /An origin is written http:\/\/host:port/],
    [
      ['serve', '--drain', 'soon'],
      /'soon' is invalid\. It must be a duration such as '10s', '3m' or 'PT3M', of at most 24 hours\./,
    ],
    [['serve', '--drain', '25h'], /'25h' is invalid\. .* at most 24 hours\./],
    [
      ['serve', '--world-maximum', '0'],
      /'0' is invalid\. A maximum of worlds is a number from 1 to 100000\./,
    ],
    [['serve', 'demo', 'more'], /too many arguments/],
    [['list', 'everything'], /'everything' is invalid.*scenarios, operations, assumptions/],
    [['openapi', 'wikki'], /'wikki' is invalid.*standalone, wiki/],
    [['openapi'], /missing required argument 'interface'/],
    [['validate'], /missing required argument 'files'/],
  ])('%j', async (args, message) => {
    const { code, out, errors } = await run(args)
    expect([code, out]).toEqual([2, ''])
    expect(errors).toMatch(message)
  })
})

describe('list', () => {
  test.each([
    ['scenarios', /^demo {2,}\S/m],
    [
      'operations',
      /^standalone\.application\.read +GET +stable +documented +\/applications\/\{applicationId\}$/m,
    ],
    ['assumptions', /^A04 +assumed +Limit and offset out of range +refuse \(or clamp\)$/m],
    ['assumptions', /^A02 +observed +likely +Error body/m],
    ['presets', /^earlier-clients +A\d+: \S+ +\S/m],
  ])('%s', async (what, line) => {
    const { code, out, errors } = await run(['list', what])
    expect([code, errors]).toEqual([0, ''])
    expect(out).toMatch(line)
  })
})

describe('openapi', () => {
  test('to the standard output', async () => {
    const { code, out } = await run(['openapi', 'hosted-standalone'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      openapi: '3.0.3',
      servers: [{ url: 'http://127.0.0.1:4010/eu/api' }, { url: 'http://127.0.0.1:4010/us/api' }],
    })
  })

  test('of the control API', async () => {
    const { code, out } = await run(['openapi', 'control'])
    expect(code).toBe(0)
    const { servers, paths } = JSON.parse(out)
    expect(servers.map(({ url }: { url: string }) => url)).toEqual([
      'http://127.0.0.1:4010/_sim',
      'http://127.0.0.1:4010/_world/{world}/_sim',
    ])
    expect(paths['/clock/advance'].post.operationId).toBe('advanceClock')
  })

  test('to a file', async () => {
    const path = join(folder, 'wiki.json')
    expect(await run(['openapi', 'wiki', '--out', path])).toEqual({ code: 0, out: '', errors: '' })
    expect(JSON.parse(readFileSync(path, 'utf8'))).toHaveProperty('paths')
  })

  test('to where nothing can be written', async () => {
    const { code, errors } = await run(['openapi', 'wiki', '--out', join(folder, 'no', 'where.json')])
    expect(code).toBe(1)
    expect(errors).toMatch(/^reqsim: cannot write '.*where\.json': .*\n$/)
  })
})

describe('validate', () => {
  test('good files', async () => {
    const path = write('good.yaml', 'name: good\nextends: [demo]\n')
    expect(await run(['validate', path])).toEqual({ code: 0, out: `${path}: valid\n`, errors: '' })
  })

  test('every fault of every file', async () => {
    const good = write('good.yaml', 'name: good\nextends: [demo]\n')
    const faulty = write(
      'faulty.yaml',
      'name: faulty\nclock: { mode: fast }\nworld:\n  spaces:\n    - { sit: 1 }\n',
    )
    const broken = write('broken.yaml', 'name: [\n')
    const { code, out, errors } = await run(['validate', faulty, good, broken, join(folder, 'absent.yaml')])
    expect(code).toBe(1)
    expect(out).toMatch(/faulty\.yaml:2:\d+ clock\.mode: /)
    expect(out).toMatch(/faulty\.yaml:5:\d+ world\.spaces\[0\]\.sit: .*did you mean 'site'\?/)
    expect(out).toContain(`${good}: valid\n`)
    expect(out).toMatch(/broken\.yaml:\d+:\d+/)
    expect(out).toMatch(/absent\.yaml/)
    expect(errors).toMatch(/^reqsim: \d+ problems in 3 of 4 files\n$/)
  })
})
