import { describe, expect, test } from 'vitest'
import { startClient } from '../support/client.ts'

const wiki = '/wiki/rest/reqs/1'
const admin = { token: 'tok-admin' }

describe('settings', () => {
  test('are read by everyone who is signed in, with what is in force', async () => {
    const client = await startClient({ scenario: 'demo', config: { isolateSpaces: false } })
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
    const client = await startClient()
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
    const client = await startClient()
    const put = (value: readonly string[]) =>
      client.call('PUT', `${wiki}/settings/extendedModeSpaces`, { ...admin, body: { value } })
    const mode = async (space: string) => (await client.get(`${wiki}/misc/${space}/extended-mode`)).text
    expect((await put(['OPS', 'ENG'])).body.value).toEqual(['ENG', 'OPS'])
    expect([await mode('ENG'), await mode('OPS')]).toEqual(['"true"', '"true"'])
    expect((await put(['OPS'])).body.value).toEqual(['OPS'])
    expect([await mode('ENG'), await mode('OPS')]).toEqual(['"false"', '"true"'])
    const unknown = await put(['OPS', 'NONE'])
    expect(unknown).toMatchObject({ status: 400, body: { message: expect.stringContaining("'NONE'") } })
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
    const client = await startClient()
    const body = { baselineMaximumRequirements: 5, ...wrong }
    const reply = await client.call('PUT', `${wiki}/settings`, { ...admin, body })
    expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining(mention) } })
    expect(client.simulator.state('setting')).toEqual([])
  })

  test('one that is unknown is 404, one of a wrong type 400, and changing takes an administrator', async () => {
    const client = await startClient()
    const unknown = await client.get(`${wiki}/settings/isolateSpace`)
    expect(unknown).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('isolateSpaces?') },
    })
    const value = { value: 'yes' }
    const wrong = await client.call('PUT', `${wiki}/settings/isolateSpaces`, { ...admin, body: value })
    expect(wrong).toMatchObject({ status: 400, body: { message: expect.stringContaining("'yes'") } })
    for (const [path, body] of [
      ['settings', { limitForPages: 3 }],
      ['settings/limitForPages', { value: 3 }],
    ] as const) {
      const reply = await client.call('PUT', `${wiki}/${path}`, { body })
      expect(reply).toMatchObject({ status: 403, body: { message: expect.stringContaining("'alice'") } })
    }
    expect(client.simulator.state('setting')).toEqual([])
  })

  test('can be sent back as they were read, with the onboarding settings', async () => {
    const client = await startClient({ scenario: 'demo', config: { strict: true } } as never)
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

  test('show keys of spaces to those who may read them', async () => {
    const client = await startClient()
    const value = ['ENG', 'LAB']
    const put = await client.call('PUT', `${wiki}/settings/extendedModeSpaces`, { ...admin, body: { value } })
    expect(put.body.value.toSorted()).toEqual(value)
    expect((await client.get(`${wiki}/settings`, admin)).body.extendedModeSpaces.toSorted()).toEqual(value)
    expect((await client.get(`${wiki}/settings`)).body.extendedModeSpaces).toEqual(['ENG'])
    expect((await client.get(`${wiki}/settings/extendedModeSpaces`)).body.value).toEqual(['ENG'])
  })

  test('are those of the wiki that is addressed', async () => {
    const client = await startClient()
    await client.call('PUT', `${wiki}/settings/limitForPages`, { ...admin, body: { value: 9 } })
    const headers = { 'x-api-key': 'tok-admin', 'x-base-url': 'https://wiki.northwind.test/wiki' }
    const hosted = await client.get('/eu/wiki/rest/reqs/1/settings/limitForPages', { token: null, headers })
    expect(hosted).toMatchObject({ status: 200, body: { value: 9 } })
  })
})
