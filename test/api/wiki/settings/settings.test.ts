import { beforeEach, describe, expect, test } from 'vitest'
import type { ScenarioObject } from '../../../../src/index.ts'
import {
  problemOfValue,
  findSetting,
  type SettingDefinition,
} from '../../../../src/model/settings/definitions.ts'
import { notifications, settings } from '../../../../src/model/records/service/settings.ts'
import { problemsOf, resolveObject } from '../../../scenario/support.ts'
import { hostedHeaders, SITES } from '../../../support/hosted.ts'
import { client, startDemo, region, tableOf, refused } from '../../../support/demo.ts'

beforeEach(() => startDemo())

const wiki = '/wiki/rest/reqs/1'
const admin = { token: 'tok-admin' }

describe('settings', () => {
  test('can be read by every signed-in user, with the values in force', async () => {
    await startDemo({ scenario: 'demo', config: { isolateSpaces: false } })
    const all = await client.get(`${wiki}/settings`, { token: 'tok-eve' })
    expect(all.body).toEqual({
      isolateSpaces: false,
      extendedModeSpaces: [],
      limitForPages: 4000,
      baselineMaximumRequirements: 12_000,
      defaultRelationship: 'Dependency',
      messageMilliseconds: 10,
      'popup-on-click': 'false',
      'collapse-excerpts': 'false',
      'popup-delay': '500',
      'indexing-mode': 0,
      onboarding: {},
    })
    const one = await client.get(`${wiki}/settings/limitForPages`, { token: 'tok-bob' })
    expect(one.body).toMatchObject({ name: 'limitForPages', value: 4000, default: 4000, type: 'integer' })
  })

  test('are changed one by one or together, and null is the default again', async () => {
    const one = await client.call('PUT', `${wiki}/settings/limitForPages`, { ...admin, body: { value: 2 } })
    expect(one).toMatchObject({ status: 200, body: { value: 2, default: 4000 } })
    const body = { defaultRelationship: 'refines', isolateSpaces: false }
    const several = await client.call('PUT', `${wiki}/settings`, { ...admin, body })
    expect(several.body).toMatchObject({ ...body, limitForPages: 2 })
    const page = await client.get(`${wiki}/misc/ENG/4001`)
    expect(page.body).toMatchObject({ limitForPages: 2 })
    expect(page.body.requirements).toHaveLength(2)
    const reset = { limitForPages: null, defaultRelationship: null, isolateSpaces: null }
    const again = await client.call('PUT', `${wiki}/settings`, { ...admin, body: reset })
    expect(again.body).toMatchObject({
      limitForPages: 4000,
      defaultRelationship: 'Dependency',
      isolateSpaces: true,
    })
    expect(client.simulator.state('setting')).toEqual([])
  })

  test('extended mode is kept at the spaces', async () => {
    const put = (value: readonly string[]) =>
      client.call('PUT', `${wiki}/settings/extendedModeSpaces`, { ...admin, body: { value } })
    const mode = async (space: string) => (await client.get(`${wiki}/misc/${space}/extended-mode`)).text
    expect((await put(['OPS', 'ENG'])).body.value).toEqual(['ENG', 'OPS'])
    expect([await mode('ENG'), await mode('OPS')]).toEqual(['"true"', '"true"'])
    expect((await put(['OPS'])).body.value).toEqual(['OPS'])
    expect([await mode('ENG'), await mode('OPS')]).toEqual(['"false"', '"true"'])
    const unknown = await put(['OPS', 'NONE'])
    expect(unknown).toMatchObject(refused(400, "'NONE'"))
    expect(await mode('OPS')).toBe('"true"')
  })

  test.each([
    ['a number out of range', { limitForPages: 0 }, 'limitForPages'],
    ['a text for a number', { limitForPages: 'many' }, 'limitForPages'],
    ['a number for a truth value', { isolateSpaces: 1 }, 'isolateSpaces'],
    ['a blank text', { defaultRelationship: '  ' }, 'defaultRelationship'],
    ['no list', { extendedModeSpaces: 'ENG' }, 'extendedModeSpaces'],
    ['an unknown name', { limitForPage: 7 }, 'did you mean limitForPages?'],
    ['a name of a prototype', { constructor: true }, 'constructor'],
  ])('refuse %s, and all of the call with it', async (_what, wrong, mention) => {
    const body = { baselineMaximumRequirements: 5, ...wrong }
    const reply = await client.call('PUT', `${wiki}/settings`, { ...admin, body })
    expect(reply).toMatchObject(refused(400, mention))
    expect(client.simulator.state('setting')).toEqual([])
  })

  test('one that is unknown is 404, one of a wrong type 400', async () => {
    const unknown = await client.get(`${wiki}/settings/isolateSpace`)
    expect(unknown).toMatchObject(refused(404, 'isolateSpaces?'))
    const value = { value: 'yes' }
    const wrong = await client.call('PUT', `${wiki}/settings/isolateSpaces`, { ...admin, body: value })
    expect(wrong).toMatchObject(refused(400, "'yes'"))
    expect(client.simulator.state('setting')).toEqual([])
  })

  test('can be sent back as they were read, with the onboarding settings', async () => {
    await startDemo({ scenario: 'demo', config: { strict: true } } as never)
    await client.call('PUT', `${wiki}/onboarding/tour`, { ...admin, body: '"seen"' })
    const { body } = await client.get(`${wiki}/settings`, admin)
    expect((await client.call('PUT', `${wiki}/settings`, { ...admin, body })).body).toEqual(body)
    const onboarding = { tour: 'again', next: 'new' }
    const changed = await client.call('PUT', `${wiki}/settings`, { ...admin, body: { onboarding } })
    expect(changed.body.onboarding).toEqual(onboarding)
    const before = client.simulator.state('setting')
    const wrong = { limitForPages: 3, onboarding: { 'a b': 'x' } }
    const refused = await client.call('PUT', `${wiki}/settings`, { ...admin, body: wrong })
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("'a b'")])
    expect(client.simulator.state('setting')).toEqual(before)
  })

  test('show keys of spaces to their readers', async () => {
    const value = ['ENG', 'LAB']
    const put = await client.call('PUT', `${wiki}/settings/extendedModeSpaces`, { ...admin, body: { value } })
    expect(put.body.value.toSorted()).toEqual(value)
    expect((await client.get(`${wiki}/settings`, admin)).body.extendedModeSpaces.toSorted()).toEqual(value)
    expect((await client.get(`${wiki}/settings`)).body.extendedModeSpaces).toEqual(['ENG'])
    expect((await client.get(`${wiki}/settings/extendedModeSpaces`)).body.value).toEqual(['ENG'])
  })

  test('are those of the wiki that is addressed', async () => {
    await client.call('PUT', `${wiki}/settings/limitForPages`, { ...admin, body: { value: 9 } })
    const headers = { 'x-api-key': 'tok-admin', 'x-base-url': 'https://wiki.northwind.test/wiki' }
    const hosted = await client.get('/eu/wiki/rest/reqs/1/settings/limitForPages', { token: null, headers })
    expect(hosted).toMatchObject({ status: 200, body: { value: 9 } })
  })
})

