// What happens to files while they are watched: real ones, in a folder for each test. The tests wait most of the time, so
// they run at once.

import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test as base, vi } from 'vitest'
import { loadScenarioFile } from '../../src/adapters/node.ts'
import { watchFiles } from '../../src/cli/serving/watch.ts'

/** For busy machines. */
const WAIT = { timeout: 20_000, interval: 10 }
/** Wall milliseconds after which every change has been reported. */
const SETTLED = 400

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** A file `scenarios/a.yaml` in a folder of its own. */
interface Place {
  readonly above: string
  readonly folder: string
  readonly file: string
}

type Watch = ReturnType<typeof startWatch>

/** Watches, and counts the reports of changes; `onChange` runs with each. */
function startWatch(onChange: () => Promise<unknown> = () => Promise.resolve()) {
  let count = 0
  const watching = watchFiles(async () => {
    count++
    await onChange()
  })

  async function change(action: () => void): Promise<void> {
    await pause(SETTLED)
    count = 0
    action()
  }

  return {
    ...watching,
    count: () => count,
    /** How often a change is reported. */
    async reportsOf(action: () => void): Promise<number> {
      await change(action)
      await pause(SETTLED)
      return count
    },
    /** Whether a change is reported at all, however long the machine takes. */
    async isReported(action: () => void): Promise<boolean> {
      await change(action)
      return vi.waitUntil(() => count > 0, WAIT).catch(() => false)
    },
  }
}

const test = base.extend<{ place: Place; watch: Watch }>({
  place: async ({ task: _task }, use) => {
    const above = realpathSync(mkdtempSync(join(tmpdir(), 'reqsim-watch-')))
    const folder = join(above, 'scenarios')
    const file = join(folder, 'a.yaml')
    mkdirSync(folder)
    writeFileSync(file, '1')
    await use({ above, folder, file })
    rmSync(above, { recursive: true, force: true })
  },
  watch: async ({ task: _task }, use) => {
    const watch = startWatch()
    await use(watch)
    watch.close()
  },
})

describe.concurrent('watched files', () => {
  test('a file that is written, replaced, removed and back is reported, another one is not', async ({
    expect,
    place: { folder, file },
    watch,
  }) => {
    watch.follow([file])
    expect(await watch.isReported(() => writeFileSync(file, '2'))).toBe(true)
    expect(
      await watch.isReported(() => {
        writeFileSync(`${file}~`, '3')
        renameSync(`${file}~`, file)
      }),
    ).toBe(true)
    expect(await watch.isReported(() => rmSync(file))).toBe(true)
    expect(await watch.isReported(() => writeFileSync(file, '4'))).toBe(true)
    expect(await watch.reportsOf(() => writeFileSync(join(folder, 'b.yaml'), '1'))).toBe(0)
  })

  test('what was written between the reading and the watching was missed', async ({
    expect,
    place: { file },
    watch,
  }) => {
    writeFileSync(file, '2')
    watch.follow([file])
    await expect.poll(watch.count, WAIT).toBe(1)
  })

  test('after its folder went, a file was watched no more', async ({
    expect,
    place: { folder, file },
    watch,
  }) => {
    watch.follow([file])
    expect(await watch.isReported(() => rmSync(folder, { recursive: true }))).toBe(true)
    expect(await watch.isReported(() => mkdirSync(folder))).toBe(true)
    expect(await watch.isReported(() => writeFileSync(file, '2'))).toBe(true)
    expect(await watch.isReported(() => writeFileSync(file, '3'))).toBe(true)
  })

  test('after another folder took the place of its own, a file was watched no more', async ({
    expect,
    place: { above, folder, file },
    watch,
  }) => {
    watch.follow([file])
    const other = join(above, 'other')
    mkdirSync(other)
    writeFileSync(join(other, 'a.yaml'), '2')
    expect(
      await watch.isReported(() => {
        renameSync(folder, join(above, 'old'))
        renameSync(other, folder)
      }),
    ).toBe(true)
    expect(await watch.isReported(() => writeFileSync(file, '3'))).toBe(true)
    expect(await watch.reportsOf(() => writeFileSync(join(above, 'old/a.yaml'), '4'))).toBe(0)
  })

  test('a file is waited for below folders that are not there', async ({
    expect,
    place: { folder },
    watch,
  }) => {
    const deep = join(folder, 'x/y/z.yaml')
    watch.follow([deep])
    expect(
      await watch.isReported(() => {
        mkdirSync(join(folder, 'x/y'), { recursive: true })
        writeFileSync(deep, '1')
      }),
    ).toBe(true)
    expect(await watch.isReported(() => writeFileSync(deep, '2'))).toBe(true)
  })

  test('a folder of the name of the file is a change like any other', async ({
    expect,
    place: { file },
    watch,
  }) => {
    watch.follow([file])
    expect(
      await watch.isReported(() => {
        rmSync(file)
        mkdirSync(file)
      }),
    ).toBe(true)
    expect(
      await watch.isReported(() => {
        rmSync(file, { recursive: true })
        writeFileSync(file, '2')
      }),
    ).toBe(true)
  })

  test('changes in a row are reported once, those during a report once more, never at the same time', async ({
    expect,
    place: { file },
  }) => {
    let running = 0
    let most = 0
    const watch = startWatch(async () => {
      most = Math.max(most, ++running)
      await pause(SETTLED)
      running--
    })
    watch.follow([file])
    await expect.poll(watch.count, WAIT).toBe(1)
    for (let count = 0; count < 20; count++) {
      writeFileSync(file, String(count))
      await pause(5)
    }
    await expect.poll(watch.count, WAIT).toBe(2)
    await expect.poll(() => running, WAIT).toBe(0)
    watch.close()
    expect([watch.count(), most]).toEqual([2, 1])
  })

  test('nothing is reported after the end', async ({ expect, place: { file }, watch }) => {
    watch.follow([file])
    const reports = await watch.reportsOf(() => {
      writeFileSync(file, '2')
      watch.close()
      watch.follow([file])
      writeFileSync(file, '3')
    })
    expect(reports).toBe(0)
  })
})

test('of a link, what it leads to was not watched', async ({ expect, place: { folder, file } }) => {
  mkdirSync(join(folder, 'real'))
  writeFileSync(join(folder, 'real/b.yaml'), 'extends: [demo]\n')
  rmSync(file)
  symlinkSync('real/b.yaml', file)
  const paths: string[] = []
  await loadScenarioFile(file, { onFile: (path) => paths.push(path) })
  expect(paths).toEqual([file, join(folder, 'real/b.yaml')])
})

test('a file in a missing folder was reported as outside the project', async ({
  expect,
  place: { above },
}) => {
  const path = join(above, 'nowhere/a.yaml')
  await expect(loadScenarioFile(path)).rejects.toThrow("there is no file 'a.yaml'")
})
