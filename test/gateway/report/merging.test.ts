// In which order a report tells what it holds, alone and merged, and what merging makes of descriptions.

import { beforeAll, describe, expect, test } from 'vitest'
import { createSimulator, mergeReports, type Report } from '../../../src/index.ts'
import { startClient } from '../../support/client.ts'

let empty: Report
beforeAll(async () => {
  empty = (await createSimulator({ scenario: 'demo' })).report()
})

test('classes of operations have a fixed order, and each operation is in one of each kind', () => {
  const { operations, stabilities, provenances } = empty
  const named = stabilities.map((one) => one.class).join(' ')
  expect(named).toBe('public stable internal experimental deprecated unstated')
  expect(provenances.map((one) => one.class)).toEqual(['documented', 'observed', 'assumed'])
  for (const classes of [stabilities, provenances])
    expect(classes.reduce((sum, one) => sum + one.operations, 0)).toBe(operations.length)
})

test('unknown names are sorted by operation, kind and name', async () => {
  const client = await startClient()
  await client.post('/api/telemetry?b=1&a=1', { feature: 'x', z: 1, c: 1 })
  await client.get('/api/applications?organizationId=1&d=1')
  const names = (report: Report) =>
    report.unknown.map(({ operation, kind, name }) => `${operation} ${kind} ${name}`)
  const sortedNames = [
    'standalone.application.list parameter d',
    'standalone.telemetry.send field c',
    'standalone.telemetry.send field z',
    'standalone.telemetry.send parameter a',
    'standalone.telemetry.send parameter b',
  ]
  const report = client.simulator.report()
  expect(names(report)).toEqual(sortedNames)
  const reversed = { ...report, unknown: report.unknown.toReversed() }
  expect(names(mergeReports([reversed, reversed]))).toEqual(sortedNames)
})

describe('descriptions', () => {
  const described = (file: string, version: string, surface: 'wiki' | 'standalone' = 'wiki') => ({
    surface,
    file,
    title: 'Mine',
    version,
    compared: 1,
    generated: [],
    differences: [],
    lacking: 0,
    untold: 0,
    passedOver: [],
  })
  const answered = (operation: string, times: number, status: number) => ({
    operation,
    times,
    statuses: { [status]: times },
  })
  const withBoth = {
    descriptions: [described('a', '1'), described('b', '1')],
    generated: [answered('own.a', 2, 200), answered('own.b', 1, 404)],
  }

  test('are merged by interface, file and version', () => {
    const more = {
      descriptions: [described('b', '1'), described('a', '2'), described('a', '1', 'standalone')],
      generated: [answered('own.b', 3, 200)],
    }
    expect(
      mergeReports([
        { ...empty, ...withBoth },
        { ...empty, ...more },
      ]),
    ).toMatchObject({
      descriptions: [...withBoth.descriptions, ...more.descriptions.slice(1)],
      generated: [
        { operation: 'own.a', times: 2, statuses: { 200: 2 } },
        { operation: 'own.b', times: 4, statuses: { 200: 3, 404: 1 } },
      ],
    })
  })

  test('are kept if one report has some, and absent otherwise', () => {
    const { descriptions, generated } = mergeReports([empty, { ...empty, ...withBoth }])
    expect({ descriptions, generated }).toEqual(withBoth)
    expect(mergeReports([empty, empty])).not.toHaveProperty('descriptions')
    expect(mergeReports([empty, empty])).not.toHaveProperty('generated')
  })
})
