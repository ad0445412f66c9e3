import { describe, expect, it } from 'vitest'
import { assumptionsPage } from '../../scripts/reference/assumptions.ts'
import { table } from '../../scripts/reference/markdown.ts'
import { operationsPage } from '../../scripts/reference/operations.ts'
import { assumptions } from '../../src/api/assumptions.ts'
import { madeUp } from '../openapi/made-up.ts'

describe('the page of operations', () => {
  const lines = operationsPage(madeUp).split('\n')

  it('has one row for each operation', () => {
    for (const { id } of madeUp)
      expect(lines.filter((line) => line.startsWith(`| \`${id}\` |`))).toHaveLength(1)
  })

  it('tells bounds, defaults and what is required', () => {
    const row = lines.find((line) => line.includes('`standalone.widgets.list`'))
    expect(row).toContain('**applicationId**, offset (at least 0, default 0), limit (1 to 200, default 20)')
    expect(row).toContain('~ container read')
    expect(row).toContain('[A02](assumptions.md#a02)')
  })
})

describe('the page of assumptions', () => {
  const text = assumptionsPage(assumptions, madeUp)

  it('has a section for each entry, and says how to override it', () => {
    for (const { id, title } of assumptions) expect(text).toContain(`## ${id}: ${title}`)
    expect(text).toContain('config: { assumptions: { A07: plain-text } }')
  })

  it('names the operations that lean on an entry', () => {
    expect(text).toContain('`standalone.widgets.list`')
  })
})

it('cells never break their table', () => {
  expect(table(['a'], [['x | y\nz']])).toBe('| a |\n| --- |\n| x \\| y z |')
})
