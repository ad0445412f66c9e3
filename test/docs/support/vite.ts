/** The development server of Vite in a project, as the pages start it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface DevelopmentServer {
  readonly address: string
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
  for await (const line of createInterface(server.stdout)) {
    const [, address] = /Local: +(http:\S+)/.exec(line) ?? []
    if (address !== undefined) return { address, stop }
  }
  throw new Error('vite ended before it listened')
}
