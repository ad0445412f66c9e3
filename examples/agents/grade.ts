// An MCP server for one task: passes the protocol through to `reqsim mcp`, and grades the session when it ends.
//
//   node grade.ts TASK [--out FILE]     is the command to give to a program that uses tools
//   node grade.ts TASK --words          prints the words of the task

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { begin, controlOf, problemsOf, readTasks, type Task } from './grading.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, words: { type: 'boolean' } },
})

const tasks = readTasks()
const task = tasks.find(({ id }) => id === positionals[0])
if (task === undefined) {
  process.stderr.write(
    `There is no task '${positionals[0] ?? ''}'. There are:\n${tasks.map(({ id }) => id).join('\n')}\n`,
  )
  process.exitCode = 2
} else if (values.words === true) process.stdout.write(`${task.task}\n`)
else await serve(task)

/** Serves until the program closes its end, or a signal. Exits with 0 if the task is solved, and with 1 if it is not. */
async function serve(task: Task): Promise<void> {
  // REQSIM_COMMAND names another command, such as the path of the executable.
  const installed = () => [
    process.execPath,
    fileURLToPath(new URL('../bin/reqsim.js', import.meta.resolve('reqsim'))),
  ]
  const [command = '', ...args] = process.env['REQSIM_COMMAND']?.split(' ') ?? installed()
  const server = spawn(command, [...args, 'mcp', 'empty', '--port', '0'], { stdio: 'pipe' })
  const ended = once(server, 'exit')
  const control = controlOf(await addressOf(server.stderr))
  await begin(task, control)
  process.stdin.pipe(server.stdin, { end: false })
  server.stdout.pipe(process.stdout)
  await Promise.race([once(process.stdin, 'end'), once(process, 'SIGTERM'), once(process, 'SIGINT'), ended])
  const problems = await problemsOf(task, control)
  server.kill()
  await ended
  const grade = { task: task.id, passed: problems.length === 0, problems }
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(grade, undefined, 2)}\n`)
  process.stderr.write(`${task.id}: ${grade.passed ? 'passed' : `failed\n${problems.join('\n')}`}\n`)
  process.exitCode = grade.passed ? 0 : 1
  process.stdin.destroy()
}

/** The address that the server announces; what else it says is passed on. */
async function addressOf(stream: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface(stream)
  return new Promise((resolve) => {
    lines.on('line', (line) => {
      const address = /^reqsim listening on (\S+)/.exec(line)?.[1]
      if (address === undefined) process.stderr.write(`${line}\n`)
      else resolve(address)
    })
  })
}
