/** HAR 1.2 as its description has it: what is compulsory, of which type, and that only names with `_` are added. */
import * as z from 'zod'

const custom = <T extends z.ZodRawShape>(shape: T) =>
  z.looseObject(shape).superRefine((value, context) => {
    for (const name of Object.keys(value))
      if (!(name in shape) && !name.startsWith('_')) context.addIssue(`'${name}' is no field of HAR`)
  })

const comment = z.string().optional()
const pair = custom({ name: z.string(), value: z.string(), comment })
const cookie = custom({
  name: z.string(),
  value: z.string(),
  path: z.string().optional(),
  domain: z.string().optional(),
  expires: z.iso.datetime({ offset: true }).optional(),
  httpOnly: z.boolean().optional(),
  secure: z.boolean().optional(),
  comment,
})
/** -1 where it is not known. */
const size = z.int().min(-1)
const milliseconds = z.number().min(-1)

const request = custom({
  method: z.string().min(1),
  url: z.url(),
  httpVersion: z.string().min(1),
  cookies: z.array(cookie),
  headers: z.array(pair),
  queryString: z.array(pair),
  postData: custom({
    mimeType: z.string(),
    params: z.array(z.unknown()),
    text: z.string(),
    comment,
  }).optional(),
  headersSize: size,
  bodySize: size,
  comment,
})

const response = custom({
  status: z.int(),
  statusText: z.string(),
  httpVersion: z.string().min(1),
  cookies: z.array(cookie),
  headers: z.array(pair),
  content: custom({
    size: z.int().min(0),
    compression: z.int().optional(),
    mimeType: z.string(),
    text: z.string().optional(),
    encoding: z.string().optional(),
    comment,
  }),
  redirectURL: z.string(),
  headersSize: size,
  bodySize: size,
  comment,
})

const entry = custom({
  pageref: z.string().optional(),
  startedDateTime: z.iso.datetime({ offset: true }),
  time: z.number().min(0),
  request,
  response,
  cache: z.looseObject({}),
  timings: custom({
    blocked: milliseconds.optional(),
    dns: milliseconds.optional(),
    connect: milliseconds.optional(),
    send: z.number().min(0),
    wait: z.number().min(0),
    receive: z.number().min(0),
    ssl: milliseconds.optional(),
    comment,
  }),
  serverIPAddress: z.string().optional(),
  connection: z.string().optional(),
  comment,
}).refine(
  ({ time, timings: { blocked = 0, dns = 0, connect = 0, send, wait, receive } }) =>
    time ===
    [blocked, dns, connect, send, wait, receive].filter((part) => part > 0).reduce((a, b) => a + b, 0),
  'time is the sum of the timings',
)

export const harFormat = custom({
  log: custom({
    version: z.literal('1.2'),
    creator: custom({ name: z.string(), version: z.string(), comment }),
    browser: custom({ name: z.string(), version: z.string(), comment }).optional(),
    pages: z.array(z.unknown()).optional(),
    entries: z.array(entry),
    comment,
  }),
})