const put = (name: string, value: unknown) =>
  client.call('PUT', `${wiki}/settings/${name}`, { ...admin, body: { value } })
const all = async () => (await client.get(`${wiki}/settings`, admin)).body

/** The second wiki of the demo world, which admin administers here and has linked. */
const twoWikis: ScenarioObject = {
  extends: ['demo'],
  world: {
    sites: [{ name: 'contoso-wiki', administrators: ['admin'] } as never],
    accountLinks: [{ user: 'admin', site: 'contoso-wiki' }],
  },
}
const there = (method: string, path: string, body?: unknown) =>
  client.call(method, `/eu${wiki}${path}`, {
    token: null,
    headers: hostedHeaders('tok-admin', SITES.contoso),
    body,
  })

describe('the values of a setting', () => {
  test.each<[string, unknown, boolean]>([
    ['isolateSpaces', true, true],
    ['isolateSpaces', 'true', false],
    ['limitForPages', 1, true],
    ['limitForPages', 0, false],
    ['limitForPages', 4000, true],
    ['limitForPages', 4001, false],
    ['limitForPages', 1.5, false],
    ['limitForPages', '5', false],
    ['messageMilliseconds', 0, true],
    ['popup-on-click', 'true', true],
    ['popup-on-click', true, false],
    ['popup-delay', 500, false],
    ['indexing-mode', 1, true],
    ['indexing-mode', '1', false],
    ['defaultRelationship', 'refines', true],
    ['defaultRelationship', 'x'.repeat(255), true],
    ['defaultRelationship', 'x'.repeat(256), false],
    ['defaultRelationship', ' ', false],
    ['defaultRelationship', 5, false],
    ['extendedModeSpaces', [], true],
    ['extendedModeSpaces', ['ENG'], true],
    ['extendedModeSpaces', 'ENG', false],
    ['extendedModeSpaces', ['ENG', 5], false],
  ])('%s: %j: %s', (name, value, isTaken) => {
    const problem = problemOfValue(findSetting(name) as SettingDefinition, value)
    expect(problem === undefined).toBe(isTaken)
  })

  test.each([
    ['limitForPages', 4001, 400],
    ['limitForPages', 4000, 200],
    ['defaultRelationship', 'x'.repeat(255), 200],
    ['extendedModeSpaces', 'ENG', 400],
  ])('%s set to %j returns %i', async (name, value, status) => {
    expect((await put(name, value)).status).toBe(status)
  })

  test('is described with a setting, and a wrong name lists the right ones', async () => {
    const spaces = await client.get(`${wiki}/settings/extendedModeSpaces`)
    expect(spaces.body).toMatchObject({ value: [], default: [], type: 'spaces' })
    expect((await client.get(`${wiki}/settings/xyzzy`)).body.message).toBe(
      "settingsName: no setting 'xyzzy': it is one of isolateSpaces, extendedModeSpaces, limitForPages, baselineMaximumRequirements, defaultRelationship, messageMilliseconds, popup-on-click, collapse-excerpts, popup-delay, indexing-mode",
    )
  })

  test.each([
    ['onboarding.tour', true],
    ['onboarding..tour', false],
    ['onboarding.', false],
    ['onboarding', false],
  ])('in a scenario: %s: %s', async (name, isKnown) => {
    const scenario = { extends: ['demo'], world: { settings: [{ site: 'wiki', name, value: 'x' }] } }
    expect((await problemsOf(() => resolveObject(scenario))).length === 0).toBe(isKnown)
  })
})

