/** The executable in an otherwise empty folder that nobody may write to, with no environment and for a user without rights. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

export interface Finished {
  readonly code: number | null
  readonly out: string
  readonly errors: string
}

type Environment = Readonly<Record<string, string>>

export interface Box {
  /** A folder beside it that the user may write to. */
  readonly writable: string
  /** Puts a file beside the executable. */
  write(name: string, content: string): void
  /** Starts the executable; nothing is in its environment but what is given. */
  start(args: readonly string[], environment?: Environment, folder?: string): ChildProcessWithoutNullStreams
  /** Runs it to its end. */
  run(args: readonly string[], environment?: Environment, folder?: string): Promise<Finished>
  /** The lines that a server has printed, as soon as there is one. */
  firstLines(server: ChildProcessWithoutNullStreams): Promise<string[]>
  remove(): void
}

/** Root may do everything, so the executable runs as nobody. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

export function createBox(executable: string): Box {
  const root = mkdtempSync(join(tmpdir(), 'reqsim-box-'))
  const folder = join(root, 'box')
  const writable = join(root, 'writable')
  mkdirSync(folder)
  mkdirSync(writable)
  const command = join(folder, 'reqsim')
  copyFileSync(executable, command)
  chmodSync(root, 0o755)
  chmodSync(folder, 0o555)
  chmodSync(writable, 0o777)

  const start: Box['start'] = (args, environment = {}, cwd = folder) =>
    spawn(command, args, { cwd, env: { ...environment }, ...NOBODY })
  return {
    writable,
    write(name, content) {
      chmodSync(folder, 0o755)
      writeFileSync(join(folder, name), content)
      chmodSync(folder, 0o555)
    },
    start,
    async run(args, environment, cwd) {
      const child = start(args, environment, cwd)
      child.stdin.end()
      const [out, errors, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close') as Promise<[number | null]>,
      ])
      return { code, out, errors }
    },
    async firstLines(server) {
      const lines: string[] = []
      const output = createInterface(server.stdout)
      output.on('line', (line) => lines.push(line))
      await once(output, 'line')
      return lines
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
