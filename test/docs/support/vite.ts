/** The development server of Vite in a project, as the pages start it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface DevelopmentServer {
  readonly address: string
  /** What it has printed so far. */
  output(): string
  stop(): Promise<void>
}

/** Starts `vite` in a folder that has it installed. Rejects when it ends before it listens. */
export async function startVite(folder: string): Promise<DevelopmentServer> {
  const server = spawn(process.execPath, [join(folder, 'node_modules/vite/bin/vite.js'), '--port', '0'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], NO_COLOR: '1' },
  })
  const stop = async () => {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  let output = ''
  const listening = new Promise<string>((resolve, reject) => {
    const note = (part: Buffer): void => {
      output += String(part)
      const [, address] = /Local: +(http:\S+)/.exec(output) ?? []
      if (address !== undefined) resolve(address)
    }
    server.stdout.on('data', note)
    server.stderr.on('data', note)
    server.once('exit', () => reject(new Error(`vite ended before it listened: ${output}`)))
  })
  return { address: await listening, output: () => output, stop }
}
