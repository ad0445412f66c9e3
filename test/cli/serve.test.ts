import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { json, run, serve, serveProcess, start } from './cli.ts'

const folder = temporaryFolder()

describe('serving', () => {
  test('prints its address, responds, and stops within a second of SIGTERM', async () => {
    const { url, command } = await serveProcess()
    const answer = await fetch(`${url}/api/applications/101`, {
      headers: { Authorization: 'Bearer tok-alice' },
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ id: 101 })
    const begin = performance.now()
    command.process.kill('SIGTERM')
    expect(await command.finished).toMatchObject({ code: 0, errors: '' })
    expect(performance.now() - begin).toBeLessThan(1000)
  })

  test('drains after SIGTERM: the health check fails, everything else is served until the end', async () => {
    const { url, command } = await serveProcess('--drain', '700ms')
    const health = async () => {
      const response = await fetch(`${url}/_sim/health`)
      return { status: response.status, body: await response.json() }
    }
    expect(await health()).toMatchObject({ status: 200, body: { status: 'ok' } })
    const begin = performance.now()
    command.process.kill('SIGTERM')
    await command.seen(/reqsim drains for 700ms: .*\/_sim\/health returns 503/)
    const message = 'the server drains and will end: send new work to another one'
    const failed = { message, statusCode: 'SERVICE_UNAVAILABLE', errors: [message] }
    expect(await health()).toEqual({ status: 503, body: failed })
    const headers = { Authorization: 'Bearer tok-alice', 'X-Sim-World': 'made-while-it-drains' }
    expect((await fetch(`${url}/api/applications/101`, { headers })).status).toBe(200)
    expect((await fetch(`${url}/_sim/clock`)).status).toBe(200)
    // Another one changes nothing.
    command.process.kill('SIGTERM')
    expect(await command.finished).toMatchObject({ code: 0, errors: '' })
    expect(performance.now() - begin).toBeGreaterThan(690)
    expect(performance.now() - begin).toBeLessThan(2500)
  })

  test.each(['before', 'while'])('SIGINT ends a server at once, %s it drains', async (when) => {
    const { command } = await serveProcess('--drain', '1h')
    if (when === 'while') {
      command.process.kill('SIGTERM')
      await command.seen(/drains for 1h/)
    }
    const begin = performance.now()
    command.process.kill('SIGINT')
    expect(await command.finished).toMatchObject({ code: 0, errors: '' })
    expect(performance.now() - begin).toBeLessThan(1000)
  })

  test('holds as many worlds as its flag allows', async () => {
    const { url } = await serve(['--world-maximum', '2'])
    const use = (name: string) => fetch(`${url}/_sim/clock`, { headers: { 'X-Sim-World': name } })
    expect([(await use('one')).status, (await use('two')).status]).toEqual([200, 409])
    expect(await (await use('two')).json()).toMatchObject({ message: expect.stringContaining('2 worlds') })
  })

  test('stops with SIGINT too, and with connections open', async () => {
    const { url, command } = await serveProcess()
    await fetch(url)
    command.process.kill('SIGINT')
    expect((await command.finished).code).toBe(0)
  })

  test('prints what the scenario is about', async () => {
    const description = 'The site is down.\\nBring it back\\u001b[2J'
    const scenario = folder.write(
      'described.yaml',
      `name: described\ndescription: "${description}"\nextends: [demo]\n`,
    )
    const toldOf = async (name: string) => {
      const { command } = await serve([name])
      const [, announcement] = await command.seen(/\nScenario .*\n((?:.+\n)+)\n/)
      await command.stop()
      return announcement
    }
    expect(await toldOf(scenario)).toBe('The site is down.\nBring it back [2J\n')
    expect(await toldOf('scenarios/outage.yaml')).toContain('no change is lost')
    expect(await toldOf('scenarios/migration.yaml')).toContain('until both agree again')
  })

  test('prints the addresses, credentials and a command to try', async () => {
    const { url, command } = await serve([])
    expect(command.out()).toContain(`${url}/us/tracker\n`)
    expect(command.out()).toContain('Tokens: tok-admin, tok-alice')
    expect(command.out()).toContain('Sessions: JSESSIONID=sess-admin')
    const [, header, address] = await command.seen(/Try: curl -H '(.*?)' '(.*?)'\n/)
    const [name = '', value = ''] = (header ?? '').split(': ')
    expect((await fetch(address ?? '', { headers: { [name]: value } })).status).toBe(200)
  })

  test('the clock is live and starts at the time of the scenario', async () => {
    const { url } = await serve([])
    const { now, mode } = await json(`${url}/_sim/clock`)
    expect(mode).toBe('live')
    const passed = Date.parse(String(now)) - Date.parse('2026-01-05T09:00:00Z')
    expect(passed).toBeGreaterThanOrEqual(0)
    expect(passed).toBeLessThan(20_000)
  })

  test.each([
    [['--clock', 'manual'], { mode: 'manual' }],
    [['--clock', 'live:60x'], { mode: 'live', speed: 60 }],
  ])('%j', async (args, clock) => {
    const { url } = await serve(args)
    expect(await json(`${url}/_sim/clock`)).toMatchObject(clock)
  })

  test('a scenario file, whose clock overrides the default', async () => {
    const file = folder.write('mine.yaml', 'name: mine\nextends: [demo]\nclock: { mode: auto }\n')
    const { url } = await serve([file, '--seed', 'other'])
    expect(await json(`${url}/_sim/health`)).toMatchObject({ scenario: 'mine', seed: 'other' })
    expect(await json(`${url}/_sim/clock`)).toMatchObject({ mode: 'auto' })
  })

  test('flags from the environment', async () => {
    const { url } = await serve([], {
      REQSIM_CLOCK: 'manual',
      REQSIM_CORS_ORIGIN: 'http://a.test,http://b.test',
    })
    expect(await json(`${url}/_sim/clock`)).toMatchObject({ mode: 'manual' })
    const answer = await fetch(`${url}/api`, { headers: { Origin: 'http://b.test' } })
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://b.test')
  })

  test('off loopback the control API is closed without a token', async () => {
    const open = start(['serve', '--port', '0', '--host', '0.0.0.0'])
    onTestFinished(async () => void (await open.stop()))
    const [, port = ''] = await open.seen(/^reqsim listening on http:\/\/0\.0\.0\.0:(\d+)\n/)
    await open.seen(/start with --control-token/)
    expect((await fetch(`http://127.0.0.1:${port}/_sim/clock`)).status).toBe(401)
    expect((await fetch(`http://127.0.0.1:${port}/_sim/health`)).status).toBe(200)
  })
})

