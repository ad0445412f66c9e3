/** The part of autocannon that the bench uses; the package brings no types. */
declare module 'autocannon' {
  interface LoadOptions {
    readonly url: string
    readonly connections: number
    /** Seconds. */
    readonly duration: number
    readonly headers: Readonly<Record<string, string>>
    readonly requests: readonly { readonly method: string; readonly path: string }[]
  }

  interface LoadResult {
    readonly '2xx': number
    readonly non2xx: number
    readonly errors: number
    /** Seconds. */
    readonly duration: number
  }

  function load(options: LoadOptions): Promise<LoadResult>
  export = load
}
