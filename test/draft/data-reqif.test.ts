// A draft of ReqIF.

import { describe, expect, test } from 'vitest'
import { makeDrafting, pagesOf } from './drafting.ts'

const { draft, refusal } = makeDrafting()

const value = (kind: string, definition: string, text: string) =>
  kind === 'XHTML'
    ? `<ATTRIBUTE-VALUE-XHTML><DEFINITION><ATTRIBUTE-DEFINITION-XHTML-REF>${definition}</ATTRIBUTE-DEFINITION-XHTML-REF></DEFINITION><THE-VALUE><xhtml:div>${text}</xhtml:div></THE-VALUE></ATTRIBUTE-VALUE-XHTML>`
    : `<ATTRIBUTE-VALUE-${kind} THE-VALUE="${text}"><DEFINITION><ATTRIBUTE-DEFINITION-${kind}-REF>${definition}</ATTRIBUTE-DEFINITION-${kind}-REF></DEFINITION></ATTRIBUTE-VALUE-${kind}>`
const priority = `<ATTRIBUTE-VALUE-ENUMERATION><VALUES><ENUM-VALUE-REF>p-high</ENUM-VALUE-REF></VALUES><DEFINITION><ATTRIBUTE-DEFINITION-ENUMERATION-REF>a-priority</ATTRIBUTE-DEFINITION-ENUMERATION-REF></DEFINITION></ATTRIBUTE-VALUE-ENUMERATION>`
const object = (id: string, ...values: readonly string[]) =>
  `<SPEC-OBJECT IDENTIFIER="${id}" LONG-NAME="Object ${id}"><TYPE><SPEC-OBJECT-TYPE-REF>t</SPEC-OBJECT-TYPE-REF></TYPE><VALUES>${values.join('')}</VALUES></SPEC-OBJECT>`
const relation = (source: string, target: string) =>
  `<SPEC-RELATION IDENTIFIER="${source}-${target}"><TARGET><SPEC-OBJECT-REF>${target}</SPEC-OBJECT-REF></TARGET><SOURCE><SPEC-OBJECT-REF>${source}</SPEC-OBJECT-REF></SOURCE><TYPE><SPEC-RELATION-TYPE-REF>r</SPEC-RELATION-TYPE-REF></TYPE></SPEC-RELATION>`
const node = (id: string, ...children: readonly string[]) =>
  `<SPEC-HIERARCHY IDENTIFIER="h-${id}"><OBJECT><SPEC-OBJECT-REF>${id}</SPEC-OBJECT-REF></OBJECT><CHILDREN>${children.join('')}</CHILDREN></SPEC-HIERARCHY>`

const exported = (objects: string, relations = '', hierarchy = '') => `<?xml version="1.0" encoding="UTF-8"?>
<REQ-IF xmlns="http://www.omg.org/spec/ReqIF/20110401/reqif.xsd" xmlns:xhtml="http://www.w3.org/1999/xhtml">
  <THE-HEADER><REQ-IF-HEADER IDENTIFIER="header"><TITLE>Brake System</TITLE></REQ-IF-HEADER></THE-HEADER>
  <CORE-CONTENT><REQ-IF-CONTENT>
    <DATATYPES><DATATYPE-DEFINITION-ENUMERATION IDENTIFIER="d" LONG-NAME="Priorities"><SPECIFIED-VALUES>
      <ENUM-VALUE IDENTIFIER="p-high" LONG-NAME="High"/></SPECIFIED-VALUES></DATATYPE-DEFINITION-ENUMERATION></DATATYPES>
    <SPEC-TYPES>
      <SPEC-OBJECT-TYPE IDENTIFIER="t" LONG-NAME="Functional"><SPEC-ATTRIBUTES>
        <ATTRIBUTE-DEFINITION-STRING IDENTIFIER="a-id" LONG-NAME="ReqIF.ForeignID"/>
        <ATTRIBUTE-DEFINITION-XHTML IDENTIFIER="a-text" LONG-NAME="ReqIF.Text"/>
        <ATTRIBUTE-DEFINITION-XHTML IDENTIFIER="a-chapter" LONG-NAME="ReqIF.ChapterName"/>
        <ATTRIBUTE-DEFINITION-ENUMERATION IDENTIFIER="a-priority" LONG-NAME="Priority"/>
      </SPEC-ATTRIBUTES></SPEC-OBJECT-TYPE>
      <SPEC-RELATION-TYPE IDENTIFIER="r" LONG-NAME="refines"/>
    </SPEC-TYPES>
    <SPEC-OBJECTS>${objects}</SPEC-OBJECTS>
    <SPEC-RELATIONS>${relations}</SPEC-RELATIONS>
    <SPECIFICATIONS><SPECIFICATION IDENTIFIER="s" LONG-NAME="Brakes"><CHILDREN>${hierarchy}</CHILDREN></SPECIFICATION></SPECIFICATIONS>
  </REQ-IF-CONTENT></CORE-CONTENT>
</REQ-IF>
`

