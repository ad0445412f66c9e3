/** Explores planted clients, in process and as commands. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { explore, type Exploration, type Vary } from '../../../src/adapters/explore.ts'
import type { Simulator } from '../../../src/index.ts'
import { GaveUp, GIVEN_UP, type PlantedClient, type Send } from './client.ts'

/** What the tests read of a failure. */
export type Found = Pick<
  Exploration['failures'][number],
  'consequence' | 'message' | 'sentence' | 'schedule' | 'times'
>
export type Variant = 'buggy' | 'correct'

/** Other users and the assumptions are not what these clients are about. */
const VARY: Vary = { edits: false, assumptions: false }
const COMMAND = fileURLToPath(new URL('command.ts', import.meta.url))
const CLI = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url))

export async function exploreInProcess(
  client: PlantedClient,
  variant: Variant,
  { seed, schedules }: { readonly seed: string; readonly schedules: number },
): Promise<{ readonly failures: readonly Found[]; readonly schedules: number }> {
  return explore({
    run: (sim) => client[variant](sendTo(sim)),
    check: async (sim, { result, error }) => {
      if (error === undefined) await client.check(result, sendTo(sim))
    },
    mayFail: (error) => error instanceof GaveUp,
    vary: VARY,
    seed,
    schedules,
  })
}

function sendTo(sim: Simulator): Send {
  return (call, body) => {
    const space = call.indexOf(' ')
    const headers = { Authorization: 'Bearer tok-alice', 'Content-Type': 'application/json' }
    const init = { method: call.slice(0, space), headers }
    return sim.fetch(
      call.slice(space + 1),
      body === undefined ? init : { ...init, body: JSON.stringify(body) },
    )
  }
}

/** The same with the command line, with a process for each run and for each check. */
export async function exploreCommand(
  { name }: PlantedClient,
  variant: Variant,
  { seed, schedules, jobs }: { readonly seed: string; readonly schedules: number; readonly jobs: number },
): Promise<{ readonly failures: readonly Found[]; readonly schedules: number }> {
  const limits = ['--seed', seed, '--schedules', String(schedules), '--jobs', String(jobs)]
  const varied = ['--without', 'edits,assumptions', '--may-fail', `exit ${GIVEN_UP}`]
  const check = ['--check', [process.execPath, COMMAND, name, 'check'].map((word) => `"${word}"`).join(' ')]
  const command = ['--', process.execPath, COMMAND, name, variant]
  const out = await printed([CLI, 'explore', '--json', ...limits, ...varied, ...check, ...command])
  return JSON.parse(out) as { failures: readonly Found[]; schedules: number }
}

function printed(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let out = ''
    let errors = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')))
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')))
    child.once('close', (code) =>
      code === 0 || code === 1 ? resolve(out) : reject(new Error(`ended with ${code}: ${errors}`)),
    )
  })
}

/** What is wrong with what was found: the bug must be a failure of its own, after one disturbance of its operation. */
export function complaintsAbout({ finds }: PlantedClient, failures: readonly Found[]): string[] {
  const own = failures.filter(
    ({ consequence, message }) => consequence === finds.consequence && finds.message.test(message),
  )
  if (own.length === 0)
    return [`the bug was not found, but ${failures.map(({ sentence }) => sentence).join('; ') || 'nothing'}`]
  const sentences = own.map(({ sentence }) => sentence)
  return sentences.some((sentence) => sentence.includes(finds.operation))
    ? []
    : [`the bug was found elsewhere: ${sentences.join('; ')}`]
}
