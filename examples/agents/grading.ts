// Tasks and their checks: what the file of a task holds, and how a finished session is graded by verify and report alone.

import { readdirSync, readFileSync } from 'node:fs'
import type { Expectation, Report, Verification } from 'reqsim'
import { parse } from 'yaml'

/** A transition of a state machine that must have happened: exactly so many times, or at least once. */
export interface ExpectedTransition {
  readonly machine: string
  readonly event: string
  readonly times?: number
}

export interface Task {
  /** The name of its file. */
  readonly id: string
  /** The words to give to the program. */
  readonly task: string
  /** The name of a ready scenario, or a scenario object. */
  readonly scenario: string | object
  /** The requests that must have been sent, and those that must not. */
  readonly verify: readonly Expectation[]
  /** What the report must say. */
  readonly report: Readonly<Partial<Record<keyof typeof COUNTS, number>>> & {
    readonly transitions?: readonly ExpectedTransition[]
  }
}

/** Numbers of the report that a task can expect. */
const COUNTS = {
  unmatched: (report: Report) => report.unmatched,
  unknown: (report: Report) => report.unknown.length,
  rateLimited: (report: Report) => report.rateLimited,
  faulted: (report: Report) => report.faulted,
}

const FOLDER = new URL('tasks/', import.meta.url)

/** All tasks, in order of their ids. */
export function readTasks(): Task[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .map((file) => {
      const text = readFileSync(new URL(file, FOLDER), 'utf8')
      return { id: file.replace('.yaml', ''), ...(parse(text) as Omit<Task, 'id'>) }
    })
}

/** Sends a request to the control API and returns its JSON. */
export type Control = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<unknown>

/** The control API of a server, by its base address. */
export function controlOf(url: string): Control {
  return async (method, path, body) => {
    const response = await fetch(`${url}/_sim${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', 'X-Sim-Control': '1' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const data = (await response.json()) as { readonly message?: string }
    if (!response.ok) throw new Error(`${method} ${path}: ${data.message}`)
    return data
  }
}

/** Puts every world to the beginning of a task. */
export async function begin(task: Task, control: Control): Promise<void> {
  await control(
    'POST',
    '/scenario',
    typeof task.scenario === 'string' ? { name: task.scenario } : task.scenario,
  )
}

/** What a session did not do as the task asks, one sentence each; empty if it solved the task. */
export async function problemsOf(task: Task, control: Control): Promise<string[]> {
  const problems: string[] = []
  for (const expectation of task.verify) {
    const { ok, message } = (await control('POST', '/verify', expectation)) as Verification
    if (!ok) problems.push(message)
  }
  const report = (await control('GET', '/report')) as Report
  const { transitions = [], ...counts } = task.report
  for (const [name, expected] of Object.entries(counts)) {
    const count = COUNTS[name as keyof typeof COUNTS]
    if (count === undefined) throw new Error(`the report has no number '${name}'`)
    const found = count(report)
    if (found !== expected) problems.push(`the report has ${name} ${found}, expected ${expected}`)
  }
  for (const { machine, event, times } of transitions) {
    const found = timesOf(report, machine, event)
    if (times === undefined ? found === 0 : found !== times)
      problems.push(`${machine} made ${event} ${found} times, expected ${times ?? 'at least 1'}`)
  }
  return problems
}

function timesOf(report: Report, machine: string, event: string): number {
  const found = report.machines.find((each) => each.machine === machine)
  if (found === undefined) throw new Error(`there is no state machine '${machine}'`)
  const times = found.transitions.filter((each) => each.event === event).map((each) => each.times)
  if (times.length === 0) throw new Error(`the state machine '${machine}' has no event '${event}'`)
  return times.reduce((sum, each) => sum + each, 0)
}
