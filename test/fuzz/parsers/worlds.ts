/** Exported worlds, and what is answered from those that are taken. */

import type { ExchangeResponse } from '../../../src/api/framework/exchange.ts'
import { operations } from '../../../src/api/operations.ts'
import { importCheckedWorld } from '../../../src/simulator/records/world-import.ts'
import { createSimulator, type Simulator } from '../../../src/index.ts'
import { worldSchema } from '../../../src/model/schema.ts'
import { exportWorld, WorldDocumentError } from '../../../src/world/transfer.ts'
import { worldComplaints } from '../world-invariants.ts'
import { check, type DataParser, isA } from './parser.ts'

const demo = await createSimulator({ scenario: 'demo' })

export const world: DataParser = {
  kind: 'data',
  name: 'world',
  corpus: [exportWorld(demo.world)],
  refuses: isA(WorldDocumentError),
  async read(value) {
    const plain: unknown = JSON.parse(JSON.stringify(value))
    const complaints = worldComplaints(importCheckedWorld(worldSchema, plain))
    check(complaints.length === 0, complaints.join('\n'))
    await answersFrom(plain)
  },
  async readText(text) {
    const { status } = await importText(demo.fork(), text)
    check(status < 500, `import answers ${status}`)
  },
  families: {
    records: (size) =>
      JSON.stringify({
        format: 'reqsim.world',
        version: 1,
        seed: '1',
        clock: exportWorld(demo.world).clock,
        stores: {
          eu: {
            featureUse: Array.from({ length: size }, (_, at) => ({
              id: `1/x${at}`,
              userId: 1,
              feature: `x${at}`,
            })),
          },
        },
      }),
    depth: (size) =>
      `{"format":"reqsim.world","version":1,"seed":"1","clock":${JSON.stringify(exportWorld(demo.world).clock)},"stores":{"eu":{"user":[${'{"a":'.repeat(size)}1${'}'.repeat(size)}]}}}`,
  },
}

const WRITE_HEADERS = { 'content-type': 'application/json', 'x-sim-control': '1' }

function importText(simulator: Simulator, body: string): Promise<ExchangeResponse> {
  return simulator.exchange({ method: 'POST', url: '/_sim/import', headers: WRITE_HEADERS, body })
}

const reading = operations.filter(({ method }) => method === 'GET')

/** Whatever was taken, nothing stumbles over it: some reads, and time that goes on. */
async function answersFrom(document: unknown): Promise<void> {
  const { exampleRequest } = await import('../../support/examples.ts')
  const simulator = demo.fork()
  const text = JSON.stringify(document)
  const imported = await importText(simulator, text)
  // A world without a fault of its own may still hold numbers that bodies may not.
  if (imported.status !== 200) return check(imported.status < 500, `import answers ${imported.status}`)
  for (let count = 0; count < 12; count++) {
    const operation = reading[(text.length + 7 * count) % reading.length]!
    const { method, path, headers: own, body } = exampleRequest(operation)
    await simulator.exchange({ method, url: path, headers: own, body })
  }
  await simulator.exchange({
    method: 'POST',
    url: '/_sim/clock/advance',
    headers: WRITE_HEADERS,
    body: '{"by":"3m"}',
  })
  const defects = simulator.journal
    .entries()
    .flatMap(({ defect, fault, request }) =>
      defect === undefined || fault !== undefined ? [] : [`${request.url}: ${defect}`],
    )
  check(defects.length === 0, `an imported world is stumbled over: ${defects[0]}`)
}
