/**
 * Explores clients of the corpus several times and runs their shrunk failures, and prints one digest for each client. The first
 * argument is the number of times; a process fails if they differ. With `http` as the second, the clients call a server.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import {
  explorationText,
  explore,
  type ExploreOptions,
  reproduce,
  scenarioFile,
} from '../../src/adapters/explore.ts'
import { serve } from '../../src/adapters/node.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { exportWorld } from '../../src/world/transfer.ts'
import { corpus } from './corpus/entries.ts'
import type { CorpusEntry } from './corpus/entry.ts'

const overHttp = process.argv[3] === 'http'
/** Broken by a fault, by an edit, and by an order of requests: a server handles each request as it arrives. */
const CLIENTS = [
  'retry without idempotence',
  'losing the last page',
  ...(overHttp ? [] : ['saving twice at the same time']),
]
const SEED = 7
const SCHEDULES = 60

const times = Number(process.argv[2] ?? 2)
for (const entry of corpus.filter(({ name }) => CLIENTS.includes(name))) {
  const digests = new Set<string>()
  for (let time = 0; time < times; time++) digests.add(await digestOf(entry))
  if (digests.size !== 1) throw new Error(`${entry.name}: ${digests.size} different explorations`)
  process.stdout.write(`${[...digests].join()} ${entry.name}\n`)
}

async function digestOf({ options, buggy: inProcess }: CorpusEntry): Promise<string> {
  const buggy = overHttp ? throughServer(inProcess) : inProcess
  const found = await explore({ ...options, run: buggy, seed: SEED, schedules: SCHEDULES })
  // The trace has the Host header of each request.
  const parts = [
    JSON.stringify(found, (name, value: unknown) => (overHttp && name === 'trace' ? undefined : value)),
    explorationText(found),
  ]
  for (const failure of found.failures) {
    const { check, mayFail } = options
    let used: Simulator | undefined
    const again = reproduce({
      scenario: failure.scenario,
      run: (sim, context) => {
        used = sim
        return buggy(sim, context)
      },
      ...(check === undefined ? {} : { check }),
      ...(mayFail === undefined ? {} : { mayFail }),
    })
    const message = await again.then(
      () => 'passed',
      (error: Error) => error.message,
    )
    if (message !== failure.message || used === undefined) throw new Error(`not reproduced: ${message}`)
    const replayed = await createSimulator({ scenario: failure.scenario })
    const { ok } = await replayed.run()
    parts.push(await scenarioFile(failure), String(ok), bytesOf(used), bytesOf(replayed))
  }
  if (found.failures.length === 0) throw new Error('no failure')
  return bytesToHex(sha256(utf8ToBytes(parts.join('\n'))))
}

function throughServer(run: ExploreOptions['run']): ExploreOptions['run'] {
  return async (sim, context) => {
    const { url, close } = await serve(sim, { port: 0 })
    const call: typeof fetch = (path, init) => fetch(`${url}${String(path)}`, init)
    try {
      return await run(Object.assign(sim, { fetch: call }), context)
    } finally {
      await close()
    }
  }
}

function bytesOf(sim: Simulator): string {
  const bytes = JSON.stringify([sim.journal.entries(), exportWorld(sim.world)])
  // A server gets a free port.
  return bytes.replaceAll(/"host":"127\.0\.0\.1:\d+"/g, '')
}
