/** Snippets of pages, run as they stand: `sim` is a simulator of the demo where they make none of their own. */
import { stripTypeScriptTypes } from 'node:module'
import { runInNewContext } from 'node:vm'
import * as reqsim from '../../../src/index.ts'

/** An expression on a line of its own, with its value behind it; other comments are words. */
const TOLD = /^(?!const |await )(.+?) \/\/ ('[^']*'|"[^"]*"|-?\d+|true|false|null|\[.*\])$/gm

export interface ToldValue {
  readonly line: string
  readonly actual: unknown
  readonly told: unknown
}

/**
 * Runs a snippet; returns the values that its comments state, beside those that they are. `names` are further ones that it
 * may use. Rejects as the snippet does.
 */
export async function runSnippet(
  text: string,
  names: Readonly<Record<string, unknown>> = {},
): Promise<ToldValue[]> {
  const sim = await reqsim.createSimulator({ scenario: 'demo' })
  const values: ToldValue[] = []
  const tell = (actual: unknown, told: unknown, line: string) => values.push({ line, actual, told })
  const script = stripTypeScriptTypes(text).replaceAll(
    TOLD,
    (line, code, value) => `;tell(${code}, ${value}, ${JSON.stringify(line)});`,
  )
  await runInNewContext(`(async () => {\n${script}\n})()`, { ...reqsim, sim, tell, ...names })
  return values
}
