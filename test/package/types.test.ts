// The declarations of the packed package, as compilers of several ages read them.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { project, run } from './packed.ts'

const packed = inject('packed')

const COMPILERS = [
  { version: '5.5', folder: 'test/package/tools/node_modules/typescript-5.5' },
  { version: '5.9', folder: 'test/package/tools/node_modules/typescript-5.9' },
  { version: '7', folder: 'node_modules/typescript' },
] as const
const RESOLUTIONS = [
  ['node16', 'node16'],
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
] as const

const cases = COMPILERS.flatMap((compiler) =>
  RESOLUTIONS.map(([module, resolution]) => ({ ...compiler, module, resolution })),
)

describe('compiles strictly', () => {
  it.each(cases)(
    'with TypeScript $version, module $module, resolution $resolution',
    async ({ version, folder, module, resolution }) => {
      await writeFile(join(packed.consumer, 'right.ts'), right)
      await writeFile(join(packed.consumer, 'wrong.ts'), wrong)
      // The newest compiler checks our declarations too; those of other packages are not ours to judge.
      const libraries = version === '7' ? 'false' : 'true'
      const args = `${STRICTEST} --skipLibCheck ${libraries} --module ${module} --moduleResolution ${resolution}`
      const { stdout } = await run(
        process.execPath,
        [join(project, folder, 'bin/tsc'), ...args.split(' '), 'right.ts', 'wrong.ts'],
        packed.consumer,
      )
      const ours = stdout
        .split('\n')
        .filter((line) => /^(right|wrong|node_modules\/reqsim\/)|^error/.test(line))
      expect(ours.map((line) => line.replace(/,\d+\): error .*/, ')'))).toEqual(wrongLines)
    },
  )
})

const STRICTEST =
  '--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --pretty false ' +
  '--target es2022 --lib es2022,dom,dom.iterable --types node'

const right = `
import { createSimulator, Refusal, ScenarioError } from 'reqsim'
import type { AssumptionId, OperationId, ScenarioName, ScenarioObject, Simulator, Snapshot, TableName } from 'reqsim'
import type { TableRecords, wire } from 'reqsim'
import { mountConsole } from 'reqsim/console'
import { handlers } from 'reqsim/msw'
import { serve } from 'reqsim/node'
export async function use(): Promise<number> {
  const sim: Simulator = await createSimulator({ scenario: 'demo', seed: '7' })
  const snapshot: Snapshot = sim.snapshot()
  sim.restore(snapshot)
  const answer: Response = await sim.fetch('http://sim.sim/_sim/health')
  sim.signIn('bob')
  const unmount: () => void = mountConsole(sim)
  unmount()
  const { url } = await serve(sim)
  const frozen = await sim.call('wiki.baseline.freeze', { as: 'alice', path: { spaceKey: 'ENG', version: 2 } })
  const started: wire.WikiFreezeStarted | undefined = frozen.ok ? frozen.body : undefined
  const { value }: { readonly value: string } = await sim.tokens.create({ user: 'alice' })
  sim.faults.add({ operation: 'wiki.baseline.*', drop: true, times: 2 })
  sim.faults.add({ outage: 102, for: '5m' })
  sim.verify({ operation: 'wiki.baseline.freeze', times: 1 })
  const keys: readonly string[] = sim.state('requirement', { spaceKey: 'ENG' }).map(({ key }) => key)
  return answer.status + handlers(sim, { corsOrigin: '*' }).length + url.length + value.length + keys.length + (started?.taskId.length ?? 0)
}
export const scenario = {
  extends: ['demo'],
  config: { assumptions: { A07: 'standalone' } },
  timeline: [{ advance: '3m' }, { as: 'alice', call: 'GET /api/applications/101', expect: { status: 200 } }],
} satisfies ScenarioObject
export const id: OperationId = 'standalone.application.list'
export const names: [ScenarioName, AssumptionId, TableName] = ['demo', 'A07', 'sequence']
export type Row<T extends TableName> = TableRecords[T]
export const isOurs = (error: unknown): boolean => error instanceof ScenarioError || error instanceof Refusal
`

// Each line must be refused: were a declaration not found, everything would be of type any, and all of them would pass.
const wrong = `import { createSimulator, type Simulator } from 'reqsim'
import { handlers } from 'reqsim/msw'
declare const sim: Simulator
export const snapshot: number = sim.snapshot()
export const scenario = createSimulator({ scenario: 'demmo' })
export const call = sim.call('wiki.baseline.freez', { path: { spaceKey: 'ENG', version: 2 } })
export const fault = sim.faults.add({ freeze: 'ENG', latency: '2s' })
export const catching = handlers(sim, { corsOrigins: '*' })
export const assumption: import('reqsim').AssumptionId = 'A9999'
`
const wrongLines = [4, 5, 6, 7, 8, 9].map((line) => `wrong.ts(${line})`)
