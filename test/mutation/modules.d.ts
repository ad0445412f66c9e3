/**
 * The part that the mutation tests use of what test/mutation/package.json pins. Declared here, so that types can be checked
 * where it is not installed.
 */
declare module '@stryker-mutator/instrumenter' {
  interface Place {
    /** Counted from 0. */
    readonly line: number
    readonly column: number
  }

  interface MutantFound {
    readonly id: string
    readonly fileName: string
    readonly location: { readonly start: Place; readonly end: Place }
    readonly mutatorName: string
    readonly replacement?: string
    /** 'Ignored' where its mutator is excluded: it is then in no text. */
    readonly status?: string
  }

  interface SourceFile {
    readonly name: string
    readonly mutate: boolean
    readonly content: string
  }

  interface Options {
    readonly plugins: null
    readonly excludedMutations: readonly string[]
    readonly ignorers: readonly never[]
    readonly noHeader: boolean
  }

  interface Log {
    isDebugEnabled(): boolean
    trace(): void
    debug(): void
    info(): void
    warn(message: string): void
    error(message: string): void
    fatal(message: string): void
  }

  export class Instrumenter {
    constructor(log: Log)
    instrument(
      files: readonly SourceFile[],
      options: Options,
    ): Promise<{ readonly files: readonly SourceFile[]; readonly mutants: readonly MutantFound[] }>
  }
}
