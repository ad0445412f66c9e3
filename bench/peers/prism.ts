/** An OpenAPI description whose examples Prism answers with; requests are held against its schemas. */
import type { Samples } from '../http/samples.ts'

export function prismDescription({ record, page, found, written }: Samples): object {
  const answers = (status: string, example: object) => ({
    [status]: {
      description: 'What was asked for',
      content: { 'application/json': { schema: { type: 'object' }, example } },
    },
  })
  const query = (name: string, type: string) => ({ name, in: 'query', schema: { type } })
  const body = {
    required: true,
    content: { 'application/json': { schema: { type: 'object', properties: { key: { type: 'string' } } } } },
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Requirements', version: '1' },
    paths: {
      '/requirements': {
        get: {
          parameters: [query('limit', 'integer'), query('offset', 'integer')],
          responses: answers('200', page),
        },
        post: { requestBody: body, responses: answers('201', written) },
      },
      '/requirements/{key}': {
        parameters: [{ name: 'key', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: answers('200', record) },
        put: { requestBody: body, responses: answers('200', written) },
        delete: { responses: { 204: { description: 'Gone' } } },
      },
      '/search': {
        get: { parameters: [query('key', 'string')], responses: answers('200', found) },
      },
    },
  }
}
