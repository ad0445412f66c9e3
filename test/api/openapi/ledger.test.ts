import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { assumptions } from '../../../src/api/framework/assumptions.ts'
import { operations } from '../../../src/api/operations.ts'

const source = resolve(import.meta.dirname, '../../../src')
const overridable = assumptions.filter((entry) => entry.alternatives.length > 0)
const declared = new Set(operations.flatMap((operation) => operation.assumptions))

function sourceText(): string {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && path !== join('api', 'assumptions.ts'))
    .map((path) => readFileSync(join(source, path), 'utf8'))
    .join('\n')
}

describe('the ledger', () => {
  it('is numbered without gaps', () => {
    const numbers = assumptions.map((_, index) => `A${`${index + 1}`.padStart(2, '0')}`)
    expect(assumptions.map(({ id }) => id)).toEqual(numbers)
  })

  it('has no two entries of one title', () => {
    expect(new Set(assumptions.map(({ title }) => title)).size).toBe(assumptions.length)
  })

  it('is named once by each operation', () => {
    const twice = operations.filter((operation) => {
      return new Set(operation.assumptions).size < operation.assumptions.length
    })
    expect(twice.map(({ id }) => id)).toEqual([])
  })

  it('holds every assumption that an operation declares', () => {
    const ids = new Set(assumptions.map(({ id }) => id))
    expect([...declared].filter((id) => !ids.has(id))).toEqual([])
  })

  it('has no entry without an operation', () => {
    const idle = assumptions.filter(({ id, general }) => !general && !declared.has(id))
    expect(idle.map(({ id, title }) => `${id} ${title}`)).toEqual([])
  })

  it('names the default of what can be overridden, and of nothing else', () => {
    for (const entry of assumptions) {
      const named = entry.default !== 'as-described'
      expect([entry.id, named]).toEqual([entry.id, entry.alternatives.length > 0])
    }
  })

  it('gives each alternative a value of its own', () => {
    for (const entry of overridable) {
      const values = [entry.default, ...entry.alternatives.map(({ value }) => value)]
      expect(new Set(values).size).toBe(values.length)
    }
  })

  it('offers only alternatives that the code asks for, by number or by name', () => {
    const text = sourceText()
    const unread = overridable.filter(({ id }) => !text.includes(`'${id}'`))
    expect(unread.map(({ id, title }) => `${id} ${title}`)).toEqual([])
  })
})

describe.each(assumptions)('$id', (entry) => {
  const sentences = [entry.behaviour, entry.reason, ...entry.alternatives.map(({ behaviour }) => behaviour)]

  it('is written in whole sentences', () => {
    for (const sentence of sentences) expect(sentence).toMatch(/^\S[\s\S]*\.$/)
    expect(entry.title).toMatch(/^[^.]+$/)
  })

  it('cites a section and names no file', () => {
    expect(entry.section).toMatch(/^\d(\.\d+)?$/)
    for (const text of [entry.title, ...sentences]) expect(text).not.toMatch(/\.(md|tsv|ts|json|yaml)\b/)
  })
})
