/** Sends the request of an operation, and finds it in the journal. */
import type { Exchange } from '../../../../control/responses/journal.ts'
import type { ListOf } from '../../../../control/responses/shape.ts'
import { type CallOptions, control, query } from '../../../calls/api.ts'
import { messageOf } from '../../../calls/as-user.ts'
import { callInterface } from '../../../calls/call-interface.ts'
import type { StoredRecord } from '../references.ts'
import type { RecordOperation } from './record-operation.ts'

/**
 * Resolves to the number of the request in the journal; undefined for the control API. Rejects with the error message of the
 * service.
 */
export async function sendOperation(
  operation: RecordOperation,
  values: StoredRecord,
  { user, region }: { readonly user: string; readonly region: string },
): Promise<number | undefined> {
  const { method, path, body } = operation.request(values)
  if (operation.interface === undefined) {
    const isDeletion = method === 'DELETE'
    // Rules belong to nobody.
    const who = { ...(path.startsWith('/rules') ? {} : { as: user }), region }
    await control(isDeletion ? `${path}${query(who)}` : path, {
      method: method as NonNullable<CallOptions['method']>,
      ...(isDeletion ? {} : { body: { ...(body as object), ...who } }),
    })
    return undefined
  }
  const caller = { user, interface: operation.interface, region }
  const response = await callInterface(caller, {
    method,
    path,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (response.status >= 300) throw new Error(`${user} got ${response.status}: ${messageOf(response.body)}`)
  const latest = `/journal${query({ operation: operation.id, order: 'newest', brief: 'true', limit: 1 })}`
  return (await control<ListOf<Exchange>>(latest)).items[0]?.number
}
