import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { parseTemplate } from '../../../../src/model/templates/placeholders.ts'
import { TEMPLATE_TYPES } from '../../../../src/model/records/wiki/templates.ts'
import { type StandaloneAuthor, startStandaloneAuthor } from '../../../support/standalone-author.ts'
import { DEFAULT_TEXT } from '../../../../src/language/formula/budget.ts'
import type { FormulaSource } from '../../../../src/language/formula/source.ts'
import type { RequirementRecord } from '../../../../src/model/records/wiki/requirements.ts'
import { renderForEach, renderOnce } from '../../../../src/model/templates/rendering.ts'
import { threadTime } from '../../../support/thread-time.ts'
import { pluck } from '../../../support/client.ts'

let author: StandaloneAuthor
beforeEach(async () => {
  author = await startStandaloneAuthor()
})

const Q = '?applicationId=101'
const OF = `${Q}&containerId=1001`
const one = { projectContainerId: 1001, keys: ['REQ-001'] }

async function render(content: string, more: object = {}) {
  const { results } = await author.made('POST', `/templates/evaluate${Q}`, {
    content,
    selection: one,
    ...more,
  })
  return results
}

describe('templates', () => {
  test('are made, listed, changed and deleted', async () => {
    const made = await author.made('POST', `/templates${Q}`, {
      containerId: 1001,
      name: 'Names',
      content: '{{key}}',
    })
    expect(made).toMatchObject({ id: 3, type: 'CALCULATION', sharedLevel: 'NONE', ownerId: 2 })
    const list = async (filter: string) =>
      pluck((await author.made('GET', `/templates${OF}${filter}`)).items, 'id')
    expect(await list('')).toEqual([1, 2, 3])
    expect(await list('&type=aggregation')).toEqual([2])
    expect(await list('&sharedLevel=NONE')).toEqual([3])
    expect(await list('&search=NAM')).toEqual([3])
    expect(await list('&name=Names&sort=name,desc')).toEqual([3])
    expect(await author.made('PUT', `/templates/3${Q}`, { content: '{{id}}' })).toEqual({
      ...made,
      content: '{{id}}',
    })
    await author.made('DELETE', `/templates/3${Q}`)
    expect((await author.refused('GET', `/templates/3${Q}`)).status).toBe(404)
  })

  test('are seen and changed as far as they are shared', async () => {
    const admin = { token: 'tok-admin' }
    const make = { containerId: 1001, name: 'Mine', content: 'x' }
    await author.made('POST', `/templates${Q}`, make, admin)
    expect((await author.refused('GET', `/templates/3${Q}`)).status).toBe(403)
    expect((await author.made('GET', `/templates${OF}`)).total).toBe(2)
    expect((await author.refused('POST', `/templates/evaluate${Q}`, { templateId: 3 })).status).toBe(403)
    await author.made('PUT', `/templates/3${Q}`, { sharedLevel: 'SHARED_VIEW' }, admin)
    expect((await author.made('GET', `/templates/3${Q}`)).ownerId).toBe(1)
    expect((await author.refused('PUT', `/templates/3${Q}`, { name: 'A' })).status).toBe(403)
    expect((await author.refused('DELETE', `/templates/3${Q}`)).status).toBe(403)
    await author.made('PUT', `/templates/3${Q}`, { sharedLevel: 'SHARED_EDIT' }, admin)
    expect((await author.made('PUT', `/templates/3${Q}`, { name: 'A' })).ownerId).toBe(1)
  })

  test.each([
    ['POST', `/templates${Q}`, { containerId: 1001, name: 'A', content: '{{key' }, 400],
    ['POST', `/templates${Q}`, { containerId: 1001, name: 'A', content: 'x'.repeat(20_001) }, 400],
    ['POST', `/templates${Q}`, { containerId: 1001, name: ' ', content: 'x' }, 400],
    ['POST', `/templates${Q}`, { containerId: 7, name: 'A', content: 'x' }, 404],
    ['PUT', `/templates/1${Q}`, { name: ' ' }, 400],
    ['PUT', `/templates/1${Q}`, { type: 'AGGREGATION' }, 400],
    ['PUT', `/templates/1${Q}`, { sharedLevel: 'ALL' }, 400],
    ['POST', `/templates/evaluate${Q}`, { templateId: 1, content: 'x' }, 400],
    ['POST', `/templates/evaluate${Q}`, {}, 400],
    ['POST', `/templates/evaluate${Q}`, { templateId: 77 }, 404],
    ['POST', `/templates/evaluate${Q}`, { templateId: 1, type: 'AGGREGATION' }, 400],
    ['POST', `/templates/evaluate${Q}`, { content: 'x', selection: { projectContainerId: 3001 } }, 404],
  ])('%s %s %j is %i', async (method, path, body, status) => {
    expect((await author.refused(method, path, body)).status).toBe(status)
  })
})

