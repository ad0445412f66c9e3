/** Snippets of pages, run as they stand: `sim` is a simulator of the demo where they make none of their own. */
import { stripTypeScriptTypes } from 'node:module'
import { runInNewContext } from 'node:vm'
import { expect } from 'vitest'
import * as reqsim from '../../../src/index.ts'

/** An expression on a line of its own, with its value behind it; other comments are words. */
const TOLD = /^(?!const |await )(.+?) \/\/ ('[^']*'|"[^"]*"|-?\d+|true|false|null|\[.*\])$/gm

/**
 * Runs a snippet, compares the values that its comments state, and returns how many there are. `names` are further ones that
 * it may use. Rejects as the snippet does.
 */
export async function expectValues(
  text: string,
  names: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const sim = await reqsim.createSimulator({ scenario: 'demo' })
  let compared = 0
  const compare = (actual: unknown, expected: unknown, line: string) => {
    expect(JSON.stringify(actual), line).toBe(JSON.stringify(expected))
    compared += 1
  }
  const script = stripTypeScriptTypes(text).replaceAll(
    TOLD,
    (line, code, value) => `;tell(${code}, ${value}, ${JSON.stringify(line)});`,
  )
  await runInNewContext(`(async () => {\n${script}\n})()`, { ...reqsim, sim, tell: compare, ...names })
  return compared
}