describe('a stored value that its setting does not take counts as none', () => {
  test.each([
    ['limitForPages', 0, 4000],
    ['limitForPages', 5, 5],
    ['defaultRelationship', ' ', 'Dependency'],
    ['isolateSpaces', 'no', true],
    ['extendedMode', true, undefined],
  ])('%s: %j', async (name, value, inForce) => {
    tableOf(settings).insert({ id: `101/0/${name}`, applicationId: 101, name, value })
    const body = await all()
    expect([body[name], body.extendedModeSpaces]).toEqual([inForce, []])
  })

  test('and so does an extended mode that is not a boolean', async () => {
    const mode = { applicationId: 101, name: 'extendedMode' }
    for (const [projectContainerId, value] of [
      [1001, false],
      [1002, true],
    ] as const)
      tableOf(settings).insert({
        ...mode,
        id: `101/${projectContainerId}/extendedMode`,
        projectContainerId,
        value,
      })
    expect((await all()).extendedModeSpaces).toEqual(['OPS'])
  })
})

describe('changing the spaces in extended mode', () => {
  test('leaves the other settings as they are', async () => {
    await put('limitForPages', 7)
    const ofSpace = { id: '101/1001/other', applicationId: 101, projectContainerId: 1001, name: 'other' }
    const ofWiki = { id: '101/0/extendedMode', applicationId: 101, name: 'extendedMode' }
    for (const setting of [ofSpace, ofWiki]) tableOf(settings).insert({ ...setting, value: true })
    await put('extendedModeSpaces', ['OPS'])
    await put('extendedModeSpaces', [])
    expect(await all()).toMatchObject({ limitForPages: 7, extendedModeSpaces: [] })
    expect(client.simulator.state('setting').map(({ id }) => id)).toEqual([
      ofWiki.id,
      '101/0/limitForPages',
      ofSpace.id,
    ])
  })
})

describe('of two wikis each has its own', () => {
  test('settings, spaces in extended mode and onboarding settings', async () => {
    await startDemo({ scenario: twoWikis })
    await put('extendedModeSpaces', ['ENG'])
    await client.call('PUT', `${wiki}/onboarding/tour`, { ...admin, body: '"here"' })
    const changed = await there('PUT', '/settings', { extendedModeSpaces: [], limitForPages: 3 })
    expect(changed.body).toMatchObject({ extendedModeSpaces: [], limitForPages: 3 })
    expect(changed.body.onboarding).toEqual({})
    expect(await all()).toMatchObject({
      extendedModeSpaces: ['ENG'],
      limitForPages: 4000,
      onboarding: { tour: 'here' },
    })
  })

  test('onboarding notifications, and those who may use it', async () => {
    await startDemo({ scenario: twoWikis })
    const here = async (query = '') =>
      (await client.call('POST', `${wiki}/onboarding/notifications${query}`, admin)).body
    const table = tableOf(notifications)
    const other = { applicationId: 101, userId: 1, kind: 'other', createdAt: 0 }
    table.insert({ ...other, id: region().next('notification') })
    expect(await here()).toEqual({ recipients: 1, created: 1 })
    expect((await there('POST', '/onboarding/notifications?sendeveryone=true')).body).toEqual({
      recipients: 1,
      created: 1,
    })
    expect(await here()).toEqual({ recipients: 1, created: 0 })
    const sent = client.simulator
      .state('notification')
      .map((one) => [one.applicationId, one.userId, one.kind])
    expect(sent).toEqual([
      [101, 1, 'other'],
      [101, 1, 'onboarding'],
      [201, 1, 'onboarding'],
    ])
  })
})
