/** How a client with tools solves the tasks of examples/agents, and how it may go wrong. */

/** Calls a tool and returns its structured content; throws for an error of the tool. */
export type CallTool = (name: string, toolArguments?: Readonly<Record<string, unknown>>) => Promise<Content>
// The content is that of many tools and operations.
export type Content = Readonly<Record<string, unknown>>
export type Solution = (tool: CallTool) => Promise<void>

/** A client that calls operations as a user. */
function clientOf(tool: CallTool) {
  return async (as: string, operation: string, input: Readonly<Record<string, unknown>> = {}) => {
    const { status, body } = await tool('call_operation', { operation, as, ...input })
    return { status, body: body as Content }
  }
}

const ENG = { spaceKey: 'ENG' }
const BASELINE_2 = { ...ENG, version: 2 }
const SERVICE = { serviceId: 'svc-0001-demo' }
const COST = { key: 'Cost', value: '850', type: 'EXTERNAL', dataType: 'DECIMAL' }
const TEST_LINK = {
  path: { ...ENG, key: 'REQ-005', issue: 'DRN-3' },
  query: { jiraUrl: 'https://tracker.northwind.test', relationship: 'tests' },
  body: { title: 'DRN-3 tests REQ-005', relationship: 'tests' },
}

export const solutions: Readonly<Record<string, Solution>> = {
  'freeze-a-baseline': async (tool) => {
    await clientOf(tool)('alice', 'wiki.baseline.freeze', { path: BASELINE_2 })
    await tool('advance_clock', { by: '1m' })
  },
  'freeze-after-a-failure': async (tool) => {
    const call = clientOf(tool)
    await call('alice', 'wiki.baseline.freeze', { path: BASELINE_2 })
    await tool('advance_clock', { by: '1m' })
    const { body } = await call('alice', 'wiki.baseline.read', { path: BASELINE_2 })
    if (body['status'] !== 'ERROR') return
    const reset = { spaceKey: 'ENG', baseline: 2, status: 'PREVIEW' }
    await call('alice', 'wiki.baseline.update', {
      path: BASELINE_2,
      query: { fields: ['STATUS'] },
      body: reset,
    })
    await call('alice', 'wiki.baseline.freeze', { path: BASELINE_2 })
    await tool('advance_clock', { by: '1m' })
  },
  'find-and-set-a-cost': async (tool) => {
    const call = clientOf(tool)
    const q = "@Category = 'Safety' AND text ~ '%battery%'"
    const { body } = await call('bob', 'wiki.requirement.search', { path: ENG, query: { q } })
    const [{ key = '' } = {}] = body['results'] as readonly { readonly key?: string }[]
    await call('alice', 'wiki.externalProperty.update', { path: { ...ENG, key }, body: COST })
  },
  'reword-a-requirement': async (tool) => {
    const htmlExcerpt = '<p>The drone shall accept a supply voltage from 18 V to 28 V.</p>'
    await clientOf(tool)('alice', 'wiki.requirement.write', {
      path: { ...ENG, key: 'REQ-011' },
      body: { htmlExcerpt },
    })
  },
  'link-an-issue-in-the-wiki': async (tool) => {
    await clientOf(tool)('alice', 'wiki.issueLink.add', TEST_LINK)
    await tool('advance_clock', { by: '3m' })
  },
  'link-a-requirement-in-the-tracker': async (tool) => {
    const { items } = await tool('get_state', { table: 'integration' })
    const [{ trackerApplinkId = '' } = {}] = items as readonly { readonly trackerApplinkId?: string }[]
    const link = { applinkId: trackerApplinkId, ...ENG, key: 'REQ-008', relationship: 'implements' }
    await clientOf(tool)('alice', 'tracker.issuelinks.create', { path: { issueKey: 'DRN-4' }, body: [link] })
  },
  'recover-a-lost-key': async (tool) => {
    const call = clientOf(tool)
    await call('admin', 'tracker.recovery.suggest')
    await call('admin', 'tracker.recovery.associate', { path: { id: 40_001 }, body: { key: 'REQ-005' } })
  },
  'send-a-failed-message-again': async (tool) => {
    await tool('advance_clock', { by: '3m' })
    const { items } = await tool('get_state', { table: 'outboundMessage', where: { status: 'FAILED' } })
    const [{ id = 0 } = {}] = items as readonly { readonly id?: number }[]
    await clientOf(tool)('admin', 'wiki.queue.send', { path: { ...SERVICE, messageId: id } })
  },
  'withdraw-your-own-message': async (tool) => {
    const call = clientOf(tool)
    await call('alice', 'wiki.queue.personal')
    await call('alice', 'wiki.queue.removeOwn', { path: { ...SERVICE, messageId: 8002 } })
  },
  'end-an-outage': async (tool) => {
    await tool('call_control', { route: 'PATCH /sites/{id}', path: { id: 102 }, body: { status: 'ACTIVE' } })
    await tool('advance_clock', { by: '3m' })
    await clientOf(tool)('bob', 'tracker.baselines.list', { path: { projectKey: 'DRN' } })
  },
  'find-who-may-edit': async (tool) => {
    const body = { baseline: { name: 'Release A', searchQuery: "key ~ 'OPEN-%'" } }
    for (const user of ['reader', 'editor'])
      await clientOf(tool)(user, 'wiki.baseline.create', { path: { spaceKey: 'OPEN' }, body })
  },
  'wait-for-the-rate-limit': async (tool) => {
    await tool('call_control', { route: 'POST /timeline/run', body: { to: 'exhausted' } })
    await tool('advance_clock', { by: '1m' })
    await clientOf(tool)('alice', 'standalone.application.read', { path: { applicationId: 101 } })
  },
  'replace-an-expired-token': async (tool) => {
    await tool('call_operation', { operation: 'standalone.user.readSelf', token: 'tok-old' })
    const made = await tool('call_control', {
      route: 'POST /tokens',
      body: { user: 'alice', expiresIn: '1h' },
    })
    await tool('call_operation', { operation: 'standalone.user.readSelf', token: made['value'] })
  },
  'accept-an-invitation': async (tool) => {
    const call = clientOf(tool)
    const { body } = await call('dana', 'standalone.invitation.listOwn')
    const [{ id = 0 } = {}] = Object.values(body).flat() as readonly { readonly id?: number }[]
    await call('dana', 'standalone.invitation.accept', { path: { invitationId: id } })
    await call('dana', 'standalone.user.listOrganizations')
  },
  'approve-a-link-request': async (tool) => {
    await clientOf(tool)('dana', 'standalone.linkRequest.approve', {
      path: { organizationId: 2, applicationId: 103 },
    })
  },
  'create-issues-in-bulk': async (tool) => {
    const call = clientOf(tool)
    const template = {
      ...ENG,
      title: 'Story per requirement',
      applinkId: '11111111-2222-4333-8444-555555555555',
      projectId: 20_001,
      issueTypeId: 10_001,
      relationship: 'implements',
    }
    const requirements = ['REQ-010', 'REQ-011'].map((key) => ({ ...ENG, key }))
    await call('alice', 'wiki.trackerIssue.createInBulk', {
      path: SERVICE,
      body: { issueTemplate: template, requirements },
    })
    await tool('advance_clock', { by: '1m' })
    const { items } = await tool('get_state', { table: 'bulkJob' })
    const [{ id = 0 } = {}] = items as readonly { readonly id?: number }[]
    await call('alice', 'wiki.job.read', { path: { jobId: id } })
  },
  'repair-links-after-a-migration': async (tool) => {
    const call = clientOf(tool)
    await call('admin', 'wiki.integration.checkApplicationLinks', { path: SERVICE })
    await call('admin', 'wiki.repair.list')
    await call('admin', 'wiki.repair.heal', { body: {} })
    await call('admin', 'wiki.repair.list')
  },
  'try-it-in-another-world': async (tool) => {
    const call = clientOf(tool)
    await tool('create_world', { name: 'whatif' })
    await call('alice', 'wiki.requirement.delete', { path: { ...ENG, key: 'REQ-001' }, world: 'whatif' })
    await call('bob', 'wiki.requirement.read', { path: { ...ENG, key: 'REQ-002' }, world: 'whatif' })
  },
  'show-that-a-retry-helps': async (tool) => {
    await tool('add_fault', { operation: 'wiki.requirement.search', status: 503, times: 1 })
    for (let status = 503, tries = 0; status === 503 && tries < 5; tries++)
      status = Number((await clientOf(tool)('bob', 'wiki.requirement.search', { path: ENG })).status)
  },
  'search-the-other-region': async (tool) => {
    const call = clientOf(tool)
    const query = { query: "text ~ '%power%'", spaceKey: 'RAIL' }
    const { body } = await call('uma', 'hosted-wiki.requirement.search', { region: 'us', query })
    const [{ id = 0 } = {}] = body['results'] as readonly { readonly id?: number }[]
    await call('uma', 'standalone.requirements.read', {
      region: 'us',
      path: { requirementId: id },
      query: { applicationId: 901 },
    })
  },
}

