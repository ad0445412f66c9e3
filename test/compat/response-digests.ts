/** A digest of what each operation answers, so that a change of answers is a decision: kept with each version. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Operation } from '../../src/api/framework/operation.ts'
import { operations } from '../../src/api/operations.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { badRequests, credentialsFor } from '../support/bad-input.ts'
import { clientOf } from '../support/client.ts'
import { anonymousRequest, type ExampleRequest, exampleRequest, prepareExample } from '../support/examples.ts'
import { exampleAs, outsiderOf, readerOf } from '../support/permissions.ts'

/** Digests by the id of an operation. */
export type AnswerDigests = Readonly<Record<string, string>>

/** Left out: what describes the operations changes with every word of their documentation. */
const DESCRIBES = /\.openapi\.read$/

/** Plays the examples of all operations, each over a demo of its own. */
export async function digestAnswers(): Promise<AnswerDigests> {
  const demo = await createSimulator({ scenario: 'demo' })
  const digests: Record<string, string> = {}
  for (const operation of operations.filter(({ id }) => !DESCRIBES.test(id)))
    digests[operation.id] = await digestOf(demo, operation)
  return digests
}

/** By those who may, may only read, may nothing, and are nobody; then wrongly; then once more, after a while. */
async function digestOf(demo: Simulator, operation: Operation): Promise<string> {
  const simulator = demo.fork()
  await prepareExample(clientOf(simulator), operation)
  const answers: unknown[] = []
  const ask = async ({ method, path, headers, body }: ExampleRequest) => {
    const answer = await simulator.exchange({ method, url: path, headers: { ...headers, 'x-sim-explain': '1' }, body })
    answers.push([answer.status, answer.headers, typeof answer.body === 'string' ? answer.body : bytesToHex(answer.body)])
  }
  await ask(anonymousRequest(operation))
  await ask(exampleAs(operation, outsiderOf(operation)))
  await ask(exampleAs(operation, readerOf(operation)))
  for (const { path, headers, body } of badRequests(operation).filter((bad) => (bad.body?.length ?? 0) < 1000)) {
    const request = { method: operation.method, path, headers: { ...credentialsFor(operation), ...headers } }
    await ask(body === undefined ? request : { ...request, body })
  }
  await ask(exampleRequest(operation))
  simulator.clock.advance('4m')
  await ask(exampleRequest(operation))
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(answers)))).slice(0, 16)
}
