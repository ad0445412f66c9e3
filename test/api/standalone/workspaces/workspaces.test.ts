import { beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../../support/client.ts'
import { type StandaloneAuthor, startStandaloneAuthor } from '../../../support/standalone-author.ts'

let author: StandaloneAuthor
beforeEach(async () => {
  author = await startStandaloneAuthor()
})

const Q = '?applicationId=103'
const OWN = '/standalone/workspaces'
const MEMBERS = `${OWN}/301/members`
const bob = { token: 'tok-bob' }

describe('workspaces', () => {
  test('are made by members of the organization, who may edit them', async () => {
    const made = await author.made('POST', `${OWN}${Q}`, { name: 'Wind tunnel', key: 'WIND' }, bob)
    expect(made).toMatchObject({ id: 302, applicationId: 103, name: 'Wind tunnel', key: 'WIND' })
    expect((await author.made('GET', `${OWN}${Q}`, undefined, bob)).items).toMatchObject([{ id: 302 }])
    expect((await author.made('GET', `${OWN}${Q}`)).items).toMatchObject([{ id: 301, key: 'SIM' }])
    expect((await author.refused('GET', `${OWN}/302${Q}`)).status).toBe(403)
    const members = await author.made('GET', `${OWN}/302/members${Q}`, undefined, bob)
    expect(members.items).toEqual([{ userId: 3, name: 'bob', displayName: 'Bob Reader', level: 'EDIT' }])
    const container = await author.made('GET', `/containers/${made.containerId}${Q}`, undefined, bob)
    expect(container).toMatchObject({ workspaceId: 302, type: 'WORKSPACE' })
  })

  test('without a key get one', async () => {
    expect(await author.made('POST', `${OWN}${Q}`, { name: 'A' })).toMatchObject({ id: 302, key: 'WS302' })
  })

  test('are renamed, and deleted when empty', async () => {
    expect(await author.made('PUT', `${OWN}/301${Q}`, { name: 'Simulator' })).toMatchObject({
      name: 'Simulator',
    })
    expect((await author.made('GET', `/containers/3001${Q}`)).name).toBe('Simulator')
    expect((await author.refused('DELETE', `${OWN}/301${Q}`)).status).toBe(409)
    await author.made('POST', `${OWN}${Q}`, { name: 'A' })
    await author.made('DELETE', `${OWN}/302${Q}`)
    expect((await author.made('GET', `${OWN}${Q}`)).total).toBe(1)
    expect((await author.made('POST', `${OWN}${Q}`, { name: 'B' })).id).toBe(303)
  })

  test('are none of a wiki', async () => {
    expect((await author.made('GET', `${OWN}?applicationId=101`)).items).toEqual([])
    const reply = await author.refused('POST', `${OWN}?applicationId=101`, { name: 'A' })
    expect(reply).toMatchObject(refusal(400, "'applicationId' '101'"))
    expect((await author.refused('GET', `${OWN}/301?applicationId=101`)).status).toBe(404)
  })

  test.each([
    ['GET', `${OWN}/77`, undefined, 404],
    ['PUT', `${OWN}/301`, { name: ' ' }, 400],
    ['POST', OWN, { name: 'X', key: 'SIM' }, 409],
  ])('%s %s %j is %i', async (method, path, body, status) => {
    expect((await author.refused(method, `${path}${Q}`, body)).status).toBe(status)
  })
})

describe('members', () => {
  test('are who may read and edit the workspace', async () => {
    const reading = `/containers/3001${Q}`
    expect((await author.refused('GET', reading, undefined, bob)).status).toBe(403)
    expect(await author.made('POST', `${MEMBERS}${Q}`, { userId: 3 })).toMatchObject({
      name: 'bob',
      level: 'READ',
    })
    expect((await author.api('GET', reading, undefined, bob)).status).toBe(200)
    const row = { containerId: 3001, key: 'SIM-9' }
    expect((await author.refused('POST', `/requirements${Q}`, row, bob)).status).toBe(403)
    expect(await author.made('PUT', `${MEMBERS}/3${Q}`, { level: 'EDIT' })).toMatchObject({ level: 'EDIT' })
    await author.made('POST', `/requirements${Q}`, row, bob)
    expect((await author.made('GET', `${MEMBERS}${Q}&offset=2`)).items).toMatchObject([{ userId: 3 }])
    await author.made('DELETE', `${MEMBERS}/3${Q}`)
    expect((await author.refused('GET', reading, undefined, bob)).status).toBe(403)
    expect((await author.refused('GET', `${MEMBERS}/3${Q}`)).status).toBe(404)
  })

  test('always include one who may edit', async () => {
    await author.made('PUT', `${MEMBERS}/1${Q}`, { level: 'READ' })
    const last = refusal(409, 'the only member')
    expect(await author.refused('DELETE', `${MEMBERS}/2${Q}`)).toMatchObject(last)
    expect(await author.refused('PUT', `${MEMBERS}/2${Q}`, { level: 'READ' })).toMatchObject(last)
    await author.made('PUT', `${MEMBERS}/2${Q}`, { level: 'EDIT' })
    await author.made('DELETE', `${MEMBERS}/1${Q}`)
    expect((await author.made('GET', `${MEMBERS}${Q}`)).total).toBe(1)
  })

  test.each([
    ['POST', MEMBERS, { userId: 2 }, 409],
    ['POST', MEMBERS, { userId: 77 }, 404],
    ['POST', MEMBERS, { userId: 3, level: 'OWNER' }, 400],
    ['POST', `${OWN}/77/members`, { userId: 3 }, 404],
    ['PUT', `${MEMBERS}/77`, { level: 'READ' }, 404],
    ['DELETE', `${MEMBERS}/77`, undefined, 404],
  ])('%s %s %j is %i', async (method, path, body, status) => {
    expect((await author.refused(method, `${path}${Q}`, body)).status).toBe(status)
  })
})