describe('what cannot be served', () => {
  test('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    const { code, out, errors } = await run(['serve', '--port', String(port)])
    other.close()
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(errors).toBe(
      `reqsim: port ${port} of 127.0.0.1 is in use: stop the other server, or choose another port (0 selects any free one)\n`,
    )
  })

  test('an unknown scenario, with the nearest name', async () => {
    const { code, errors } = await run(['serve', 'dmo'])
    expect(code).toBe(2)
    expect(errors).toMatch(/^reqsim: .*'dmo'.*'demo'.*\n$/)
  })

  test('a file that is not there', async () => {
    const { code, errors } = await run(['serve', join(folder.path, 'absent.yaml')])
    expect(code).toBe(2)
    expect(errors).toMatch(/^reqsim: .*absent\.yaml.*\n$/)
  })

  test('a file with faults, all of them by line and column', async () => {
    const text = 'name: faulty\nextends: [demo]\nsed: 1\nclock: { mode: fast }\n'
    const file = folder.write('faulty.yaml', text)
    const { code, errors } = await run(['serve', file])
    expect(code).toBe(1)
    expect(errors).toMatch(/faulty\.yaml:3:1 .*sed/)
    expect(errors).toMatch(/faulty\.yaml:4:\d+ clock\.mode/)
  })
})
