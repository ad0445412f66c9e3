/** `reqsim replay` inside the process of a test, and archives as other programs write them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../cli/cli.ts'

export interface Replayed {
  readonly code: number | null
  readonly out: string
  readonly error: string
}

/** Runs the command with these arguments to its end; `error` is its message. */
export async function replay(...args: readonly string[]): Promise<Replayed> {
  const { code, out, errors } = await run(['replay', ...args])
  return { code, out, error: errors.replace(/^reqsim: /, '').trimEnd() }
}

/** Replays a recording against the demo. */
export const againstDemo = (file: string, ...flags: readonly string[]): Promise<Replayed> =>
  replay(file, '--against', 'demo', ...flags)

export interface Folder {
  readonly path: string
  write(name: string, content: unknown): string
  remove(): void
}

export function makeFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'reqsim-replay-'))
  return {
    path,
    write(name, content) {
      const file = join(path, name)
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
      return file
    },
    remove: () => rmSync(path, { recursive: true }),
  }
}

export interface Entry {
  readonly method?: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** JSON data, or the `postData` of the entry where it has a field `mimeType`. */
  readonly body?: object
  readonly status?: number
  readonly responseHeaders?: Readonly<Record<string, string>>
  /** JSON data, or the `content` of the entry where it has a field `text`; absent: not in the archive. */
  readonly answer?: object
}

const pairs = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))

/** An archive of a browser. */
export function browserArchive(entries: readonly Entry[]): object {
  return {
    log: {
      version: '1.2',
      creator: { name: 'WebInspector', version: '537.36' },
      pages: [],
      entries: entries.map(
        ({ method = 'GET', url, headers = {}, body, status = 200, responseHeaders = {}, answer }) => ({
          startedDateTime: '2026-07-01T00:00:00.000Z',
          request: {
            method,
            url,
            headers: pairs({ ':authority': 'x', ...headers }),
            ...(body === undefined
              ? {}
              : {
                  postData:
                    'mimeType' in body ? body : { mimeType: 'application/json', text: JSON.stringify(body) },
                }),
          },
          response: {
            status,
            headers: pairs(responseHeaders),
            content: answer === undefined ? {} : 'text' in answer ? answer : { text: JSON.stringify(answer) },
          },
        }),
      ),
    },
  }
}

export const NO_TYPE = ['--ignore', 'header.content-type']
/** Leaves out the headers of the rate limit and the media type, which these recordings lack. */
export const ONLY_BODIES = ['--ignore', 'header.x-rate-limit-*', ...NO_TYPE]
