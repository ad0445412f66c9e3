import * as z from 'zod'
import { describe, expect, it } from 'vitest'
import { fieldRows } from '../../src/docs/field-rows.ts'
import { entriesOf } from '../../src/docs/entries.ts'
import { MAXIMUM_CELL, prose, table, tableWithNotes } from '../../src/docs/markdown.ts'
import { operationText } from '../../src/docs/operation-text.ts'
import { scenarioFormatPages } from '../../scripts/reference/scenario-format.ts'
import type { JsonSchema } from '../../scripts/reference/scenario-format.ts'
import { settingsPage } from '../../scripts/reference/settings.ts'
import { stateMachinesPage } from '../../scripts/reference/state-machines.ts'
import { DEFAULT_CONFIG } from '../../src/model/records/world/config.ts'
import { machines } from '../../src/model/machine-list.ts'
import { SETTING_NAMES, SETTINGS } from '../../src/model/settings/definitions.ts'
import { ignored } from '../../src/api/framework/ignored-fields.ts'
import { assumptions } from '../../src/api/framework/assumptions.ts'
import { operations } from '../../src/api/operations.ts'
import { madeUp, sketch } from '../api/openapi/made-up.ts'
import { codeBlocks } from './support/code-blocks.ts'

it('a field has a row unless it is declared as ignored, whatever its description says', () => {
  const shape = z.object({
    kept: z.string().describe('Ignored: unless html is absent.'),
    dropped: ignored(z.string().nullish(), 'The caller is the owner.'),
    inner: z.array(z.object({ left: z.int(), out: ignored(z.unknown().optional(), 'Ignored.') })),
  })
  expect(fieldRows(shape).map(([name]) => name)).toEqual(['`kept`', '`inner`', '`inner[].left`'])
})

describe('the entry of an operation', () => {
  const entries = entriesOf(madeUp, assumptions)
  const textOf = (id: string) => entries.get(id)?.text() ?? ''

  it('is there for each one', () => {
    for (const { id, method, path } of madeUp) expect(textOf(id)).toContain(`${method} \`${path}\``)
  })

  it('tells bounds, defaults and what is required', () => {
    const text = textOf('standalone.widgets.list')
    expect(text).toContain('| `applicationId` | query | int32 | *required* |')
    expect(text).toContain('| `limit` | query | int32, 1 to 200 | `20` |')
    expect(text).toContain('- Permission: container read (assumed)')
    expect(text).toContain('- Assumptions: A02')
    expect(text).toContain('[section 4.1](service/standalone-operations.md#section-4-1)')
  })
})

describe('the body of an operation', () => {
  const item = z.object({
    key: z.string().describe('Its key.'),
    parts: z.array(z.object({ size: z.int32().nullable() }).nullable()),
    place: z.object({ page: z.string() }).optional(),
    id: ignored(z.unknown(), 'Ignored. The service sets it.'),
  })
  const body = { schema: () => item, example: { key: 'A', parts: [] }, required: true }
  const create = sketch({
    id: 'standalone.widgets.create',
    interface: 'standalone',
    method: 'POST',
    path: '/widgets',
    body,
    exampleAfter: [{ operation: 'standalone.widgets.list' }],
  })

  it('has a row for each field that has an effect, and its example', () => {
    const text = operationText(create)
    expect(text).toContain('| `key` | text | required | Its key. |')
    expect(text).toContain('| `parts` | list of object | required |  |')
    expect(text).toContain('| `parts[].size` | whole number or null | required |  |')
    expect(text).toContain('| `place.page` | text | required |  |')
    expect(text).not.toContain('| `id` |')
    expect(text).toContain('```json\n{\n  "key": "A",\n  "parts": []\n}\n```')
    expect(text).toContain('- Example: In the demo world, first call `standalone.widgets.list`.')
  })

  it('may be a list, or one of several shapes', () => {
    const schema = () => z.union([z.string(), z.array(item)])
    expect(operationText({ ...create, body: { ...body, schema } })).toContain('| `[].parts[].size` |')
  })

  it('has the example that tests of all operations send', () => {
    const shown = operations.flatMap((operation) => codeBlocks(operationText(operation)))
    const declared = operations.flatMap(({ body: { example } = {} }) =>
      example === undefined ? [] : [example],
    )
    const texts = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).toSorted()
    expect(texts(shown.map(({ text }) => JSON.parse(text)))).toEqual(texts(declared))
  })
})

