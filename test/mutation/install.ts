/** Installs what test/mutation/package.json pins, where it is not installed yet or the lockfile has changed since. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const fileOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/** Rejects where npm fails. */
export async function installInstrumenter(): Promise<void> {
  const installed = fileOf('node_modules/.package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(fileOf('package-lock.json')).mtimeMs)
    return
  console.error('Installing the instrumenter …')
  const npm = process.env['npm_execpath']
  const [command, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]]
  const parameters = [...first, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const child = spawn(command, parameters, { cwd: fileOf('.'), stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`npm ci in test/mutation/ ended with code ${code}`)
}
