/** What templates are read as, how far they go, and what the errors say and where. */
import { beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_TEXT } from '../../src/language/formula/budget.ts'
import type { FormulaSource } from '../../src/language/formula/source.ts'
import type { RequirementRecord } from '../../src/model/requirements/records.ts'
import { parseTemplate } from '../../src/model/templates/placeholders.ts'
import { renderForEach, renderOnce } from '../../src/model/templates/rendering.ts'
import { type StandaloneAuthor, startStandaloneAuthor } from '../support/standalone-author.ts'

const Q = '?applicationId=101'
const admin = { token: 'tok-admin' }

/** Requirements that have nothing but a key. */
const source: FormulaSource<RequirementRecord> = {
  identity: ({ id }) => id,
  value: () => undefined,
  related: () => [],
  criteria: () => () => true,
}
const record = { id: 1, key: 'REQ-1', text: '', status: 'ACTIVE', spaceKey: 'ENG' } as RequirementRecord
const copies = (count: number) => Array.from({ length: count }, () => record)

describe('a template is read', () => {
  const read = (content: string) => {
    const { parts, errors } = parseTemplate(content, 'CALCULATION')
    const sources = parts.map((part) => (part.kind === 'text' ? part.text : `{${part.source}}`))
    return [sources.join(''), errors.map(({ position }) => position)]
  }

  test.each([
    ['{{key}}{{id}}', '{key}{id}', []],
    [String.raw`\{{\{{{{key}}`, '{{{{{key}', []],
    [String.raw`{{CONCAT('it\'s }} here')}}`, String.raw`{CONCAT('it\'s }} here')}`, []],
    [String.raw`{{CONCAT("\"}}")}}.`, String.raw`{CONCAT("\"}}")}.`, []],
    ['{{1 } + 1}} {{key}}', ' {key}', [4]],
    ['{{1 } }} {{key}}', ' {key}', [4]],
  ])('%s', (content, sources, positions) => {
    expect(read(content)).toEqual([sources, positions])
  })

  test('without parts that say nothing', () => {
    const { parts } = parseTemplate('{{key}}{{id}} {{text}}', 'CALCULATION')
    expect(parts.map(({ kind }) => kind)).toEqual(['field', 'field', 'text', 'field'])
  })

  test('with up to 100 placeholders', () => {
    expect(read('{{key}}'.repeat(100))[1]).toEqual([])
    const { parts, errors } = parseTemplate(`${'{{key}}'.repeat(100)} {{key}}{{`, 'CALCULATION')
    expect(parts.filter(({ kind }) => kind === 'field')).toHaveLength(100)
    expect(errors).toEqual([
      { position: 701, message: 'a template has at most 100 placeholders', variable: 'key' },
    ])
  })

  test('and told at most 100 errors', () => {
    expect(read('{{}}'.repeat(101))[1]).toEqual(Array.from({ length: 100 }, (_, at) => 2 + 4 * at))
  })
})

describe('texts for each requirement', () => {
  test('end where all of them together hold too many characters, which is told once for each', () => {
    const long = 'x'.repeat(DEFAULT_TEXT * 0.4)
    const { parts } = parseTemplate(`${long}{{key}}<{{key}}>`, 'CALCULATION')
    const [first, second, third, fourth] = renderForEach(parts, copies(4), source)
    expect([first?.errors, second?.errors]).toEqual([[], []])
    expect(second?.text.slice(long.length)).toBe('REQ-1<REQ-1>')
    expect([third?.text, fourth?.text]).toEqual(['', ''])
    expect([third?.errors, fourth?.errors]).toEqual([
      [
        {
          position: 0,
          message: 'the results hold more than 16000000 characters of text; narrow the selection down',
        },
      ],
      [
        {
          position: 0,
          message: 'the texts hold more than 16000000 characters; narrow the selection down',
        },
      ],
    ])
  })

  test('tell at most 100 errors each', () => {
    const { parts } = parseTemplate('{{@Nope}}'.repeat(60), 'CALCULATION')
    const [only] = renderForEach([...parts, ...parts], [record], source)
    expect(only?.errors).toHaveLength(100)
  })
})

