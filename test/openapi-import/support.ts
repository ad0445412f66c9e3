/** Descriptions for the tests of descriptions. */
import type { DescriptionReport } from '../../src/gateway/report/described.ts'
import { createSimulator, OpenApiError } from '../../src/index.ts'

type Json = Readonly<Record<string, unknown>>

/** A description with these paths and schemas. */
export function descriptionOf(paths: Json, schemas: Json = {}, more: Json = {}): Json {
  return { openapi: '3.0.3', info: { title: 'Mine', version: '9' }, paths, components: { schemas }, ...more }
}

/** An operation that answers data of a schema with 200. */
export function answering(schema: unknown, more: Json = {}): Json {
  const content = { 'application/json': { schema } }
  return { responses: { 200: { description: 'All is well.', content } }, ...more }
}

/** What is said of a description of the standalone interface. */
export async function reportOf(document: object | string): Promise<DescriptionReport> {
  const simulator = await createSimulator({
    openapi: [{ surface: 'standalone', document, file: 'mine.json' }],
  })
  return simulator.descriptions[0] as DescriptionReport
}

/** The problems with which a description is refused, as lines. */
export async function problemsOf(document: object | string): Promise<string[]> {
  try {
    await reportOf(document)
  } catch (error) {
    if (!(error instanceof OpenApiError)) throw error
    return error.message.split('\n')
  }
  return []
}
