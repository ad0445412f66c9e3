// The files of the example of many machines: the manifests start what the command line knows, the script moves worlds.

import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { serve } from '../../src/adapters/node.ts'
import { createSimulator } from '../../src/index.ts'
import { temporaryFolder } from '../support/folder.ts'
import { createProgram } from '../../src/cli/program.ts'
import { readDrain } from '../../src/cli/flags/flags.ts'
import { parseDuration } from '../../src/world/time/duration.ts'

const folder = resolve(import.meta.dirname, '../../examples/many-machines')
const read = (file: string) => readFileSync(resolve(folder, file), 'utf8')

type Yaml = ReturnType<typeof JSON.parse>
const compose: Yaml = parse(read('compose.yaml'), { merge: true })
const manifests: Yaml[] = parseAllDocuments(read('kubernetes.yaml')).map((document) => document.toJS())
const ofKind = (kind: string) => manifests.filter((one) => one.kind === kind)
const [statefulSet] = ofKind('StatefulSet')
const pod = statefulSet.spec.template.spec
const [instance] = pod.containers
const slots = ['slot-one', 'slot-two', 'slot-three']

/** The values of the flags of `serve`; throws for what the command does not know. */
function flagsOf(args: readonly string[]): Record<string, unknown> {
  const serve = createProgram({}).commands.find((command) => command.name() === 'serve')
  if (serve === undefined) throw new Error('no command serve')
  expect(args[0]).toBe('serve')
  serve.exitOverride().parseOptions(args.slice(1) as string[])
  return serve.opts()
}

const seconds = (text: string) => Number(/^(\d+)s$/.exec(text)?.[1])

test('instances of the manifests have flags of the command, and more time to end than they drain', () => {
  const inCompose = flagsOf(compose.services['slot-one'].command)
  const inKubernetes = flagsOf(instance.args)
  for (const { drain } of [inCompose, inKubernetes]) expect(readDrain(String(drain))).toMatch(/^\d+s$/)
  const drains = [inCompose, inKubernetes].map(({ drain }) => (parseDuration(String(drain)) ?? NaN) / 1000)
  expect(seconds(compose.services['slot-one'].stop_grace_period)).toBeGreaterThan(drains[0] ?? NaN)
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(drains[1] ?? NaN)
})

test('every slot has an instance, and nginx the files that its configuration includes', () => {
  expect(Object.keys(compose.services)).toEqual([...slots, 'reqsim'])
  const services = ofKind('Service').map(({ metadata, spec }) => [metadata.name, spec.selector])
  for (const [index, slot] of slots.entries())
    expect(services).toContainEqual([slot, { 'statefulset.kubernetes.io/pod-name': `reqsim-${index}` }])
  expect(statefulSet.spec.replicas).toBe(slots.length)
  for (const name of ['one', 'two', 'three']) {
    expect(read(`slots/${name}.conf`)).toMatch(`upstream slot-${name} { server 127.0.0.1:`)
    expect(read(`container/slots/${name}.conf`)).toBe(`upstream slot-${name} { server slot-${name}:4010; }\n`)
  }
  const { configMapGenerator }: Yaml = parse(read('kustomization.yaml'))
  const files: string[] = configMapGenerator.flatMap((map: Yaml) => map.files)
  for (const file of files) expect(read(file)).not.toBe('')
  const needed = ['nginx.conf', 'container/listen.conf', 'move-worlds.mjs']
  expect(files.toSorted()).toEqual(
    [
      ...needed,
      ...readdirSync(resolve(folder, 'container/slots')).map((one) => `container/slots/${one}`),
    ].toSorted(),
  )
})

test('no failure takes a slot out of the ring: another instance would make its worlds anew', () => {
  const [, ring = ''] = /upstream ring \{([^}]*)\}/.exec(read('nginx.conf')) ?? []
  const servers = ring.match(/\bserver .*;/g) ?? []
  expect(servers).toHaveLength(slots.length)
  for (const server of servers) expect(server).toContain(' max_fails=0;')
})

test('the readiness probe is the health check', () => {
  const { path, httpHeaders } = instance.readinessProbe.httpGet
  expect([path, httpHeaders]).toEqual(['/_sim/health', [{ name: 'Host', value: 'localhost' }]])
})

describe('move-worlds.mjs', () => {
  const saved = temporaryFolder()
  const token = 'control-token'

  async function start() {
    const simulator = await createSimulator({ scenario: 'demo', clock: { mode: 'manual' } })
    const served = await serve(simulator, { controlToken: token })
    onTestFinished(() => served.close())
    return { simulator, url: served.url }
  }

  function move(args: readonly string[], environment = { REQSIM_CONTROL_TOKEN: token }) {
    return promisify(execFile)(process.execPath, [resolve(folder, 'move-worlds.mjs'), ...args], {
      env: environment,
    })
  }

  test('saves all worlds to a folder, and loads them into another instance', async () => {
    const [old, successor] = [await start(), await start()]
    await old.simulator.worlds.create({ name: 'suite-1' })
    await old.simulator.fetch('/_sim/clock/advance', {
      method: 'POST',
      headers: { 'X-Sim-Control': '1', 'Content-Type': 'application/json', 'X-Sim-World': 'suite-1' },
      body: '{"by": "3m"}',
    })
    const place = resolve(saved.path, 'worlds')
    expect((await move([old.url, place])).stdout).toBe(`moved 2 worlds from ${old.url} to ${place}\n`)
    expect(readdirSync(place).toSorted()).toEqual(['default.json', 'suite-1.json'])
    expect((await move([place, successor.url])).stdout).toBe(
      `moved 2 worlds from ${place} to ${successor.url}\n`,
    )
    const exported = (simulator: typeof old.simulator) =>
      simulator.fetch('/_sim/export', { headers: { 'X-Sim-World': 'suite-1' } }).then((one) => one.json())
    expect(await exported(successor.simulator)).toEqual(await exported(old.simulator))
  })

  test('says what it takes, and what an instance refused', async () => {
    await expect(move(['one'])).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('FROM TO') })
    const { url } = await start()
    const refused = move([url, saved.path], { REQSIM_CONTROL_TOKEN: 'another-token' })
    await expect(refused).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('control token') })
  })
})
