// The page 'Works with': each row was tried with the versions that are pinned, and no run is of a row that is gone.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { CONNECTION_CLIENTS, connectionPackages, readConnectionRuns } from '../works-with/connections.ts'
import { CLIENTS, SITUATIONS } from '../works-with/rate-limits.ts'
import { FOLDERS, isTried, type TriedRow } from '../works-with/row.ts'
import { ROWS } from '../works-with/rows.ts'
import { packagesOf, readRuns, type Run } from '../works-with/runs.ts'

const runs = readRuns()
const tried = ROWS.filter(isTried)
const DAY = /^20\d\d-[01]\d-[0-3]\d$/

/** What the folder of the packages pins; for Debian's packages, and those of the project, what was tried. */
function pinned(
  { from, packages }: Pick<TriedRow, 'from'> & { readonly packages: readonly string[] },
  run: Run | undefined,
) {
  if (from === 'debian' || from === 'project') return run?.versions
  const file = resolve(import.meta.dirname, '../..', FOLDERS[from], 'package.json')
  const { devDependencies } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>
  }
  return Object.fromEntries(packages.map((name) => [name, devDependencies[name]]))
}

it.each(tried.map((row) => [row.id, row] as const))('%s was tried with what is pinned', (id, row) => {
  const run = runs.rows[id]
  expect(run?.on).toMatch(DAY)
  expect(Object.keys(run?.versions ?? {})).toEqual(row.packages)
  expect(run?.versions).toEqual(pinned(row, run))
})

it('every run is of a row, and ids are unique', () => {
  const ids = tried.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(Object.keys(runs.rows).toSorted()).toEqual(ids.toSorted())
})

it.each(CLIENTS)('%s was measured in every situation', (client) => {
  const { on, versions, cells } = runs.rateLimits[client]
  expect(on).toMatch(DAY)
  expect(versions).toEqual(pinned(packagesOf(client), { on, versions }))
  expect(Object.keys(cells)).toEqual(SITUATIONS)
})

it.each(CONNECTION_CLIENTS)('%s was measured with broken connections', (client) => {
  const { on, versions } = readConnectionRuns()[client]
  expect(on).toMatch(DAY)
  expect(versions).toEqual(pinned(connectionPackages(client), { on, versions }))
})