/** Plausible attempts that do not solve their task, each with what is wrong about it. */
export const wrongAttempts: readonly {
  readonly task: string
  readonly what: string
  readonly run: Solution
}[] = [
  {
    task: 'freeze-a-baseline',
    what: 'does not wait until the baseline is frozen',
    run: async (tool) => void (await clientOf(tool)('alice', 'wiki.baseline.freeze', { path: BASELINE_2 })),
  },
  {
    task: 'freeze-after-a-failure',
    what: 'gives up after the first failure',
    run: async (tool) => solutions['freeze-a-baseline']?.(tool),
  },
  {
    task: 'find-and-set-a-cost',
    what: 'also changes a neighbour',
    run: async (tool) => {
      await solutions['find-and-set-a-cost']?.(tool)
      const path = { ...ENG, key: 'REQ-009' }
      await clientOf(tool)('alice', 'wiki.externalProperty.update', { path, body: COST })
    },
  },
  {
    task: 'link-an-issue-in-the-wiki',
    what: 'does not let the tracker get the message',
    run: async (tool) => void (await clientOf(tool)('alice', 'wiki.issueLink.add', TEST_LINK)),
  },
  {
    task: 'send-a-failed-message-again',
    what: 'sends another message',
    run: async (tool) => {
      await tool('advance_clock', { by: '3m' })
      await clientOf(tool)('admin', 'wiki.queue.send', { path: { ...SERVICE, messageId: 8001 } })
    },
  },
  {
    task: 'withdraw-your-own-message',
    what: 'lets an administrator remove it',
    run: async (tool) => {
      await clientOf(tool)('alice', 'wiki.queue.personal')
      await clientOf(tool)('admin', 'wiki.queue.remove', { path: { ...SERVICE, messageId: 8002 } })
    },
  },
  {
    task: 'end-an-outage',
    what: 'waits, and leaves the site disabled',
    run: async (tool) => {
      await tool('advance_clock', { by: '1h' })
      await clientOf(tool)('bob', 'tracker.baselines.list', { path: { projectKey: 'DRN' } })
    },
  },
  {
    task: 'find-who-may-edit',
    what: 'goes straight to the administrator',
    run: async (tool) => {
      const body = { baseline: { name: 'Release A', searchQuery: "key ~ 'OPEN-%'" } }
      await clientOf(tool)('admin', 'wiki.baseline.create', { path: { spaceKey: 'OPEN' }, body })
    },
  },
  {
    task: 'wait-for-the-rate-limit',
    what: 'tries again at once',
    run: async (tool) => {
      await tool('call_control', { route: 'POST /timeline/run', body: { to: 'exhausted' } })
      await clientOf(tool)('alice', 'standalone.application.read', { path: { applicationId: 101 } })
    },
  },
  {
    task: 'approve-a-link-request',
    what: 'asks as a user who may not',
    run: async (tool) => {
      const path = { organizationId: 2, applicationId: 103 }
      await clientOf(tool)('admin', 'standalone.linkRequest.approve', { path })
    },
  },
  {
    task: 'repair-links-after-a-migration',
    what: 'heals while the tracker is out of reach',
    run: async (tool) => {
      const call = clientOf(tool)
      await call('admin', 'wiki.repair.list')
      await call('admin', 'wiki.repair.heal', { body: {} })
      await call('admin', 'wiki.integration.checkApplicationLinks', { path: SERVICE })
      await call('admin', 'wiki.repair.list')
    },
  },
  {
    task: 'try-it-in-another-world',
    what: 'deletes in the default world',
    run: async (tool) => {
      await solutions['try-it-in-another-world']?.(tool)
      await clientOf(tool)('alice', 'wiki.requirement.delete', { path: { ...ENG, key: 'REQ-001' } })
    },
  },
  {
    task: 'search-the-other-region',
    what: 'reads every requirement to find one',
    run: async (tool) => {
      for (const requirementId of [6901, 6902, 6903])
        await clientOf(tool)('uma', 'standalone.requirements.read', {
          region: 'us',
          path: { requirementId },
          query: { applicationId: 901 },
        })
    },
  },
]
