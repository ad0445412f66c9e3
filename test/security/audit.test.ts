// What is asked for known weaknesses: everything that users get, and nothing else.

import { expect, test } from 'vitest'
import { type AuditReport, weakPackages } from '../../scripts/audit.ts'
import { bundledPackages, consolePackages } from '../../scripts/bundled.ts'

const reportOf = (...names: readonly string[]): AuditReport => ({
  auditReportVersion: 2,
  vulnerabilities: Object.fromEntries(names.map((name) => [name, { severity: 'high' }])),
})
const BUNDLED = [...bundledPackages, ...consolePackages]

test('vulnerabilities of bundled dependencies were not checked', () => {
  expect(weakPackages(reportOf(), reportOf('commander', 'vitest'), BUNDLED)).toEqual(['commander: high'])
  expect(weakPackages(reportOf(), reportOf('preact'), BUNDLED)).toEqual(['preact: high'])
})

test('one of an installed dependency is reported once, one of a development dependency is not', () => {
  expect(weakPackages(reportOf('zod', 'yaml'), reportOf('zod', 'yaml', 'vitest'), BUNDLED)).toEqual([
    'zod: high',
    'yaml: high',
  ])
  expect(weakPackages(reportOf(), reportOf('vitest'), BUNDLED)).toEqual([])
})

test('a registry that does not respond reports nothing', () => {
  expect(weakPackages({}, reportOf('zod'), BUNDLED)).toBeUndefined()
})
