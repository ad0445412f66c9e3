// Signals to `reqsim exec`, and the death of its server. That a process ends is seen by the end of its output, which
// everything that it started shares.

import { setTimeout as delay } from 'node:timers/promises'
import { describe, test } from 'vitest'
import { runCommand } from '../../../src/cli/exec/child.ts'
import { startWithoutTerminal } from '../cli.ts'

/** A shell command that says `ready`, and then waits in the foreground of the shell. */
const shell = (script: string) => ['exec', '--', 'sh', '-c', script]
const waiting = 'while :; do sleep 0.02; done'
/** It ignores signals, and so does the process that it starts. */
const stubborn = "trap '' INT TERM; sleep 60 & echo ready; wait; wait; sleep 60"

describe.concurrent('a signal', () => {
  test.for([
    ['SIGTERM', `echo ready; exec sleep 60`, 143],
    ['SIGINT', `trap 'exit 5' INT; echo ready; ${waiting}`, 5],
    // A run that was cut short is no success, whatever the command says of it.
    ['SIGINT', `trap 'exit 0' INT; echo ready; ${waiting}`, 130],
  ] as const)('%s reaches the command once: %s', async ([signal, script, expected], { expect }) => {
    const counted = script.replace(/trap '/, "trap 'echo got; ")
    const command = startWithoutTerminal(shell(counted))
    await command.seen(/ready/)
    // npm sends on what a terminal or a CI server has already sent to all processes.
    command.process.kill(signal)
    command.process.kill(signal)
    const { code, out } = await command.finished
    expect(code).toBe(expected)
    expect(out.match(/got/g) ?? []).toHaveLength(script.includes('trap') ? 1 : 0)
  })

  test('again kills the command and everything that it started', async ({ expect }) => {
    const command = startWithoutTerminal(shell(stubborn))
    await command.seen(/ready/)
    command.process.kill('SIGINT')
    await delay(400)
    expect(command.process.exitCode).toBeNull()
    // On a busy machine the second may come before the first was handled, and counts as the same.
    const again = setInterval(() => command.process.kill('SIGINT'), 400)
    expect((await command.finished.finally(() => clearInterval(again))).code).toBe(137)
  })
})

test('a copy of a signal that arrives when the command has ended does not end exec', async ({ expect }) => {
  const before = process.listenerCount('SIGTERM')
  expect(await runCommand(['true'], process.env).ended).toBe(0)
  expect(process.listenerCount('SIGTERM')).toBe(before + 1)
  await expect.poll(() => process.listenerCount('SIGTERM')).toBe(before)
})

describe.concurrent('the server', () => {
  const dying = `data:text/javascript,${encodeURIComponent(
    "process.once('SIGUSR2', () => { throw new Error('lost its mind') })",
  )}`

  test.for([
    ['that ends when it is asked to', 'sleep 60 & echo ready; wait'],
    ['that does not', stubborn],
    ['that reports success', `trap 'exit 0' TERM; echo ready; ${waiting}`],
  ] as const)('dies: a command %s is ended', async ([, script], { expect }) => {
    const command = startWithoutTerminal(shell(script), dying)
    await command.seen(/ready/)
    command.process.kill('SIGUSR2')
    const { code, errors } = await command.finished
    expect(code).toBe(3)
    expect(errors).toMatch(/reqsim: the server died, and the command was ended: Error: lost its mind\n/)
  })
})

describe.concurrent('the streams', () => {
  test('are those of the command, and nothing else is written to the standard output', async ({ expect }) => {
    const command = startWithoutTerminal(['exec', '--', 'sh', '-c', 'cat; echo error >&2; exit 4'])
    command.process.stdin?.end('from outside\n')
    const { code, out, errors } = await command.finished
    expect([code, out]).toEqual([4, 'from outside\n'])
    expect(errors).toMatch(/^reqsim: listening on .*\nerror\nreqsim: warning: .*\n$/)
  })
})
