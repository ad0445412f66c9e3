/** Installs what the package.json of a folder pins, where it is not installed yet or its lockfile has changed since. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** `folder` ends with a slash; `what` is what a user is told to wait for; `flags` are more of npm's. Rejects where npm fails. */
export async function installPinned(folder: URL, what: string, flags: readonly string[] = []): Promise<void> {
  const installed = new URL('node_modules/.package-lock.json', folder)
  const wanted = new URL('package-lock.json', folder)
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return
  console.error(`Installing ${what} …`)
  const npm = process.env['npm_execpath']
  const [command, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]]
  const parameters = [
    ...first,
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...flags,
  ]
  const cwd = fileURLToPath(folder)
  const child = spawn(command, parameters, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`npm ci in ${cwd} ended with code ${code}`)
}
