/** The ready scenarios: as their files have them, and buildable. */
import { describe, expect, test } from 'vitest'
import { readyFromSource } from '../../../scripts/compile/scenarios.ts'
import { issueLinks } from '../../../src/model/records/tracker/issue-links.ts'
import { pages } from '../../../src/model/records/wiki/pages.ts'
import { requirements } from '../../../src/model/records/wiki/requirements.ts'
import { buildWorld } from '../../../src/scenario/seed/build.ts'
import { loadReady } from '../../../src/scenario/ready/ready.ts'
import { readyScenarios } from '../../../src/scenario/ready/list.ts'
import { problemsOf, resolveObject, textOf } from '../support.ts'

test('every scenario file is ready and says what it is for', () => {
  const names = readyScenarios().map(({ name }) => name)
  expect(names.join(' ')).toBe('demo empty large migration outage permissions rate-limited release-freeze')
  for (const { description } of readyScenarios()) expect(description.length).toBeGreaterThan(20)
})

test('an unknown name is refused, with the nearest', async () => {
  expect(await problemsOf(() => loadReady('larg'))).toEqual([
    "scenario: no ready scenario 'larg'; did you mean 'large'?",
  ])
  expect(await problemsOf(() => loadReady('__proto__'))).toEqual([
    expect.stringContaining('ready are demo, empty, large, migration, outage, permissions, rate-limited'),
  ])
})

test('a path is refused with the way to load a file', async () => {
  for (const path of ['./mine.yaml', 'mine.json', 'a/b']) {
    expect(await problemsOf(() => loadReady(path))).toEqual([
      `scenario: '${path}' is the path of a file: give the scenario that it holds, { scenario: await loadScenarioFile('${path}') } with loadScenarioFile of reqsim/node`,
    ])
  }
})

describe.each(readyScenarios().map(({ name }) => name))('%s', (name) => {
  test('equals its file with everything that it extends', async () => {
    expect(JSON.stringify(await loadReady(name))).toBe(JSON.stringify(await readyFromSource(`${name}.yaml`)))
  })

  test('passes its own checks', async () => {
    const scenario = await loadReady(name)
    expect(await resolveObject(scenario)).toEqual(scenario)
  })

  test('builds the same world twice', async () => {
    const scenario = await loadReady(name)
    const count =
      name === 'large'
        ? { ...scenario, generate: scenario.generate.map((each) => ({ ...each, requirements: 500 })) }
        : scenario
    expect(textOf(await buildWorld(count))).toBe(textOf(await buildWorld(count)))
  })
})

test('large has its 100,000 requirements, on pages and with links', async () => {
  const store = (await buildWorld(await loadReady('large'))).region('eu')
  const table = store.table(requirements)
  expect(table.count('status', [5010, 'ACTIVE'])).toBe(100_000)
  expect(store.table(pages).count('space', [101, 'BIG'])).toBe(500)
  expect(table.findUnique('key', [1010, 'BIG-100000'], 5010)?.pageId).toBe(4502)
  expect(store.table(issueLinks).size).toBeGreaterThan(900)
  expect(store.last('key/1010/BIG-')).toBe(100_000)
})
