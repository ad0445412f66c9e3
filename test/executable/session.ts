/** The example of every operation, called by several users at a server; and the bytes that it returns. */
import { createHash } from 'node:crypto'
import { operations } from '../../src/api/operations.ts'
import { openHttpDoor } from '../doors/http-door.ts'
import { examplePath, exampleQuery } from '../support/bad-input.ts'

export interface Outcome {
  /** What was called, and the status and digest of the response. */
  readonly responses: readonly string[]
  /** The world and the report at the end. */
  readonly world: string
  readonly report: string
}

const TOKENS = ['tok-admin', 'tok-alice', 'tok-eve', 'tok-app101', 'tok-uma']
/** What ends an account, or its link, comes last: every other operation is to be answered, not refused. */
const ENDINGS = new Set(['standalone.linkedAccount.delete', 'standalone.user.deleteSelf'])

export async function callEverything(port: number): Promise<Outcome> {
  const door = openHttpDoor({ port, close: () => Promise.resolve() })
  const responses: string[] = []
  const call = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
    const request = { method, path, headers, ...(body === undefined ? {} : { body }) }
    const response = await door.send(request)
    const digest = createHash('sha256').update(JSON.stringify(response)).digest('hex')
    responses.push(`${method} ${path}: ${response.status} ${digest}`)
    return Buffer.from(response.body, 'hex').toString()
  }
  try {
    const ordered = operations.toSorted(
      (left, right) => Number(ENDINGS.has(left.id)) - Number(ENDINGS.has(right.id)),
    )
    for (const operation of ordered) {
      const query = exampleQuery(operation).map(([name, value]) => `${name}=${value}`)
      const { pathname, search } = new URL(`${examplePath(operation)}?${query.join('&')}`, 'http://localhost')
      const body = operation.body === undefined ? undefined : JSON.stringify(operation.body.example)
      for (const token of TOKENS) {
        const headers = {
          authorization: `Bearer ${token}`,
          'x-api-key': token,
          'x-base-url': 'https://wiki.northwind.test/wiki',
          'x-sim-explain': '1',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        }
        await call(operation.method, pathname + search, headers, body)
      }
      const headers = { 'content-type': 'application/json', 'x-sim-control': '1' }
      await call('POST', '/_sim/clock/advance', headers, '{"by":"6s"}')
    }
    return {
      world: await call('GET', '/_sim/export', {}),
      report: await call('GET', '/_sim/report', {}),
      responses,
    }
  } finally {
    await door.close()
  }
}
