/** A development server of Vite with the plugin, in this process: its requests, its terminal, and what it sends to pages. */
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { createServer, type HotPayload, type InlineConfig, type ViteDevServer } from 'vite'
import { reqsim, type ReqsimOptions } from '../../../src/adapters/vite.ts'

export const ALICE = { authorization: 'Bearer tok-alice' }
export const WRITE = { 'X-Sim-Control': '1', 'Content-Type': 'application/json' }

export interface Development {
  readonly vite: ViteDevServer
  /** `http://localhost:5173`. */
  readonly url: string
  readonly port: number
  /** The lines of the terminal so far. */
  readonly terminal: string[]
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** The JSON of a response with status 200. */
  json<T>(path: string, headers?: Readonly<Record<string, string>>): Promise<T>
}

/** Serves a folder until the test ends. */
export async function startDevelopment(
  root: string,
  options?: ReqsimOptions,
  config: InlineConfig = {},
): Promise<Development> {
  const terminal: string[] = []
  const note = (text: string): void => void terminal.push(text)
  const vite = await createServer({
    configFile: false,
    root,
    plugins: [reqsim(options)],
    optimizeDeps: { noDiscovery: true },
    clearScreen: false,
    customLogger: {
      info: note,
      warn: note,
      warnOnce: note,
      error: note,
      clearScreen: () => {},
      hasErrorLogged: () => false,
      hasWarned: false,
    },
    ...config,
    server: { port: 0, host: '127.0.0.1', ...config.server },
  })
  onTestFinished(() => vite.close())
  await vite.listen()
  return developmentOf(vite, `http://127.0.0.1:${portOf(vite)}`, terminal)
}

/** The port that a server listens on now. */
export function portOf({ httpServer }: ViteDevServer): number {
  return (httpServer?.address() as AddressInfo | undefined)?.port ?? 0
}

function developmentOf(vite: ViteDevServer, url: string, terminal: string[]): Development {
  const get: Development['get'] = (path, headers = {}) => fetch(url + path, { headers, redirect: 'manual' })
  return {
    vite,
    url,
    port: Number(new URL(url).port),
    terminal,
    get,
    async json<T>(path: string, headers?: Readonly<Record<string, string>>) {
      const response = await get(path, headers)
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return (await response.json()) as T
    },
  }
}

/** Vite as the middleware of a server of somebody else. */
export async function startAsMiddleware(root: string, options?: ReqsimOptions): Promise<Development> {
  const vite = await createServer({
    configFile: false,
    root,
    plugins: [reqsim(options)],
    optimizeDeps: { noDiscovery: true },
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false },
  })
  const server = createHttpServer(vite.middlewares)
  onTestFinished(async () => {
    await vite.close()
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return developmentOf(vite, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, [])
}

/** What the server sends to a page that is open: reloads and errors for the overlay, as they come. */
export async function openPage({ vite, port }: Development): Promise<HotPayload[]> {
  const payloads: HotPayload[] = []
  const address = `ws://127.0.0.1:${port}/?token=${vite.config.webSocketToken}`
  const socket = new WebSocket(address, 'vite-hmr')
  onTestFinished(() => socket.close())
  const connected = new Promise<void>((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('the page could not connect')))
    socket.addEventListener('message', ({ data }) => {
      const payload = JSON.parse(String(data)) as HotPayload
      if (payload.type === 'connected') resolve()
      else payloads.push(payload)
    })
  })
  await connected
  return payloads
}
