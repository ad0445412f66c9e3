/** Ends a walk: removes faults, starts all sites, waits for jobs, and sends failed messages again as a user would. */
import { issueKeys, serviceOf, TRACKER_APPLINK, TRACKER_SITE, WIKI_APPLINK, WIKI_SITE } from './kinds/kind.ts'
import { CONTROL, TRACKER, type Walker, WIKI } from './walker.ts'

const ROUNDS = 4

/** With `repairs`, an administrator repairs what differs after messages were lost. */
export async function settle(walker: Walker, repairs: boolean): Promise<void> {
  const advance = (by: string) =>
    walker.send({ method: 'POST', url: `${CONTROL}/clock/advance`, body: { by } })
  await walker.send({ method: 'PATCH', url: `${CONTROL}/clock`, body: { mode: 'manual' } })
  await walker.send({ method: 'DELETE', url: `${CONTROL}/faults` })
  for (const site of [WIKI_SITE, TRACKER_SITE])
    await walker.send({ method: 'PATCH', url: `${CONTROL}/sites/${site}`, body: { status: 'ACTIVE' } })
  await walker.send({ method: 'PUT', url: `${WIKI}/settings/messageMilliseconds`, body: { value: null } })
  if (serviceOf(walker) === undefined)
    await walker.send({ method: 'POST', url: `${WIKI}/integration`, body: { applinkId: WIKI_APPLINK } })
  const service = serviceOf(walker)
  await walker.send({
    method: 'PUT',
    url: `${WIKI}/integration/${service}?fields=status`,
    body: { status: 'ACTIVE' },
  })
  await walker.send({ method: 'PUT', url: `${TRACKER}/api/${TRACKER_APPLINK}/mode`, body: 'AUTO' })
  // A slow tracker carries out three messages in three minutes.
  const slow = walker
    .state('setting')
    .some(({ name, applicationId }) => name === 'messageMilliseconds' && applicationId === TRACKER_SITE)
  await advance(slow ? '4h' : '12m')
  for (const { id, spaceKey } of walker.state('page')) await walker.read(`${WIKI}/misc/${spaceKey}/${id}`)
  await advance(slow ? '2h' : '6m')
  for (let round = 0; round < ROUNDS && waitingOf(walker).length > 0; round++) {
    for (const { id } of walker.state('outboundMessage').filter(({ status }) => status !== 'DONE'))
      await walker.send({ method: 'PUT', url: `${WIKI}/integration/${service}/queue/outbound/${id}` })
    for (const { id } of walker.state('trackerMessage').filter(({ status }) => status !== 'DONE'))
      await walker.send({ method: 'POST', url: `${TRACKER}/queue/${TRACKER_APPLINK}/messages/${id}` })
    await advance('3m')
  }
  if (!repairs) return
  await walker.send({ method: 'PUT', url: `${WIKI}/repair/trackerlinks`, body: {} })
  const issues = issueKeys(walker).join(',')
  await walker.send({ method: 'PUT', url: `${TRACKER}/sync?issues=${issues}` })
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
