/** The audit of a run: each handler of the suite in shadow mode, with a line for each call in a file of the process. */
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { http, type RequestHandler } from 'msw'
import type { UserName } from '../../scenario/names.ts'
import { placeIn, shadowed } from '../msw/shadow.ts'
import type { Behind } from './interception.ts'
import type { SetupOptions } from './options.ts'
import { loadBase } from './base.ts'

/** A test that runs. */
export interface AuditedTest {
  readonly title: string
}

/** Each test has a fork for its shadow, which is not the one that responds. */
export function auditing(
  folder: string,
  options: SetupOptions,
  current: () => AuditedTest | undefined,
): Behind['wrap'] {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${process.pid}-${threadId}.jsonl`)
  const forks = new WeakMap<AuditedTest, ReturnType<typeof fork>>()
  let base: ReturnType<typeof loadBase> | undefined
  const fork = async () => (await (base ??= loadBase(options))).fork()
  const wrap = shadowed(
    {
      ...(options.base !== undefined && { base: options.base }),
      ...(options.as !== undefined && { as: options.as as UserName }),
    },
    {
      async simulator() {
        const test = current()
        if (test === undefined) return (base ??= loadBase(options))
        const made = forks.get(test) ?? fork()
        forks.set(test, made)
        return made
      },
      test: () => current()?.title,
      place: placesOfHandlers(),
      observe: (observation) => appendFileSync(file, `${JSON.stringify(observation)}\n`),
    },
  )
  return (own: readonly RequestHandler[]) =>
    own.map((handler) => (isOfHttp(handler) ? wrap(handler) : handler))
}

/** GraphQL handlers are of no interest: the service has none. */
function isOfHttp(handler: RequestHandler): boolean {
  return 'method' in handler.info
}

/** The lines that make handlers from now on. MSW 3 notes a line of its own. */
function placesOfHandlers(): (handler: RequestHandler) => string | undefined {
  const places = new WeakMap<RequestHandler, string>()
  const methods = http as unknown as Record<string, (...args: readonly unknown[]) => RequestHandler>
  for (const [name, make] of Object.entries(methods)) {
    const makeNoted: typeof make = (...args) => {
      const handler = make(...args)
      const here = { stack: '' }
      Error.captureStackTrace(here, makeNoted)
      const place = placeIn(here.stack)
      if (place !== undefined) places.set(handler, place)
      return handler
    }
    methods[name] = makeNoted
  }
  return (handler) => places.get(handler)
}
