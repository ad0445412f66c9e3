/** Where a record is, and whose it is, if it does not say so itself. */
import type { ListOf } from '../../../../control/responses/shape.ts'
import { control, query } from '../../../calls/api.ts'
import type { StoredRecord } from '../references.ts'

/** The space and the application of a record, and the name of the user who owns a token. */
export async function placeOf(table: string, record: StoredRecord, region: string): Promise<StoredRecord> {
  const find = async (other: string, where: StoredRecord): Promise<StoredRecord> => {
    const path = `/state/${other}${query({ ...(where as Record<string, string>), region, limit: 1 })}`
    return (await control<ListOf<StoredRecord>>(path)).items[0] ?? {}
  }
  const { projectContainerId, serviceId, userId, wikiApplicationId } = record
  if (table === 'token') return { owner: (await find('user', { id: userId }))['name'] }
  if (table === 'integration') return { applicationId: wikiApplicationId }
  if (table === 'outboundMessage')
    return { applicationId: (await find('integration', { serviceId }))['wikiApplicationId'] }
  if (projectContainerId === undefined) return {}
  const { spaceKey, applicationId } = await find('container', { id: projectContainerId })
  return { spaceKey, applicationId }
}
