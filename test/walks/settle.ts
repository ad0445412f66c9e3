/** Ends a walk: removes faults, starts all sites, waits for jobs, and sends failed messages again as a user would. */
import { issueKeys, serviceOf, TRACKER_APPLINK, TRACKER_SITE, WIKI_APPLINK, WIKI_SITE } from './kinds/kind.ts'
import { CONTROL, patch, post, put, remove, TRACKER, type Walker, WIKI } from './walker.ts'

const ROUNDS = 4

/** With `repairs`, an administrator repairs what differs after messages were lost. */
export async function settle(walker: Walker, repairs: boolean): Promise<void> {
  const advance = (by: string) => walker.send(post(`${CONTROL}/clock/advance`, { by }))
  await walker.send(patch(`${CONTROL}/clock`, { mode: 'manual' }))
  await walker.send(remove(`${CONTROL}/faults`))
  for (const site of [WIKI_SITE, TRACKER_SITE])
    await walker.send(patch(`${CONTROL}/sites/${site}`, { status: 'ACTIVE' }))
  await walker.send(put(`${WIKI}/settings/messageMilliseconds`, { value: null }))
  if (serviceOf(walker) === undefined)
    await walker.send(post(`${WIKI}/integration`, { applinkId: WIKI_APPLINK }))
  const service = serviceOf(walker)
  await walker.send(put(`${WIKI}/integration/${service}?fields=status`, { status: 'ACTIVE' }))
  await walker.send(put(`${TRACKER}/api/${TRACKER_APPLINK}/mode`, 'AUTO'))
  // A slow tracker carries out three messages in three minutes.
  const slow = walker
    .state('setting')
    .some(({ name, applicationId }) => name === 'messageMilliseconds' && applicationId === TRACKER_SITE)
  await advance(slow ? '4h' : '12m')
  for (const { id, spaceKey } of walker.state('page')) await walker.read(`${WIKI}/misc/${spaceKey}/${id}`)
  await advance(slow ? '2h' : '6m')
  for (let round = 0; round < ROUNDS && waitingOf(walker).length > 0; round++) {
    for (const { id } of walker.state('outboundMessage').filter(({ status }) => status !== 'DONE'))
      await walker.send(put(`${WIKI}/integration/${service}/queue/outbound/${id}`))
    for (const { id } of walker.state('trackerMessage').filter(({ status }) => status !== 'DONE'))
      await walker.send(post(`${TRACKER}/queue/${TRACKER_APPLINK}/messages/${id}`))
    await advance('3m')
  }
  if (!repairs) return
  await walker.send(put(`${WIKI}/repair/trackerlinks`, {}))
  const issues = issueKeys(walker).join(',')
  await walker.send(put(`${TRACKER}/sync?issues=${issues}`))
  await advance(slow ? '2h' : '6m')
}

/** A complaint for each message that is not DONE. */
export function waitingOf(walker: Walker): string[] {
  const of = [...walker.state('outboundMessage'), ...walker.state('trackerMessage')]
  return of
    .filter(({ status }) => status !== 'DONE')
    .map(
      ({ id, operation, status, issueKey, spaceKey, key, baseline, relationship, lastResponse }) =>
        `message ${id} ${operation} ${[issueKey, relationship, spaceKey, key, baseline].filter((part) => part !== undefined).join(' ')} is ${status}: ${lastResponse}`,
    )
}
