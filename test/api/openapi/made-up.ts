// Operations made up for the tests of the documents: one of every kind of parameter, body and answer.

import * as z from 'zod'
import type { Operation, Shape } from '../../../src/api/framework/operation.ts'
import { operation } from '../../../src/api/framework/operation.ts'
import { boolean, int32, int64, oneOf, sort, string } from '../../../src/api/framework/parameter.ts'

const node: z.ZodType = z.object({
  name: z.string(),
  get children() {
    return z.array(node).optional()
  },
})

const widget = z.object({
  id: z.int(),
  size: z.int32().min(1).optional(),
  label: z.string().max(255).nullable(),
  kind: z.enum(['LEFT', 'RIGHT']).nullable(),
  createdAt: z.iso.datetime(),
  counts: z.record(z.string(), z.number()),
  big: z.bigint().optional(),
  tree: node.optional(),
})

const owner = z.object({ widget: widget.nullable(), note: z.union([z.string(), z.null()]) }).describe('Who.')

export const widgetShape: Shape = {
  name: 'Widget',
  schema: () => widget,
  example: { id: 7, label: null, kind: null, createdAt: '2026-01-05T09:00:00Z', counts: { a: 1 } },
}
export const ownerShape: Shape = {
  name: 'Owner',
  schema: () => owner,
  example: { widget: null, note: null },
}
const page: Shape = {
  schema: () => z.object({ items: z.array(widget), total: z.int() }),
  example: { items: [widgetShape.example], total: 1 },
}

type Sketch = Pick<Operation, 'id' | 'interface' | 'method' | 'path'> & Partial<Operation>

/** An operation of which only the given members matter. */
export function sketch(members: Sketch): Operation {
  return operation({
    group: 'Widgets',
    summary: 'Does something to widgets.',
    stability: 'stable',
    provenance: 'documented',
    permission: { words: 'container read', assumed: true },
    section: '4.1',
    success: { description: 'Done.' },
    assumptions: [],
    authorise: () => undefined,
    handle: () => undefined,
    ...members,
  })
}

export const madeUp: readonly Operation[] = [
  sketch({
    id: 'standalone.widgets.list',
    interface: 'standalone',
    method: 'GET',
    path: '/widgets',
    query: {
      applicationId: int32({ required: true, example: '101' }),
      offset: int64({ minimum: 0, default: 0 }),
      limit: int32({ minimum: 1, maximum: 200, default: 20 }),
      name: string({ maximumLength: 255, description: 'Filter by name.' }),
      kind: oneOf(['LEFT', 'RIGHT'], { default: 'LEFT' }),
      deep: boolean({ default: false }),
      sort: sort(['id', 'name'], { example: 'name,desc' }),
    },
    success: { status: 200, description: 'A page of widgets.', shape: page },
    assumptions: ['A02'],
  }),
  sketch({
    id: 'standalone.widgets.create',
    interface: 'standalone',
    method: 'POST',
    path: '/widgets',
    body: { ...widgetShape, required: true },
    success: { status: 201, description: 'The widget.', shape: widgetShape },
    refusals: { 409: 'The label is taken.' },
  }),
  sketch({
    id: 'standalone.me.read',
    interface: 'standalone',
    method: 'GET',
    path: '/me',
    permission: { words: 'signed-in (own data)' },
    success: { status: 200, description: 'Who.', shape: ownerShape },
  }),
  sketch({
    id: 'standalone.documents.read',
    interface: 'standalone',
    method: 'GET',
    path: '/v3/api-docs',
    anonymous: true,
  }),
  ...(['wiki', 'tracker'] as const).flatMap((name) => [
    sketch({
      id: `${name}.widget.read`,
      interface: name,
      method: 'GET',
      path: '/widgets/{widgetKey}',
      pathParameters: { widgetKey: string({ example: 'W-1' }) },
      stability: 'deprecated',
      success: { status: 200, description: 'The widget.', shape: widgetShape },
    }),
    sketch({
      id: `${name}.widget.delete`,
      interface: name,
      method: 'DELETE',
      path: '/widgets/{widget}',
      pathParameters: { widget: int64({ description: 'Its number.', example: '7' }) },
      success: { status: 204, description: 'Gone.' },
    }),
    sketch({
      id: `${name}.widget.label`,
      interface: name,
      method: 'PUT',
      path: '/widgets/{widgetKey}/label',
      pathParameters: { widgetKey: string() },
      body: { schema: () => z.string(), required: true, contentType: 'text/plain', example: 'New' },
      permission: { words: 'signed-in' },
    }),
  ]),
  sketch({ id: 'hosted-wiki.search', interface: 'hosted-wiki', method: 'GET', path: '/rest/search' }),
  sketch({ id: 'hosted-tracker.search', interface: 'hosted-tracker', method: 'GET', path: '/rest/search' }),
]