describe('the entry of an assumption', () => {
  const entries = entriesOf(madeUp, assumptions)

  it('is there for each one, and says how to override it', () => {
    for (const { id, behaviour } of assumptions)
      expect(entries.get(id)?.text()).toContain(`**What the simulator does.** ${prose(behaviour)}`)
    expect(entries.get('A07')?.title).toBe('A07: Error body of the embedded interfaces')
    expect(entries.get('A07')?.text()).toContain('config: { assumptions: { A07: plain-text } }')
  })

  it('names the operations that depend on it', () => {
    expect(entries.get('A02')?.text()).toContain('`standalone.widgets.list`')
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

  it('is not written for a machine without a description', () => {
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

it('long cells go on below their table', () => {
  const long = 'Word '.repeat(MAXIMUM_CELL / 5)
  const rows = [
    ['`a`', `A sentence. ${long}end.`],
    ['`b`', `${long}end`],
    ['`c`', 'Short.'],
  ]
  expect(tableWithNotes(['Name', 'Meaning'], rows).split('\n')).toEqual([
    '| Name | Meaning |',
    '| --- | --- |',
    '| `a` | A sentence. |',
    '| `b` | See below. |',
    '| `c` | Short. |',
    '',
    `- \`a\`: ${long}end.`,
    `- \`b\`: ${long}end`,
  ])
})

it('cells never break their table', () => {
  expect(table(['a'], [['x | y\nz']])).toBe('| a |\n| --- |\n| x \\| y z |')
})

describe('the pages of the scenario format', () => {
  const step = z.union([
    z.object({ advance: z.string() }),
    z.object({ call: z.string().describe('What to call.') }),
  ])
  const schema = z.object({
    name: z.string().describe('How it is called.'),
    seed: z.int().min(0).default(1),
    clock: z.object({ mode: z.enum(['manual', 'auto']) }).optional(),
    spaces: z.array(z.object({ key: z.string(), tags: z.record(z.string(), z.string()) })).optional(),
    callStep: z.array(step).optional(),
  })
  const pages = scenarioFormatPages(
    z.toJSONSchema(schema, { io: 'input' }) as JsonSchema,
    'Files that say what is.',
  )
  const file = pages.get('docs/scenario-format/file.md') ?? ''
  const wiki = pages.get('docs/scenario-format/wiki.md') ?? ''

  it('lists every field with its kind and meaning', () => {
    expect(file).toContain('| **name** | text | How it is called. |')
    expect(file).toContain('| seed | whole number from 0 | default `1` |')
    expect(wiki).toContain('| **tags** | map to text |  |')
    expect(file).toContain('| **mode** | `manual`, `auto` |  |')
  })

  it('tells what a complete entry needs where the file may leave it out', () => {
    const users = z.object({ name: z.string() }).partial()
    const file = z.object({ users: z.array(users).meta({ id: 'users', description: 'People' }) })
    const whole = { users: { required: ['name'] } }
    const pages = scenarioFormatPages(z.toJSONSchema(file) as JsonSchema, 'Files.', whole)
    const page = pages.get('docs/scenario-format/people.md')
    expect(pages.get('docs/scenario-format/file.md')).toContain(
      '| **users** | [users](people.md#users) | People |',
    )
    expect(page).toContain('## `users[]`\n\nPeople.')
    expect(page).toContain('| **name** | text |  |')
  })

  it('has a section for each object within, however deep', () => {
    const text = [...pages.values()].join('\n')
    const headings = text.split('\n').filter((line) => line.startsWith('## '))
    expect(headings).toEqual([
      '## Fields',
      '## The file',
      '## `clock`',
      '## `spaces[]`',
      '## `callStep[] (1)`',
      '## `callStep[] (2)`',
    ])
  })

  it('refuse a part that no page has a place for', () => {
    const schema = { properties: { towns: { properties: {} } } }
    expect(() => scenarioFormatPages(schema, 'Files.')).toThrow(
      'no page of the scenario format has a place for towns',
    )
  })
})
