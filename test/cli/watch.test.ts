// What happens to files while they are watched: real ones, in a folder of their own.

import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadScenarioFile } from '../../src/adapters/node.ts'
import { type FileWatch, watchFiles } from '../../src/cli/serving/watch.ts'

/** Busy machines take their time. */
const WAIT = { timeout: 20_000, interval: 10 }
/** Wall milliseconds in which a change is told that is told at all. */
const SETTLED = 400

let above = ''
let folder = ''
let file = ''
let told = 0
let watching: FileWatch

beforeEach(() => {
  above = realpathSync(mkdtempSync(join(tmpdir(), 'reqsim-watch-')))
  folder = join(above, 'scenarios')
  file = join(folder, 'a.yaml')
  mkdirSync(folder)
  writeFileSync(file, '1')
  told = 0
  watching = watchFiles(() => {
    told++
    return Promise.resolve()
  })
})
afterEach(() => {
  watching.close()
  rmSync(above, { recursive: true, force: true })
})

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Does something, and answers how often that was told. */
async function toldOf(change: () => void): Promise<number> {
  await pause(SETTLED)
  told = 0
  change()
  await pause(SETTLED)
  return told
}

/** Does something, and waits until it is told, however long the machine takes; false when that never comes. */
async function isTold(change: () => void): Promise<boolean> {
  await pause(SETTLED)
  told = 0
  change()
  return vi
    .waitFor(() => expect(told).toBeGreaterThan(0), WAIT)
    .then(
      () => true,
      () => false,
    )
}

test('a file that is written, replaced, gone and back is told, another one is not', async () => {
  watching.follow([file])
  expect(await isTold(() => writeFileSync(file, '2'))).toBe(true)
  expect(
    await isTold(() => {
      writeFileSync(`${file}~`, '3')
      renameSync(`${file}~`, file)
    }),
  ).toBe(true)
  expect(await isTold(() => rmSync(file))).toBe(true)
  expect(await isTold(() => writeFileSync(file, '4'))).toBe(true)
  expect(await toldOf(() => writeFileSync(join(folder, 'b.yaml'), '1'))).toBe(0)
})

test('what was written between the reading and the watching was missed', async () => {
  writeFileSync(file, '2')
  watching.follow([file])
  await expect.poll(() => told, WAIT).toBe(1)
})

test('after its folder went, a file was watched no more', async () => {
  watching.follow([file])
  expect(await isTold(() => rmSync(folder, { recursive: true }))).toBe(true)
  expect(await isTold(() => mkdirSync(folder))).toBe(true)
  expect(await isTold(() => writeFileSync(file, '2'))).toBe(true)
  expect(await isTold(() => writeFileSync(file, '3'))).toBe(true)
})

test('after another folder took the place of its own, a file was watched no more', async () => {
  watching.follow([file])
  const other = join(above, 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'a.yaml'), '2')
  expect(
    await isTold(() => {
      renameSync(folder, join(above, 'old'))
      renameSync(other, folder)
    }),
  ).toBe(true)
  expect(await isTold(() => writeFileSync(file, '3'))).toBe(true)
  expect(await toldOf(() => writeFileSync(join(above, 'old/a.yaml'), '4'))).toBe(0)
})

test('a file is waited for below folders that are not there', async () => {
  const deep = join(folder, 'x/y/z.yaml')
  watching.follow([deep])
  expect(
    await isTold(() => {
      mkdirSync(join(folder, 'x/y'), { recursive: true })
      writeFileSync(deep, '1')
    }),
  ).toBe(true)
  expect(await isTold(() => writeFileSync(deep, '2'))).toBe(true)
})

test('a folder of the name of the file is a change like any other', async () => {
  watching.follow([file])
  expect(
    await isTold(() => {
      rmSync(file)
      mkdirSync(file)
    }),
  ).toBe(true)
  expect(
    await isTold(() => {
      rmSync(file, { recursive: true })
      writeFileSync(file, '2')
    }),
  ).toBe(true)
})

test('changes one after the other are told once, and those of meanwhile once more, never at the same time', async () => {
  watching.close()
  let running = 0
  let most = 0
  watching = watchFiles(async () => {
    told++
    most = Math.max(most, ++running)
    await pause(SETTLED)
    running--
  })
  watching.follow([file])
  await expect.poll(() => told, WAIT).toBe(1)
  for (let count = 0; count < 20; count++) {
    writeFileSync(file, String(count))
    await pause(5)
  }
  await expect.poll(() => told, WAIT).toBe(2)
  await expect.poll(() => running, WAIT).toBe(0)
  expect([told, most]).toEqual([2, 1])
})

test('nothing is told after the end', async () => {
  watching.follow([file])
  await pause(SETTLED)
  told = 0
  writeFileSync(file, '2')
  watching.close()
  watching.follow([file])
  writeFileSync(file, '3')
  await pause(SETTLED)
  expect(told).toBe(0)
})

test('of a link, what it leads to was not watched', async () => {
  mkdirSync(join(folder, 'real'))
  writeFileSync(join(folder, 'real/b.yaml'), 'extends: [demo]\n')
  rmSync(file)
  symlinkSync('real/b.yaml', file)
  const asked: string[] = []
  await loadScenarioFile(file, { onFile: (path) => asked.push(path) })
  expect(asked).toEqual([file, join(folder, 'real/b.yaml')])
})

test('a file in a folder that is not there was said to be outside the project', async () => {
  const path = join(above, 'nowhere/a.yaml')
  await expect(loadScenarioFile(path)).rejects.toThrow("there is no file 'a.yaml'")
})
