/**
 * Explores clients of the corpus several times and runs their shrunk failures, and prints one digest for each client. The argument is
 * the number of times; a process fails if they differ.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { explorationText, explore, reproduce, scenarioFile } from '../../src/adapters/explore.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { exportWorld } from '../../src/world/store/transfer.ts'
import { corpus } from './corpus/entries.ts'
import type { CorpusEntry } from './corpus/entry.ts'

/** Broken by a fault, by an edit, and by an order of requests. */
const CLIENTS = ['retry without idempotence', 'losing the last page', 'saving twice at the same time']
const SEED = 7
const SCHEDULES = 60

const times = Number(process.argv[2] ?? 2)
for (const entry of corpus.filter(({ name }) => CLIENTS.includes(name))) {
  const digests = new Set<string>()
  for (let time = 0; time < times; time++) digests.add(await digestOf(entry))
  if (digests.size !== 1) throw new Error(`${entry.name}: ${digests.size} different explorations`)
  process.stdout.write(`${[...digests].join()} ${entry.name}\n`)
}

async function digestOf({ options, buggy }: CorpusEntry): Promise<string> {
  const found = await explore({ ...options, run: buggy, seed: SEED, schedules: SCHEDULES })
  const parts = [JSON.stringify(found), explorationText(found)]
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

function bytesOf(sim: Simulator): string {
  return JSON.stringify([sim.journal.entries(), exportWorld(sim.world)])
}
