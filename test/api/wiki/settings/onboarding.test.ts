import { beforeEach, describe, expect, test } from 'vitest'
import { client, startDemo, refused } from '../../../support/demo.ts'

beforeEach(() => startDemo())

const wiki = '/wiki/rest/reqs/1'
const admin = { token: 'tok-admin' }

describe('onboarding settings', () => {
  test('are kept as JSON or bare text, and listed with the settings', async () => {
    const json = await client.call('PUT', `${wiki}/onboarding/tour`, { ...admin, body: '"seen"' })
    expect(json).toMatchObject({ status: 200, body: { name: 'tour', value: 'seen' } })
    const headers = { 'content-type': 'text/plain' }
    await client.call('PUT', `${wiki}/onboarding/tour`, { ...admin, headers, body: 'again' })
    await client.call('PUT', `${wiki}/onboarding/a.b-c_1`, { ...admin, body: '""' })
    const { body } = await client.get(`${wiki}/settings`)
    expect(body.onboarding).toEqual({ 'a.b-c_1': '', tour: 'again' })
  })

  test('need a name', async () => {
    for (const name of ['a%20b', '__proto__', '.hidden', '%C3%A4']) {
      const reply = await client.call('PUT', `${wiki}/onboarding/${name}`, { ...admin, body: '"x"' })
      expect(reply, name).toMatchObject(refused(404, 'settingsName'))
    }
    expect(client.simulator.state('setting')).toEqual([])
  })

  test('are bounded in number; those that are there can still be changed', async () => {
    const put = (name: string) => client.call('PUT', `${wiki}/onboarding/${name}`, { ...admin, body: '"x"' })
    for (let number = 1; number <= 100; number++) expect((await put(`n${number}`)).status).toBe(200)
    expect((await put('n101')).status).toBe(409)
    expect((await put('n100')).status).toBe(200)
  })
})

describe('onboarding notifications', () => {
  test('go to the administrators, or to everyone who may use the wiki, once each', async () => {
    const notify = async (query = '') =>
      (await client.call('POST', `${wiki}/onboarding/notifications${query}`, admin)).body
    expect(await notify()).toEqual({ recipients: 1, created: 1 })
    expect(await notify('?sendeveryone=false')).toEqual({ recipients: 1, created: 0 })
    expect(await notify('?sendeveryone=true')).toEqual({ recipients: 3, created: 2 })
    expect(await notify('?sendeveryone=true')).toEqual({ recipients: 3, created: 0 })
    const sent = client.simulator.state('notification').map(({ userId, kind }) => [userId, kind])
    expect(sent).toEqual([1, 2, 3].map((id) => [id, 'onboarding']))
  })
})
