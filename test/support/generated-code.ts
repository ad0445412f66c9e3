// Brings the generated code up to date before any test imports it.

import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'

export function setup(): void {
  const script = resolve(import.meta.dirname, '../../scripts/generate.ts')
  execFileSync(process.execPath, [script, '--internal'], { stdio: 'inherit' })
}