describe('what a template means', () => {
  const parse = (content: string, type?: string) =>
    author.made('POST', `/templates/parse${Q}`, { content, ...(type === undefined ? {} : { type }) })

  test('its placeholders, with their places', async () => {
    expect(await parse('A {{ key }} costs {{ext@Cost * 2}}')).toEqual({
      valid: true,
      errors: {},
      placeholders: [
        { position: 2, length: 9, source: ' key ', kind: 'FIELD', references: [] },
        { position: 18, length: 16, source: 'ext@Cost * 2', kind: 'FORMULA', references: ['ext@Cost'] },
      ],
      references: ['ext@Cost'],
    })
  })

  test('what the criteria of its figures name', async () => {
    const parsed = await parse("{{COUNT(*, @Priority = 'High')}} of {{COUNT(*)}}", 'AGGREGATION')
    expect(parsed).toMatchObject({ placeholders: [{ references: ['@Priority'] }, { references: [] }] })
    expect(parsed.references).toEqual(['@Priority'])
  })

  test.each([
    ['ab {{key', 'CALCULATION', 3, 'does not end'],
    ['{{key}}{{1 +}}', 'CALCULATION', 12, ''],
    ['{{}}', 'CALCULATION', 2, ''],
    ['{{key}}', 'AGGREGATION', 2, 'COUNT(*)'],
    ['{{@Cost}}', 'AGGREGATION', 2, ''],
    ["{{CONCAT('}})}}", 'CALCULATION', 0, 'does not end'],
  ])('%s as %s is wrong at %i', async (content, type, position, message) => {
    const { valid, errors } = await parse(content, type)
    expect(valid).toBe(false)
    expect(Object.values(errors).flat()[0]).toEqual({ position, message: expect.stringContaining(message) })
  })

  test('its errors by variable', async () => {
    const { valid, errors } = await parse('{{ext@Cost +}} {{key}} {{ nope() }} {{ext@Cost +}} {{__proto__}}')
    expect(valid).toBe(false)
    expect(Object.keys(errors)).toEqual(['__proto__', 'ext@Cost +', 'nope()'])
    expect(pluck(errors['ext@Cost +'], 'position')).toEqual([12, 48])
    expect(errors['nope()'][0].message).toContain('unknown function')
  })

  test('never throws, and finds every placeholder of right contents', () => {
    const piece = fc.constantFrom('{{', '}}', '{', '\\', "'", '"', 'key', '@Cost', ' + 1', '\n', '{{key}}')
    fc.assert(
      fc.property(fc.array(piece), fc.constantFrom(...TEMPLATE_TYPES), (pieces, type) => {
        const content = pieces.join('')
        const { parts, errors } = parseTemplate(content, type)
        for (const { position } of errors) expect(position).toBeLessThanOrEqual(content.length)
        for (const part of parts)
          if (part.kind !== 'text')
            expect(content.slice(part.position, part.position + part.length)).toBe(`{{${part.source}}}`)
      }),
    )
  })

  test('is read in linear time', () => {
    const begin = threadTime()
    parseTemplate('{{'.repeat(10_000), 'CALCULATION')
    parseTemplate('\\{{'.repeat(6_000), 'CALCULATION')
    expect(parseTemplate('{{key}}'.repeat(101), 'CALCULATION').errors).toHaveLength(1)
    expect(threadTime() - begin).toBeLessThan(1000)
  })
})

describe('what a template makes of requirements', () => {
  test('a text for each requirement', async () => {
    const { type, results } = await author.made('POST', `/templates/evaluate${Q}`, {
      templateId: 1,
      selection: { projectContainerId: 1001, query: "key < 'REQ-003'" },
    })
    expect(type).toBe('CALCULATION')
    expect(results).toEqual([
      { requirementId: 6001, key: 'REQ-001', text: 'REQ-001 costs 100', errors: [] },
      { requirementId: 6002, key: 'REQ-002', text: 'REQ-002 costs 200', errors: [] },
    ])
  })

  test('as the world is now', async () => {
    const body = { value: 7 }
    await author.made('PUT', `/requirements/6001/external-properties/7001${Q}`, body)
    expect(await render('{{ext@Cost + 1}} {{status}} {{space}} {{id}}')).toMatchObject([
      { text: '8 ACTIVE ENG 6001' },
    ])
  })

  test('what has no value leaves nothing and an error', async () => {
    expect(await render('<{{@Nope}}> \\{{key}} <{{key}}>')).toEqual([
      {
        requirementId: 6001,
        key: 'REQ-001',
        text: '<> {{key}} <REQ-001>',
        errors: [{ position: 3, message: expect.stringContaining('@Nope') }],
      },
    ])
  })

  test('one text for a selection', async () => {
    const selection = { projectContainerId: 1001, keys: ['REQ-001', 'REQ-002'] }
    const more = { type: 'AGGREGATION', selection }
    expect(await render('{{COUNT(*)}}: {{SUM(ext@Cost)}}', more)).toEqual([{ text: '2: 300', errors: [] }])
  })

  test('all texts together are bounded', async () => {
    const content = `{{key}}${'x'.repeat(19_000)}`
    const client = author.client
    const path = `/api/templates/evaluate?applicationId=101`
    const reply = await client.post(path, { content })
    expect(reply.status).toBe(200)
    expect(reply.text.length).toBeLessThan(17_000_000)
  })
})

