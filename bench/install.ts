/** Installs what bench/package.json pins, where it is not installed yet or the lockfile has changed since. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { fileOf } from './child.ts'

/** Rejects where npm fails. */
export async function installPeers(): Promise<void> {
  const installed = fileOf('node_modules/.package-lock.json')
  const wanted = fileOf('package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return
  console.error('Installing the peers …')
  const npm = process.env['npm_execpath']
  const [command, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]]
  const parameters = [...first, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const child = spawn(command, parameters, { cwd: fileOf('.'), stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`npm ci in bench/ ended with code ${code}`)
}
