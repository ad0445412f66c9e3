/** Registers the shared cases as tests of one door: each must answer as expected, and exactly as the core answers. */
import { describe, expect, test } from 'vitest'
import { cases, type DoorCase } from './cases.ts'
import { type DoorName, type PlainAnswer, type Send, textOf } from './door.ts'
import { runCase, sendToCore } from './run-case.ts'
import { createSubject } from './subject.ts'

/** Runs every case through `send`, which is called in the tests only. */
export function doorTests(door: DoorName, send: Send): void {
  doorTestsOf(door, (entry, index) => runCase(entry, index, send))
}

/** The same for a door that runs whole cases by itself. */
export function doorTestsOf(
  door: DoorName,
  run: (entry: DoorCase, index: number) => Promise<readonly PlainAnswer[]>,
): void {
  describe(`the shared cases through ${door}`, () => {
    const reference = createSubject()
    test.each(cases.map((entry, index) => ({ ...entry, index })))('$name', async (entry) => {
      const { index, skip } = entry
      const reason = skip?.[door]
      if (reason !== undefined) {
        console.log(`not through ${door}: ${entry.name}: ${reason}`)
        return
      }
      const answers = await run(entry, index)
      entry.steps.forEach((step, position) => checkExpectation(answers[position] as PlainAnswer, step.expect))
      expect(answers).toEqual(await runCase(entry, index, sendToCore(await reference)))
    })
  })
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
