/**
 * Folders for short runs. Compiled modules are found again only where they were compiled, and take longer than the tests do:
 * so each run takes a folder that none is in, and leaves there what was compiled.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

/** What stays in a folder. */
const CACHE = '.cache'
/** The id of the process that is in the folder. */
const CLAIM = 'claim'
/** Files of compiled modules after which they are thrown away: some thousand for each change of many sources. */
const MOST_COMPILED = 20_000

/** The first folder below `parent` that no living process has claimed, with nothing in it but what was compiled there. */
export function claimFolder(parent = join(tmpdir(), `reqsim-mutation-${userInfo().username}`)): string {
  for (let number = 0; ; number++) {
    const folder = join(parent, String(number))
    mkdirSync(folder, { recursive: true })
    if (!claim(folder)) continue
    empty(folder)
    return folder
  }
}

/** Removes all but what was compiled, and lets others in. */
export function releaseFolder(folder: string): void {
  empty(folder)
  rmSync(join(folder, CLAIM), { force: true })
}

function claim(folder: string): boolean {
  const path = join(folder, CLAIM)
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      return true
    } catch {
      if (isAlive(path)) return false
      rmSync(path, { force: true })
    }
  }
  return false
}

/** Whether the process that wrote this claim may be there; one that is just being written is young, and names none yet. */
function isAlive(path: string): boolean {
  try {
    const text = readFileSync(path, 'utf8')
    if (text === '') return performance.timeOrigin + performance.now() - statSync(path).mtimeMs < 5000
    return process.kill(Number(text), 0)
  } catch (error) {
    // Of another user: it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function empty(folder: string): void {
  for (const name of readdirSync(folder))
    if (name !== CACHE && name !== CLAIM) rmSync(join(folder, name), { recursive: true, force: true })
  const compiled = join(folder, CACHE, 'modules')
  if (existsSync(compiled) && readdirSync(compiled).length > MOST_COMPILED)
    rmSync(compiled, { recursive: true, force: true })
}
