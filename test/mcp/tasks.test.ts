// The tasks of examples/agents, over the standard streams of one process: a scripted client solves each, and fails if it does
// nothing or goes wrong.

import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { begin, type Control, controlOf, problemsOf, readTasks } from '../../examples/agents/grading.ts'
import { connectToProcess, toolsOf } from './connect.ts'
import { type CallTool, solutions, wrongAttempts } from './solutions.ts'

const tasks = readTasks()

let client: Client
let tool: CallTool
let control: Control
beforeAll(async () => {
  const connection = await connectToProcess('empty', '--port', '0')
  client = connection.client
  tool = toolsOf(client)
  control = controlOf(await connection.url())
})
afterAll(() => client.close())

it('there are twenty, each with a solution and words', () => {
  expect(tasks.map(({ id }) => id).toSorted()).toEqual(Object.keys(solutions).toSorted())
  expect(tasks).toHaveLength(20)
  expect(tasks.filter(({ task }) => task.length < 60)).toEqual([])
})

describe.each(tasks)('$id', (task) => {
  it('is not solved by doing nothing', async () => {
    await begin(task, control)
    expect(await problemsOf(task, control)).not.toEqual([])
  })

  it('is solved with tools', async () => {
    await begin(task, control)
    await solutions[task.id]?.(tool)
    expect(await problemsOf(task, control)).toEqual([])
  })
})

describe('is not solved by a client that', () => {
  it.each(wrongAttempts)('$what: $task', async ({ task: id, run }) => {
    const task = tasks.find((each) => each.id === id)
    if (task === undefined) throw new Error(`no task ${id}`)
    await begin(task, control)
    await run(tool)
    expect(await problemsOf(task, control)).not.toEqual([])
  })
})

describe('a check that names what there is not', () => {
  const [first] = tasks
  it.each([
    ['transitions', [{ machine: 'baselin', event: 'COMPLETE' }], "no state machine 'baselin'"],
    ['transitions', [{ machine: 'baseline', event: 'FINISH' }], "no event 'FINISH'"],
    ['unmatchd', 0, "no number 'unmatchd'"],
  ])('is an error: %s %j', async (name, value, message) => {
    const wrong = { ...first!, verify: [], report: { [name]: value } }
    await expect(problemsOf(wrong, control)).rejects.toThrow(message)
  })
})