describe('the placeholders of one text share the steps of one run', () => {
  const render = (content: string, count: number) =>
    renderOnce(parseTemplate(content, 'AGGREGATION').parts, copies(count), source)
  // Each requirement takes ten steps: two for the figure, and eight for its condition.
  const figure = "{{COUNT(*, jira = 'X-1')}}"

  test('each has a hundredth of them where there are a hundred', () => {
    expect(render(figure.repeat(100), 10_000)).toEqual({ text: '10000'.repeat(100), errors: [] })
    const { text, errors } = render(figure.repeat(100), 10_001)
    expect([text, errors.length]).toEqual(['', 100])
    expect(errors[1]).toEqual({
      position: figure.length + 2,
      message: expect.stringContaining('more than 100000 steps'),
    })
  })

  test('and what is between them needs none', () => {
    expect(render(`${figure} `.repeat(100), 10_000).text).toBe('10000 '.repeat(100))
  })
})

describe('templates by the interface', () => {
  let author: StandaloneAuthor
  beforeEach(async () => {
    author = await startStandaloneAuthor()
  })
  const make = (more: object, who?: { token: string }) =>
    author.made('POST', `/templates${Q}`, { containerId: 1001, name: 'Mine', content: 'x', ...more }, who)
  const evaluate = async (content: string, selection: object) => {
    const body = { content, type: 'AGGREGATION', selection: { projectContainerId: 1001, ...selection } }
    return (await author.made('POST', `/templates/evaluate${Q}`, body)).results[0]
  }

  test('errors of figures name the requirement and the place in the content', async () => {
    expect(await evaluate('Sum: {{ SUM(@Priority) }}', { keys: ['REQ-001'] })).toEqual({
      text: 'Sum: 0',
      errors: [{ position: 12, message: expect.stringMatching(/^REQ-001: /) }],
    })
    expect(await evaluate('Part: {{COUNT(*) / 0}}', { keys: ['REQ-001'] })).toEqual({
      text: 'Part: ',
      errors: [{ position: 19, message: expect.stringMatching(/^(?!REQ-001)/) }],
    })
  })

  test('at most 100 errors of figures are told', async () => {
    const { errors } = await evaluate('{{SUM(@Priority)}}'.repeat(20), {})
    expect(errors).toHaveLength(100)
  })

  test('one change leaves the rest as it was', async () => {
    let wanted = await make({ type: 'AGGREGATION', description: 'What' })
    for (const change of [{ name: 'Yours' }, { content: 'y' }, { type: 'CALCULATION' }]) {
      wanted = { ...wanted, ...change }
      expect(await author.made('PUT', `/templates/3${Q}`, change)).toEqual(wanted)
      expect(await author.made('GET', `/templates/3${Q}`)).toEqual(wanted)
    }
  })

  test('are listed in their own container alone', async () => {
    await make({ containerId: 1002 })
    const listed = await author.made('GET', `/templates${Q}&containerId=1002`)
    expect(listed.items.map(({ id }: { id: number }) => id)).toEqual([3])
  })

  test('are numbered on after the last one is deleted', async () => {
    await author.made('DELETE', `/templates/2${Q}`)
    expect((await make({})).id).toBe(3)
  })

  test('that are private are no widgets of others', async () => {
    await make({}, admin)
    const widgets = [{ type: 'TEMPLATE', title: 'A', templateId: 3 }]
    const body = { containerId: 1001, name: 'Texts', widgets }
    expect((await author.refused('POST', `/dashboards${Q}`, body))[0]).toBe(403)
    await author.made('POST', `/dashboards${Q}`, body, admin)
  })

  test('without an owner are everyone’s, whatever they are shared for', async () => {
    const template = { id: 9, space: 'ENG', name: 'Nobody’s', content: '{{key}}', shared: 'NONE' as const }
    author = await startStandaloneAuthor({
      scenario: { extends: ['demo'], world: { templates: [template] } },
    })
    expect((await author.made('GET', `/templates/9${Q}`)).name).toBe('Nobody’s')
    expect((await author.made('PUT', `/templates/9${Q}`, { name: 'All’s' })).name).toBe('All’s')
  })

  test('that are wrong are refused with all that is, as syntax errors are', async () => {
    const body = { containerId: 1001, name: 'A', content: 'ab {{1 +}} {{}}' }
    const reply = await author.api('POST', `/templates${Q}`, body)
    expect(reply.status).toBe(400)
    expect(reply.body.message).toMatch(/^body field 'content' at position 8: /)
    expect(reply.body.errors).toEqual([
      expect.stringMatching(/^content: at position 8: /),
      expect.stringMatching(/^content: at position 13: /),
    ])
    expect(author.client.simulator.journal.entries().at(-1)?.assumptions).toContain('A37')
  })
})