describe('ReqIF', () => {
  test('gives requirements with attributes and relations, and pages of headings', async () => {
    const { drafted, requirements, gaps } = await draft(
      'brakes.reqif',
      exported(
        object(
          'o1',
          value('STRING', 'a-id', 'SYS-1'),
          value(
            'XHTML',
            'a-text',
            '<xhtml:p>Stop <xhtml:b>at</xhtml:b>\n once</xhtml:p><xhtml:p>5 &lt; 9</xhtml:p>',
          ),
          priority,
        ) +
          object('o2') +
          object('h1', value('XHTML', 'a-chapter', 'Force')),
        relation('o2', 'o1'),
        node('h1', node('o1')) + node('o2'),
      ),
    )
    expect(gaps).toEqual([])
    expect(drafted.world.spaces[0]).toMatchObject({ key: 'BRAKESYSTEM', name: 'Brake System' })
    expect(requirements).toMatchObject([
      { key: 'SYS-1', text: 'Stop at once\n5 < 9', properties: { type: 'Functional', Priority: 'High' } },
      { key: 'o2', text: 'Object o2', dependencies: [{ relationship: 'refines', to: 'SYS-1' }] },
    ])
    expect([pagesOf(drafted, 'SYS-1'), pagesOf(drafted, 'o2')]).toEqual([['Brakes', 'Force'], ['Brakes']])
  })

  test('has what leads nowhere listed, and embedded objects', async () => {
    const { gaps } = await draft(
      'a.reqif',
      exported(
        object('o1', value('XHTML', 'a-text', 'See <xhtml:object data="a.png"/>')) +
          object('h1', value('STRING', 'a-id', 'H'), value('XHTML', 'a-chapter', 'Force')),
        relation('o1', 'gone') + relation('o1', 'h1'),
        node('h1') + node('o1') + node('o1') + node('lost'),
      ),
    )
    expect(gaps).toEqual([
      "a.reqif: object 'o1': the draft has no 1 embedded object of its texts",
      "a.reqif: SPEC-RELATION 1: there is no object 'gone', its TARGET",
      'a.reqif: SPEC-RELATION 2: a heading is a page, not a requirement',
      "a.reqif: object 'o1': it is in the hierarchy twice: its first page counts",
      "a.reqif: hierarchy of 'Brakes': there is no object 'lost'",
      "a.reqif: 1 heading: they are pages, which have no 'ReqIF.ForeignID'",
    ])
  })

  test.for([
    ['an entity', `<!DOCTYPE x [<!ENTITY a "b">]>`],
    ['an element that is not closed', '<open>'],
  ])('with %s is refused', async ([, markup]) => {
    const content = exported(object('o1')).replace('<SPEC-OBJECTS>', `<SPEC-OBJECTS>${markup}`)
    expect(await refusal({ 'a.reqif': content })).toBe(
      "'a.reqif': its XML: is not well-formed, not UTF-8, has more than 64 levels, or declares a document type: export the file again",
    )
  })

  test('without objects is refused', async () => {
    expect(await refusal({ 'a.reqif': exported('') })).toBe(
      "'a.reqif': SPEC-OBJECTS: has no SPEC-OBJECT: export the module with its objects",
    )
  })
})
