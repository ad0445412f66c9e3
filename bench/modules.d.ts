/**
 * The parts that the benchmark uses of packages in bench/package.json. Declared here, so that types can be checked where
 * they are not installed.
 */
declare module 'autocannon' {
  interface Request {
    readonly method: string
    readonly path: string
    readonly body?: string
    readonly headers?: Readonly<Record<string, string>>
  }

  interface LoadOptions {
    readonly url: string
    readonly connections: number
    /** Seconds. */
    readonly duration: number
    /** How often it looks whether they are over, in milliseconds. */
    readonly sampleInt: number
    readonly headers: Readonly<Record<string, string>>
    /** Sent in turn on each connection; `setupRequest` makes each of them anew, with what one connection shares. */
    readonly requests: readonly {
      setupRequest?(request: Request, shared: Record<string, unknown>): Request
    }[]
  }

  interface LoadResult {
    readonly '2xx': number
    readonly non2xx: number
    readonly errors: number
    readonly start: Date
    readonly finish: Date
  }

  function load(options: LoadOptions): Promise<LoadResult>
  export = load
}

declare module 'emulate' {
  interface Context {
    readonly req: {
      param(name: string): string
      query(name: string): string | undefined
      json(): Promise<Record<string, unknown>>
    }
    json(data: unknown, status?: number): Response
    body(body: null, status: number): Response
  }
  type Route = (path: string, handler: (context: Context) => Response | Promise<Response>) => void

  export function defineEmulator<State>(definition: {
    name: string
    state: () => State
    setup(given: { app: Readonly<Record<'get' | 'post' | 'put' | 'delete', Route>>; state: State }): void
  }): object
  export function defineConfig(config: object): object
}

declare module '@observablehq/plot' {
  export function plot(options: object): { readonly outerHTML: string }
  type Mark = (data: readonly object[], options: object) => object
  export const barX: Mark
  export const dot: Mark
  export const line: Mark
  export const text: Mark
  export const tickX: Mark
  export function ruleX(values: readonly number[], options?: object): object
  export function ruleY(values: readonly number[], options?: object): object
}

declare module 'linkedom' {
  export function parseHTML(html: string): { readonly document: object }
}