test('figures count among the characters that all texts together may hold', async () => {
  const large = await startStandaloneAuthor({ scenario: 'large' })
  const content = '{{0.12345678901234567}}'.repeat(100)
  const reply = await large.api('POST', `/templates/evaluate${Q}`, { content })
  expect(reply.status).toBe(200)
  expect(reply.text.length).toBeLessThan(40_000_000)
  expect(reply.body.results[0].text).toBe('0.12345678901234566'.repeat(100))
  expect(reply.body.results.at(-1)).toMatchObject({
    text: '',
    errors: [{ message: expect.stringContaining('16000000 characters') }],
  })
})

test('null says as little as nothing', async () => {
  const selection = { query: null, projectContainerId: null, variantId: null, keys: ['REQ-001'] }
  const body = { templateId: 1, content: null, type: null, selection }
  const { results } = await author.made('POST', `/templates/evaluate${Q}`, body)
  expect(results).toMatchObject([{ key: 'REQ-001', text: 'REQ-001 costs 100' }])
  const all = { content: '{{COUNT(*)}}', type: 'AGGREGATION', selection: null, templateId: null }
  expect((await author.made('POST', `/templates/evaluate${Q}`, all)).results).toMatchObject([{ text: '12' }])
  expect(
    (await author.refused('POST', `/templates/evaluate${Q}`, { content: null, templateId: null })).body
      .message,
  ).toContain("needs either 'templateId' or 'content'")
  const parsed = await author.made('POST', `/templates/parse${Q}`, { content: '{{key}}', type: null })
  expect(parsed.valid).toBe(true)
  const figure = {
    formula: 'SUM(ext@Cost)',
    selection: { ...selection, keys: null, projectContainerId: 1001 },
  }
  expect(await author.made('POST', `/aggregations/execute${Q}`, figure)).toMatchObject({ value: 7800 })
  const each = { formula: 'ext@Cost', selection }
  expect((await author.made('POST', `/calculations/execute${Q}`, each)).results).toMatchObject([
    { value: 100 },
  ])
})

test('calculations are parsed as aggregations are', async () => {
  const parse = (formula: string) => author.made('POST', `/calculations/parse${Q}`, { formula })
  expect(await parse('@Cost * 2')).toEqual({ valid: true, errors: [], references: ['@Cost'] })
  expect(await parse('COUNT(*)')).toMatchObject({ valid: false, references: [] })
  expect((await parse('1 + ')).errors[0]).toMatchObject({ position: 4 })
})

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

  test('and reports at most 100 errors', () => {
    expect(read('{{}}'.repeat(101))[1]).toEqual(Array.from({ length: 100 }, (_, at) => 2 + 4 * at))
  })
})

describe('texts for each requirement', () => {
  test('end where all of them together hold too many characters, reported once for each', () => {
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

  test('at most 100 errors of figures are reported', async () => {
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
    expect(pluck(listed.items, 'id')).toEqual([3])
  })

  test('are numbered on after the last one is deleted', async () => {
    await author.made('DELETE', `/templates/2${Q}`)
    expect((await make({})).id).toBe(3)
  })

  test('that are private are no widgets of others', async () => {
    await make({}, admin)
    const widgets = [{ type: 'TEMPLATE', title: 'A', templateId: 3 }]
    const body = { containerId: 1001, name: 'Texts', widgets }
    expect((await author.refused('POST', `/dashboards${Q}`, body)).status).toBe(403)
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
    expect(reply.body.message).toMatch(/^content: at position 8: /)
    expect(reply.body.errors).toEqual([
      expect.stringMatching(/^content: at position 8: /),
      expect.stringMatching(/^content: at position 13: /),
    ])
    expect(author.client.simulator.journal.entries().at(-1)?.assumptions).toContain('A37')
  })
})
