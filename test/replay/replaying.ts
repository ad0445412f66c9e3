/** `reqsim replay` inside the process of a test, and archives as other programs write them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { ToolFailure } from '../../src/replay/failure.ts'
import { createProgram } from '../../src/cli/program.ts'

export interface Replayed {
  readonly code: number
  readonly out: string
  readonly error: string
}

/** Runs the command with these arguments to its end. */
export async function replay(...args: readonly string[]): Promise<Replayed> {
  let out = ''
  const written = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text)
    return true
  })
  try {
    await createProgram({}).parseAsync(['node', 'reqsim', 'replay', ...args])
    return { code: 0, out, error: '' }
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error
    return { code: error.exitCode, out, error: error.message }
  } finally {
    written.mockRestore()
  }
}

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
  readonly answerHeaders?: Readonly<Record<string, string>>
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
        ({ method = 'GET', url, headers = {}, body, status = 200, answerHeaders = {}, answer }) => ({
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
            headers: pairs(answerHeaders),
            content: answer === undefined ? {} : 'text' in answer ? answer : { text: JSON.stringify(answer) },
          },
        }),
      ),
    },
  }
}
