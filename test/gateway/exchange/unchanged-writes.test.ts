/** A write that changes nothing reports no transition, in journal and report; one that changes a record reports it. */
import { beforeEach, describe, expect, test } from 'vitest'
import { type CallOptions, type Client, startClient } from '../../support/client.ts'
import { touched } from '../../walks/untouched.ts'

let client: Client
beforeEach(async () => {
  client = await startClient()
})

type Call = readonly [method: string, path: string, body?: unknown, token?: string]

const WIKI = '/wiki/rest/reqs/1'
const TRACKER = '/tracker/rest/reqs/1'
const LINK = '99999999-8888-4777-8666-555555555555'
const REQUIREMENT = `${WIKI}/requirement2/ENG/REQ-001`

/** What the journal says of a call that succeeds, and the tables that it touched. */
async function send([method, path, body, token]: Call) {
  const before = client.simulator.world.snapshot()
  const options: CallOptions = {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body }),
  }
  const { status } = await client.call(method, path, options)
  expect(status, `${method} ${path}`).toBeLessThan(300)
  const entry = client.simulator.journal.entries().at(-1)
  const transitions = (entry?.transitions ?? []).map(
    ({ machine, from, event, to }) => `${machine} ${from} ${event} ${to}`,
  )
  return { transitions, changed: touched(before, client.simulator.world.snapshot()).length > 0 }
}

const written = { htmlExcerpt: '<p>Written.</p>' }
const cost = { key: 'Cost', value: '123', dataType: 'DECIMAL' }

/** Each call is sent twice: the second changes nothing. */
const REPEATED: readonly (readonly [name: string, call: Call, first: string])[] = [
  ['a text, in the wiki', ['PUT', REQUIREMENT, written], 'requirement ACTIVE WRITTEN ACTIVE'],
  [
    'a list of texts',
    ['PUT', `${WIKI}/requirement2/ENG`, [{ key: 'REQ-001', ...written }]],
    'requirement ACTIVE WRITTEN ACTIVE',
  ],
  [
    'a text, in the standalone interface',
    ['PUT', '/api/requirements/6001?applicationId=101', { text: 'Written.' }],
    'requirement ACTIVE WRITTEN ACTIVE',
  ],
  [
    'a text of another variant',
    ['PUT', '/api/requirements/6101?applicationId=101', { text: 'Written.' }],
    'requirement ACTIVE WRITTEN ACTIVE',
  ],
  [
    'an external property, in the wiki',
    ['PUT', `${WIKI}/external-properties/ENG/REQ-001`, cost],
    'requirement ACTIVE PROPERTY_SET ACTIVE',
  ],
  [
    'an issue link, in the wiki',
    ['PUT', `${REQUIREMENT}/link/issue/DRN-5`],
    'requirement ACTIVE LINKED ACTIVE',
  ],
  [
    'the mode of an application link',
    ['PUT', `${TRACKER}/api/${LINK}/mode`, '"MANUAL"', 'tok-admin'],
    'application-link-mode AUTO SET_MANUAL MANUAL',
  ],
]

describe('a write that is sent twice reports its transition once', () => {
  test.each(REPEATED)('%s', async (_name, call, transition) => {
    expect(await send(call)).toEqual({ transitions: [transition], changed: true })
    expect((await send(call)).transitions).toEqual([])
  })
})

test('the report counts no transition of a write that changes nothing', async () => {
  const before = await client.get(REQUIREMENT)
  await send(['PUT', REQUIREMENT, { htmlExcerpt: before.body.htmlExcerpt }])
  const found = client.simulator.report().machines.find(({ machine }) => machine === 'requirement')
  expect(found?.transitions.filter(({ times }) => times > 0)).toEqual([])
})

test('a reset of a baseline in PREVIEW changes nothing, and reports nothing', async () => {
  await send(['POST', `${WIKI}/baseline/OPS`, { baseline: { name: 'One', searchQuery: '' } }])
  const reset: Call = [
    'PUT',
    `${WIKI}/baseline/OPS/1?fields=STATUS`,
    { spaceKey: 'OPS', baseline: 1, status: 'PREVIEW' },
  ]
  expect((await send(reset)).transitions).toEqual([])
})

test('a baseline that is created, created frozen or deleted is reported', async () => {
  const made = await send(['POST', `${WIKI}/baseline/OPS`, { baseline: { name: 'One', searchQuery: '' } }])
  expect(made.transitions).toEqual(['baseline none CREATE PREVIEW'])
  const classic = { name: 'Two', queryString: '' }
  expect((await send(['POST', `${WIKI}/baseline/OPS/1/create`, classic])).transitions).toEqual([
    'baseline none CREATE PREVIEW',
    'baseline PREVIEW FREEZE IN_CREATION',
  ])
  expect((await send(['DELETE', `${WIKI}/baseline/OPS/1`])).transitions).toEqual([
    'baseline PREVIEW DELETE none',
  ])
})

describe('a change beside the requirement itself is reported', () => {
  test('an issue link that is removed', async () => {
    await send(['PUT', `${REQUIREMENT}/link/issue/DRN-5`])
    const { transitions } = await send(['DELETE', `${REQUIREMENT}/link/issue/DRN-5`])
    expect(transitions).toEqual(['requirement ACTIVE UNLINKED ACTIVE'])
  })

  test('a link that the tracker reports to the wiki', async () => {
    const link = { applinkId: LINK, spaceKey: 'ENG', key: 'REQ-001', relationship: 'tests' }
    await send(['POST', `${TRACKER}/issuelinks/DRN-5`, [link], 'tok-admin'])
    client.simulator.clock.advance('3m')
    const found = client.simulator.report().machines.find(({ machine }) => machine === 'requirement')
    expect(found?.transitions.find(({ event, from }) => event === 'LINKED' && from === 'ACTIVE')?.times).toBe(
      1,
    )
  })
})
