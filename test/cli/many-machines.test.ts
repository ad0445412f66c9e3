// The manifests beside the example of many machines start what the command line knows.

import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
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

test('the readiness probe is the health check', () => {
  const { path, httpHeaders } = instance.readinessProbe.httpGet
  expect([path, httpHeaders]).toEqual(['/_sim/health', [{ name: 'Host', value: 'localhost' }]])
})
