/**
 * `npm run attack`: attacks a server on loopback with what hostile clients may send, then redacts texts of all shapes, and
 * prints the results. The exit code is 1 if a limit is passed.
 */
import { recorded } from '../gateway/journal/recorded.ts'
import { redactEntry } from '../../src/gateway/journal/redact.ts'
import { growthComplaint } from './growth.ts'
import { type Outcome, runAttacks } from './run.ts'
import { secretLike, shapes } from './shapes.ts'

/** One of so many shapes is read. */
const STRIDE = 17
const LENGTH = 64 * 1024

let failed = false

console.log(`${'attack'.padEnd(64)} credential  memory    heap   delay  health`)
for await (const outcome of runAttacks({ share: 1, thorough: true })) {
  console.log(lineOf(outcome))
  for (const problem of outcome.complaints) console.log(`  ! ${problem}`)
  failed ||= outcome.complaints.length > 0
}

let count = 0
for (const shape of shapes(2, STRIDE)) {
  count++
  const problem = await growthComplaint(shape, LENGTH, (text) => {
    const headers = { 'x-api-key': secretLike(text, 4000) }
    redactEntry(recorded({ request: { method: 'POST', url: '/', headers, body: text } }))
  })
  if (problem !== undefined) {
    console.log(`  ! ${problem}`)
    failed = true
  }
}
console.log(`${count} shapes of ${LENGTH} characters were redacted`)
process.exitCode = failed ? 1 : 0

function lineOf({ name, credential, memory, heap, delay, health }: Outcome): string {
  const cells = [
    [memory, 'MiB'],
    [heap, 'MiB'],
    [delay, 'ms'],
    [health, 'ms'],
  ].map(([value, unit]) => `${Math.round(Number(value))} ${unit}`.padStart(8))
  return `${name.padEnd(64)} ${(credential ? 'with' : 'without').padEnd(10)}${cells.join('')}`
}
