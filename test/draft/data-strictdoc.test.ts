// A draft of the JSON that StrictDoc exports.

import { describe, expect, test } from 'vitest'
import { makeDrafting, pagesOf } from './drafting.ts'

const { draft, refusal } = makeDrafting()

const exported = (nodes: readonly object[], document: object = {}) => ({
  _COMMENT: 'Fields with _ are metadata.',
  DOCUMENTS: [
    {
      _NODE_TYPE: 'DOCUMENT',
      _OPTIONS: {},
      TITLE: 'Brake System',
      GRAMMAR: { ELEMENTS: [{ NODE_TYPE: 'REQUIREMENT', FIELDS: [], RELATIONS: [] }] },
      NODES: nodes,
      ...document,
    },
  ],
})

describe('the JSON of StrictDoc', () => {
  test('gives pages of documents and sections, requirements with fields, and relations by role', async () => {
    const { drafted, requirements, gaps } = await draft(
      'index.json',
      exported([
        {
          _TOC: '1',
          _NODE_TYPE: 'SECTION',
          TITLE: 'Force',
          NODES: [
            {
              _TOC: '1.1',
              _NODE_TYPE: 'REQUIREMENT',
              MID: 'abc',
              UID: 'SYS-1',
              STATUS: 'Active',
              TITLE: 'Stop',
              STATEMENT: 'The car shall <stop>.',
              RELATIONS: [
                { TYPE: 'Parent', VALUE: 'SYS-2', ROLE: 'Refines' },
                { TYPE: 'File', FORMAT: 'Sourcecode', VALUE: 'src/brake.c' },
              ],
            },
          ],
        },
        {
          _TOC: '2',
          _NODE_TYPE: 'CONSTRAINT',
          UID: 'SYS-2',
          STATEMENT: 'Safe.',
          RELATIONS: [{ TYPE: 'Child', VALUE: 'SYS-3' }],
          NODES: [{ _TOC: '2.1', TYPE: 'REQUIREMENT', UID: 'SYS-3', TITLE: 'Only a title' }],
        },
      ]),
    )
    expect(gaps).toEqual([])
    expect(drafted.world.spaces[0]).toMatchObject({ key: 'BRAKESYSTEM', name: 'Brake System' })
    expect(requirements).toMatchObject([
      {
        key: 'SYS-1',
        text: 'The car shall <stop>.',
        properties: { MID: 'abc', STATUS: 'Active', TITLE: 'Stop', FILES: ['src/brake.c'] },
        dependencies: [{ relationship: 'Refines', to: 'SYS-2' }],
      },
      { key: 'SYS-2', properties: { TYPE: 'CONSTRAINT' } },
      { key: 'SYS-3', text: 'Only a title', dependencies: [{ relationship: 'Parent', to: 'SYS-2' }] },
    ])
    expect(pagesOf(drafted, 'SYS-1')).toEqual(['Brake System', 'Force'])
    expect(pagesOf(drafted, 'SYS-3')).toEqual(['Brake System'])
  })

  test('has nodes without a UID, relations without a target and fields of pages listed', async () => {
    const { gaps, requirements } = await draft(
      'index.json',
      exported(
        [
          { _NODE_TYPE: 'TEXT', STATEMENT: 'An introduction' },
          {
            _NODE_TYPE: 'REQUIREMENT',
            UID: 'A',
            STATEMENT: 'a',
            RELATIONS: [
              { TYPE: 'Sibling', VALUE: 'B' },
              { TYPE: 'Child', VALUE: 'GONE' },
            ],
          },
        ],
        { UID: 'DOC', VERSION: '1.0' },
      ),
    )
    expect(requirements[0]).not.toHaveProperty('dependencies')
    expect(gaps).toEqual([
      "index.json: DOCUMENTS[0].NODES[0]: TEXT 'An introduction' has no UID: give it one",
      "index.json: DOCUMENTS[0].NODES[1] 'A': a relation of TYPE 'Sibling' has no place: use Parent, Child or File with a VALUE",
      "index.json: document 'Brake System': its pages have no 'UID', 'VERSION'",
      "index.json: DOCUMENTS[0].NODES[1] 'A': 'Parent' names 'GONE', which is in none of the files: the draft leaves the dependency out; add the requirement",
    ])
  })

  test.for([
    [
      'a document that is text',
      { DOCUMENTS: ['x'] },
      'DOCUMENTS[0]: must be an object, a document with NODES',
    ],
    ['nodes that are no list', { DOCUMENTS: [{ NODES: {} }] }, 'DOCUMENTS[0].NODES: must be a list of nodes'],
    [
      'a node that is text',
      { DOCUMENTS: [{ NODES: ['x'] }] },
      'DOCUMENTS[0].NODES[0]: must be an object, a node',
    ],
  ] as const)('is refused with %s', async ([, content, message]) => {
    expect(await refusal({ 'index.json': content })).toBe(`'index.json': ${message}`)
  })

  test('with more than 50 levels of sections is refused', async () => {
    let nodes: object[] = [{ _NODE_TYPE: 'REQUIREMENT', UID: 'A', STATEMENT: 'a' }]
    for (let level = 0; level < 51; level++)
      nodes = [{ _NODE_TYPE: 'SECTION', TITLE: `S${level}`, NODES: nodes }]
    expect(await refusal({ 'index.json': exported(nodes) })).toContain('the maximum is 50')
  })
})
