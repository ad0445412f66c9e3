// The rows of 'Works with' that every run tries; `npm run works-with` tries all.

import { expect, test } from 'vitest'
import { isTried } from './row.ts'
import { ROWS } from './rows.ts'
import { areInstalled, installedVersions, readRuns } from './runs.ts'

const chosen = ROWS.filter(isTried).filter(({ always }) => always)

const absent = chosen.filter((row) => !areInstalled(row)).map(({ id }) => id)

test('the packages of Debian are on this machine, or nobody requires them', () => {
  if (absent.length > 0) console.error(`NOT TESTED: ${absent.join(', ')}, for lack of packages of Debian`)
  expect(process.env['REQSIM_REQUIRE_LANGUAGES'] === '1' ? absent : []).toEqual([])
})

const present = chosen.filter(({ id }) => !absent.includes(id))

test.each(present.map((row) => [row.id, row] as const))('%s works as the page says', async (_id, row) => {
  // A machine may have a newer Debian than that of the record.
  if (row.from !== 'debian') expect(installedVersions(row)).toEqual(readRuns().rows[row.id]?.versions)
  await expect(row.run()).resolves.toBeUndefined()
})
