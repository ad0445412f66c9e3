/** The values of external properties of a requirement. */
import { externalPropertyMetadata, type RequirementRecord } from '../../../model/records/wiki/requirements.ts'
import type { Context } from '../../framework/operation.ts'

/** Each value with the id, name and type of its property. */
export function externalValues({ store }: Context, record: Pick<RequirementRecord, 'externalProperties'>) {
  const table = store.table(externalPropertyMetadata)
  return record.externalProperties.flatMap(({ metadataId, value, multivalues }) => {
    const metadata = table.get(metadataId)
    if (metadata === undefined) return []
    const { id, name, dataType } = metadata
    return [{ id, name, dataType, value: multivalues ?? value }]
  })
}
