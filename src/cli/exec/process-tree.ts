/** Signals to a process and everything that it started. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** The ids of a process and of all its descendants, parents first. On Windows only its own. */
export function processTree(root: number): readonly number[] {
  if (process.platform === 'win32') return [root]
  const childrenOf = Map.groupBy(runningProcesses(), ({ parent }) => parent)
  const found = [root]
  // Grows while it is read: each process adds its children.
  for (const id of found) found.push(...(childrenOf.get(id) ?? []).map((child) => child.id))
  return found
}

/** Sends a signal to the processes that still run. On Windows it ends them and their descendants. */
export function signalAll(ids: readonly number[], signal: NodeJS.Signals): void {
  for (const id of ids) {
    if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(id), '/t', '/f'])
    else {
      try {
        process.kill(id, signal)
      } catch {
        // It has already ended.
      }
    }
  }
}

interface RunningProcess {
  readonly id: number
  readonly parent: number
}

function runningProcesses(): readonly RunningProcess[] {
  return process.platform === 'linux' ? fromProcFiles() : fromPs()
}

/** Small containers have no `ps`. */
function fromProcFiles(): readonly RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const text = readFileSync(`/proc/${name}/stat`, 'utf8')
        // The name of the program is in parentheses and may contain anything; the state and the parent follow it.
        const parent = Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
        return [{ id: Number(name), parent }]
      } catch {
        return []
      }
    })
}

function fromPs(): readonly RunningProcess[] {
  const { stdout = '' } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  return stdout.split('\n').flatMap((line) => {
    const [id, parent] = line.trim().split(/\s+/).map(Number)
    return id === undefined || parent === undefined ? [] : [{ id, parent }]
  })
}
