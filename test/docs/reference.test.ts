import * as z from 'zod'
import { describe, expect, it } from 'vitest'
import { assumptionsPage } from '../../scripts/reference/assumptions.ts'
import { table } from '../../scripts/reference/markdown.ts'
import { operationsPage } from '../../scripts/reference/operations.ts'
import { scenarioFormatPage } from '../../scripts/reference/scenario-format.ts'
import type { JsonSchema } from '../../scripts/reference/scenario-format.ts'
import { settingsPage } from '../../scripts/reference/settings.ts'
import { stateMachinesPage } from '../../scripts/reference/state-machines.ts'
import { DEFAULT_CONFIG } from '../../src/model/world/config.ts'
import { machines } from '../../src/model/machines.ts'
import { SETTING_NAMES, SETTINGS } from '../../src/model/settings/catalogue.ts'
import { assumptions } from '../../src/api/framework/assumptions.ts'
import { madeUp } from '../api/openapi/made-up.ts'

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

describe('the page of state machines', () => {
  const text = stateMachinesPage(machines)

  it('draws each machine and tells each of its events', () => {
    for (const { id, machine } of machines) {
      const [, part = ''] = text.split(`\n## ${id}\n`)
      expect(part).toMatch(/^\n.+\n\n```mermaid\nstateDiagram-v2\n/)
      const [own = ''] = part.split('\n## ')
      for (const { event, to } of machine.transitions)
        expect(
          own
            .split('\n')
            .filter((line) => line.startsWith(`| \`${event}\``))
            .join(),
        ).toContain(`\`${to}\``)
    }
  })

  it('says which section documents a transition', () => {
    expect(text).toMatch(/^\| `CREATE` +\| `none` +\| `PREVIEW` .+\| \[§3\]/m)
  })

  it('is not written for a machine that nothing is said about', () => {
    const [first] = machines
    if (first === undefined) throw new Error('there are no machines')
    expect(() => stateMachinesPage([{ ...first, id: 'door' }])).toThrow(
      'nothing is said about the machine door',
    )
  })
})

describe('the page of settings', () => {
  const lines = settingsPage(Object.values(SETTINGS), DEFAULT_CONFIG).split('\n')

  it('has a row for each, with what it takes and its default', () => {
    for (const name of SETTING_NAMES)
      expect(lines.filter((line) => line.startsWith(`| \`${name}\` |`))).toHaveLength(1)
    expect(lines.find((line) => line.includes('`limitForPages`'))).toContain(
      'a whole number from 1 to 4000 | `4000`',
    )
  })
})

it('cells never break their table', () => {
  expect(table(['a'], [['x | y\nz']])).toBe('| a |\n| --- |\n| x \\| y z |')
})

describe('the page of the scenario format', () => {
  const step = z.union([
    z.object({ advance: z.string() }),
    z.object({ call: z.string().describe('What to call.') }),
  ])
  const schema = z.object({
    name: z.string().describe('How it is called.'),
    seed: z.int().min(0).default(1),
    clock: z.object({ mode: z.enum(['manual', 'auto']) }).optional(),
    spaces: z.array(z.object({ key: z.string(), tags: z.record(z.string(), z.string()) })).optional(),
    timeline: z.array(step).optional(),
  })
  const text = scenarioFormatPage(
    z.toJSONSchema(schema, { io: 'input' }) as JsonSchema,
    'Files that say what is.',
  )

  it('lists every field with its kind and meaning', () => {
    expect(text).toContain('| **name** | text | How it is called. |')
    expect(text).toContain('| seed | whole number from 0 | default `1` |')
    expect(text).toContain('| **tags** | map to text |  |')
    expect(text).toContain('| **mode** | `manual`, `auto` |  |')
  })

  it('tells what a complete entry needs where the file may leave it out', () => {
    const users = z.object({ name: z.string() }).partial()
    const file = z.object({ users: z.array(users).meta({ id: 'users', description: 'People' }) })
    const whole = { users: { required: ['name'] } }
    const page = scenarioFormatPage(z.toJSONSchema(file) as JsonSchema, 'Files.', whole)
    expect(page).toContain('| **users** | [users](#users) | People |')
    expect(page).toContain('## `users[]`\n\nPeople.')
    expect(page).toContain('| **name** | text |  |')
  })

  it('has a section for each object within, however deep', () => {
    const headings = text.split('\n').filter((line) => line.startsWith('## '))
    expect(headings).toEqual([
      '## The file',
      '## `clock`',
      '## `spaces[]`',
      '## `timeline[] (1)`',
      '## `timeline[] (2)`',
    ])
  })
})
