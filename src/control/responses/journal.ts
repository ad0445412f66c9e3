/** Responses about the recorded exchanges. */
import * as z from 'zod'
import {
  count,
  headers,
  instant,
  listShape,
  region,
  type ResponseOf,
  shape,
  text,
  texts,
  whole,
} from './shape.ts'

/** An ignored name, with the one that the client probably meant. */
export const nameSuggestion = () =>
  z.object({ kind: z.enum(['parameter', 'field']), name: text(), suggestion: text() })

export const delivery = () =>
  z.object({
    latency: count().optional(),
    dropped: z.boolean().optional(),
    truncatedTo: count().optional(),
    slow: count().optional(),
    waits: z.boolean(),
  })

const request = () => ({
  method: text(),
  url: text(),
  address: text().optional(),
  headers: headers().optional(),
  body: text().optional(),
})
const responseHeaders = () => z.record(z.string(), z.string())
const response = () => ({
  status: count(),
  headers: responseHeaders().optional(),
  body: text().optional(),
  delivery: delivery().optional(),
})

const exchange = () => ({
  number: count(),
  id: text(),
  at: whole().describe('Milliseconds since 1970, of the virtual clock.'),
  world: text(),
  interface: text().optional(),
  region: region().optional(),
  operation: text().optional(),
  user: text().optional(),
  traceparent: text().optional(),
  request: z.object(request()),
  answer: z.object(response()),
  assumptions: texts(),
  unknownParameters: texts(),
  unknownFields: texts(),
  suggestions: z
    .array(nameSuggestion())
    .describe('The names that the client probably meant by unknown ones.')
    .optional(),
  notable: text()
    .describe(
      'What a reader would miss, such as `ignored: body html (did you mean htmlExcerpt?)`, `frozen copy of baseline 1`, `over the rate limit`, `pending until …`, or that more pages follow.',
    )
    .optional(),
  pendingUntil: whole()
    .describe('The instant until which what the response shows is pending, in virtual milliseconds.')
    .optional(),
  rateLimitExceeded: z.boolean(),
  permission: z.enum(['allowed', 'refused']).optional(),
  stateful: z.boolean().optional(),
  application: count().optional(),
  generated: z.literal('schema').optional(),
  transitions: z.array(z.object({ machine: text(), from: text(), event: text(), to: text() })).optional(),
  fault: count().optional(),
  diagnosis: z.object({ reason: text(), nearest: texts() }).optional(),
  remark: text()
    .describe(
      'What a client may not expect, such as that the response is a frozen copy, or where a requirement went.',
    )
    .optional(),
  defect: text().optional(),
})

const exchangeResponse = shape('Exchange', () => z.object(exchange()))
export type Exchange = ResponseOf<typeof exchangeResponse>

/** With the headers and the body, which a brief list leaves out. */
export const exchangeDetailsResponse = shape('ExchangeDetails', () =>
  z.object({
    ...exchange(),
    request: z.object({ ...request(), headers: headers() }),
    answer: z.object({ ...response(), headers: responseHeaders(), body: text() }),
  }),
)
export type ExchangeDetails = ResponseOf<typeof exchangeDetailsResponse>

const exchangeListResponse = listShape(exchangeResponse)

const pairs = () => z.array(z.object({ name: text(), value: text() }))

const harResponse = shape('HttpArchive', () =>
  z.object({
    log: z.object({
      version: z.literal('1.2'),
      creator: z.object({ name: text(), version: text() }),
      entries: z.array(
        z.looseObject({
          startedDateTime: instant(),
          time: count(),
          request: z.looseObject({
            method: text(),
            url: text(),
            httpVersion: text(),
            headers: pairs(),
            queryString: pairs(),
          }),
          response: z.looseObject({
            status: count(),
            statusText: text(),
            httpVersion: text(),
            headers: pairs(),
          }),
        }),
      ),
    }),
  }),
)

/** What `GET /journal` returns in one of its two formats. */
export const journalResponse = shape(
  'Journal',
  () => z.union([exchangeListResponse.schema(), harResponse.schema()]),
  [exchangeListResponse, harResponse],
)

export const verificationResponse = shape('Verification', () =>
  z.object({
    ok: z.boolean(),
    count: count(),
    faulted: count(),
    message: text(),
    nearest: z.array(
      z.object({
        number: count(),
        id: text(),
        world: text(),
        method: text(),
        url: text(),
        operation: text().nullable(),
        user: text().nullable(),
        status: count(),
        faulted: z.boolean(),
        differences: texts(),
      }),
    ),
  }),
)
