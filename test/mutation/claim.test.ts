/** Short runs at the same time have folders of their own; what was compiled in one is found again by the next run. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimFolder, releaseFolder } from './claim.ts'

let parent: string
beforeEach(() => void (parent = mkdtempSync(join(tmpdir(), 'reqsim-claim-test-'))))
afterEach(() => rmSync(parent, { recursive: true }))

test('a folder that is claimed is no other’s, until it is released', () => {
  const [first, second] = [claimFolder(parent), claimFolder(parent)]
  expect(second).not.toBe(first)
  releaseFolder(first)
  expect(claimFolder(parent)).toBe(first)
})

test('what a process left that is gone is claimed again, without what it copied', () => {
  const folder = claimFolder(parent)
  const gone = spawnSync(process.execPath, ['-e', '']).pid
  writeFileSync(join(folder, 'claim'), String(gone))
  mkdirSync(join(folder, 'src'))
  mkdirSync(join(folder, '.cache/modules'), { recursive: true })
  expect(claimFolder(parent)).toBe(folder)
  expect(existsSync(join(folder, 'src'))).toBe(false)
  expect(existsSync(join(folder, '.cache/modules'))).toBe(true)
})
