/** Puts a program into a copy of Node (a single executable application). */
import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'

export interface Embedding {
  /** The path of the program, one ES module. */
  readonly main: string
  /** The Node of the platform on which it will run. */
  readonly node: string
  /** The path of the executable. */
  readonly output: string
  /** The paths of the files inside it, by name. */
  readonly assets?: Readonly<Record<string, string>>
  /** Keeps compiled code, for a faster start; only for the platform of `builder`. */
  readonly useCodeCache: boolean
}

/** `builder` is a Node of this machine, of the same version as the one of the platform. */
export function embed(builder: string, { main, node, output, assets = {}, useCodeCache }: Embedding): void {
  const file = `${output}.json`
  const config = {
    main,
    mainFormat: 'module',
    executable: node,
    output,
    assets,
    useCodeCache,
    disableExperimentalSEAWarning: true,
    // NODE_OPTIONS are for the programs of the user.
    execArgvExtension: 'none',
  }
  writeFileSync(file, JSON.stringify(config))
  try {
    execFileSync(builder, ['--build-sea', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  } finally {
    rmSync(file)
  }
  chmodSync(output, 0o755)
}
