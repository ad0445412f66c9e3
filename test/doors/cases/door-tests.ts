/** Registers the shared cases as tests of one door: each must answer as expected, and exactly as the core answers. */
import { describe, expect, test } from 'vitest'
import type { Simulator } from '../../../src/simulator/simulator.ts'
import { cases, type DoorCase } from './cases.ts'
import { compressedCases } from './compressed-cases.ts'
import { drawnCases } from './drawn-cases.ts'
import { type PlainAnswer, type Send, textOf } from '../door.ts'
import type { DoorName } from './cases.ts'
import { operationCases } from './operation-cases.ts'
import { runCase, sendToCore } from './run-case.ts'
import { createSubject } from './subject.ts'

/** The shared cases, those of compressed bodies, then one for each operation, then some that are drawn. */
export const allCases: readonly DoorCase[] = [...cases, ...compressedCases, ...operationCases, ...drawnCases]

/**
 * Runs every case through `send`, which is called in the tests only. `host` is what the door tells the core that it was
 * called at, where it does.
 */
export function doorTests(door: DoorName, send: Send, host?: string): void {
  doorTestsOf(door, allCases, (entry, index) => runCase(entry, index, send), host)
}

/** The same for a door that runs whole cases by itself. */
export function doorTestsOf(
  door: DoorName,
  list: readonly DoorCase[],
  run: (entry: DoorCase, index: number) => Promise<readonly PlainAnswer[]>,
  host?: string,
  scheme?: 'https',
): void {
  describe(`the shared cases through ${door}`, () => {
    test.each(list.map((entry, index) => ({ ...entry, index })))('$name', async (entry) => {
      const { index, skip } = entry
      const reason = skip?.[door]
      if (reason !== undefined) {
        console.log(`not through ${door}: ${entry.name}: ${reason}`)
        return
      }
      const answers = await run(entry, index)
      entry.steps.forEach((step, position) => checkExpectation(answers[position] as PlainAnswer, step.expect))
      expect(answers).toEqual(await answersOfCore(entry, index, host, scheme))
    })
  })
}

const references = new Map<string | undefined, Promise<Simulator>>()
const known = new Map<string, Promise<readonly PlainAnswer[]>>()

/** What the core answers to a case when it is called at this host; asked once. */
export function answersOfCore(
  entry: DoorCase,
  index: number,
  host?: string,
  scheme?: 'https',
): Promise<readonly PlainAnswer[]> {
  const reference = references.get(host) ?? createSubject()
  references.set(host, reference)
  const key = `${index} ${host}`
  const answers =
    known.get(key) ??
    reference.then((simulator) => runCase(entry, index, sendToCore(simulator, host, scheme)))
  known.set(key, answers)
  return answers
}

function checkExpectation(answer: PlainAnswer, expected: DoorCase['steps'][number]['expect']): void {
  const text = textOf(answer)
  expect({ status: answer.status, text }).toMatchObject({ status: expected.status })
  const headers = Object.fromEntries(answer.headers)
  for (const [name, value] of Object.entries(expected.headers ?? {})) {
    if (value === null) expect(headers).not.toHaveProperty(name)
    else expect(headers[name]).toBe(value)
  }
  if (expected.text !== undefined) expect(text).toBe(expected.text)
  if (expected.bytes !== undefined)
    expect(answer.body).toBe(expected.bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(''))
  if (expected.body !== undefined) expect(JSON.parse(text)).toMatchObject(expected.body)
}
