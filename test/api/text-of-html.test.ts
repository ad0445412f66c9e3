/** What the interfaces show and find of HTML that authors wrote (A260). */
import { beforeEach, describe, expect, test } from 'vitest'
import { type Client, pluck, startClient } from '../support/client.ts'
import { hostedHeaders, SITES } from '../support/hosted.ts'

const WIKI = '/wiki/rest/reqs/1'
const STANDALONE = '/api/applications/101/projects/1001/variants/current/requirements'
const hosted = { token: null, headers: hostedHeaders('tok-alice', SITES.wiki) }
const REQ = `${WIKI}/requirement2/ENG/REQ-001`

let client: Client
beforeEach(async () => {
  client = await startClient()
})

const write = async (htmlExcerpt: string, properties: readonly object[] = []) => {
  const reply = await client.put(REQ, { htmlExcerpt, properties })
  expect(reply.status, reply.text).toBe(200)
}
/** The keys that each search finds. */
const found = async (query: string) => {
  const q = encodeURIComponent(query)
  const wiki = await client.get(`${WIKI}/requirement2/ENG?q=${q}`)
  const cloud = await client.get(`/eu/wiki/rest/search?query=${q}&spaceKey=ENG`, hosted)
  const standalone = await client.get(`${STANDALONE}?query=${q}`)
  const tracker = await client.get(`/tracker/rest/reqs/1/search?q=${q}`)
  return [wiki.body.results, cloud.body.results, standalone.body.items, tracker.body.results].map((rows) =>
    pluck(rows, 'key').join(),
  )
}
const everywhere = (keys: string) => [keys, keys, keys, keys]

test('a text with a named character was not found by its character, but by the name', async () => {
  await write('<p>M&uuml;ller &ndash; 20&deg;</p>')
  expect(await found("'Müller – 20°'")).toEqual(everywhere('REQ-001'))
  expect(await found("text = 'Müller – 20°'")).toEqual(everywhere('REQ-001'))
  expect(await found("'uuml'")).toEqual(everywhere(''))
})

test('the text of a CDATA section was not found, and parameters of macros were', async () => {
  await write(
    '<ac:structured-macro ac:name="code"><ac:parameter ac:name="language">cobol</ac:parameter>' +
      '<ac:plain-text-body><![CDATA[if (load < limit) warn();]]></ac:plain-text-body></ac:structured-macro>',
  )
  expect(await found("'load < limit'")).toEqual(everywhere('REQ-001'))
  expect(await found("'cobol'")).toEqual(everywhere(''))
})

test('a word was split by the marker of a comment, a prefix or an inline element', async () => {
  await write(
    'bat<ac:inline-comment-marker ac:ref="1">ter</ac:inline-comment-marker>y, o<xhtml:b>n</xhtml:b>e, ' +
      '<acronym>U</acronym>SB, <big>B</big>ig, <label>l</label>abel, hand<wbr/>book<p>next</p>',
  )
  expect(await found("'battery, one, USB, Big, label, handbook next'")).toEqual(everywhere('REQ-001'))
})

describe('properties', () => {
  const value = 'M&uuml;ller &amp; <xhtml:b>S</xhtml:b>on<br/>Ltd.'
  const text = 'Müller & Son Ltd.'

  beforeEach(async () => {
    await write('Text', [
      { key: 'Supplier', value },
      {
        key: 'Suppliers',
        dataType: 'LIST',
        value: '',
        indexation: { multivalues: ['&Auml;', '<![CDATA[B&C]]>'] },
      },
    ])
  })

  test('showed and indexed the names of characters', async () => {
    const { body } = await client.get(REQ)
    const shown = body.properties.find(({ key }: { key: string }) => key === 'Supplier')
    expect(shown).toMatchObject({ value, display: text, indexation: { text } })
    expect(await found(`@Supplier = '${text}'`)).toEqual(everywhere('REQ-001'))
    const listed = body.properties.find(({ key }: { key: string }) => key === 'Suppliers')
    expect(listed.indexation).toEqual({ multivalues: ['Ä', 'B&C'] })
    expect(await found("@Suppliers = 'B&C'")).toEqual(everywhere('REQ-001'))
  })

  test('were read with the names of characters by formulas, matrices and reports', async () => {
    const calculated = await client.post('/api/calculations/execute?applicationId=101', {
      formula: "CONCAT(@Supplier, '!')",
      selection: { projectContainerId: 1001, keys: ['REQ-001'] },
    })
    expect(calculated.body.results).toMatchObject([{ value: `${text}!` }])
    const columns = JSON.stringify([
      { label: 'Key', step: { type: 'FIRST_COLUMN', value: '' }, columnIndex: 0, parentColumnIndex: 0 },
      { label: 'S', step: { type: 'PROPERTY', value: 'Supplier' }, columnIndex: 1, parentColumnIndex: 0 },
    ])
    const query = `columns=${encodeURIComponent(columns)}&q=${encodeURIComponent("key = 'REQ-001'")}`
    const matrix = await client.get(`${WIKI}/rte/ENG/traceability/transform-to-html?${query}`)
    expect(matrix.body.html).toContain('<td>M&uuml;ller &amp; <b>S</b>on<br>Ltd.</td>')
    const report = `columns=@Supplier&q=${encodeURIComponent("key = 'REQ-001'")}`
    const table = await client.get(`${WIKI}/rte/ENG/report/transform-to-html?${report}`)
    expect(table.body.html).toContain('<td>M&uuml;ller &amp; <b>S</b>on<br>Ltd.</td>')
  })

  test('of external kind kept the names of characters', async () => {
    const external = `${WIKI}/external-properties/ENG/REQ-001`
    const written = await client.put(external, {
      key: 'Owner',
      type: 'EXTERNAL',
      value: 'J&ouml;rg &hellip;',
    })
    expect(written.status, written.text).toBe(200)
    expect(await found("ext@Owner = 'Jörg …'")).toEqual(everywhere('REQ-001'))
  })
})

test('the definitions of a page read the same text', async () => {
  const html = '<xhtml:ul><xhtml:li>20&nbsp;&micro;m</xhtml:li><xhtml:li>Fahr&shy;zeug</xhtml:li></xhtml:ul>'
  const control = { token: null, headers: { 'x-sim-control': '1' } }
  await client.put('/_sim/pages/4001', { define: [{ key: 'REQ-020', html }] }, control)
  await client.post('/_sim/pages/4001/view', {}, control)
  expect(await found("text = '20 µm Fahrzeug'")).toEqual(everywhere('REQ-020'))
})

test('a response whose text is not its HTML names the assumption', async () => {
  const explained = async () => {
    const { headers } = await client.get(`${STANDALONE}/REQ-001`, { headers: { 'x-sim-explain': '1' } })
    return headers['X-Sim-Assumptions']?.split(',').includes('A260')
  }
  expect(await explained()).toBe(false)
  await write('<p>Plain</p>')
  expect(await explained()).toBe(true)
})
