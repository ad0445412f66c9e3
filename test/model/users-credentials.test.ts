import { describe, expect, test } from 'vitest'
import {
  findUser,
  issueToken,
  linkAccount,
  openSession,
  unlinkAccount,
} from '../../src/model/users/issue-credentials.ts'
import { accountLinks, sessions, tokens } from '../../src/model/users/records.ts'
import { hashSecret } from '../../src/model/users/secrets.ts'
import { createSmallWorld, START } from './world-fixture.ts'

function setUp() {
  const world = createSmallWorld()
  const store = world.region('eu')
  return { world, store, alice: findUser(store, 'alice') }
}
const expiresAt = START + 1000

describe('tokens', () => {
  test('only the hash of the value is kept', () => {
    const { world, store, alice } = setUp()
    const { record, value } = issueToken(world, store, alice, { name: 'CI', expiresAt, applicationId: 101 })
    expect(record).toMatchObject({ userId: 2, name: 'CI', createdAt: START, expiresAt, applicationId: 101 })
    expect(record.hash).toBe(hashSecret(value))
    expect(JSON.stringify([...store.table(tokens).scan()])).not.toContain(value)
  })

  test('values come from the seed: equal in equal worlds, different for each token', () => {
    const first = setUp()
    const second = setUp()
    const draw = ({ world, store, alice }: typeof first) =>
      issueToken(world, store, alice, { name: 'CI', expiresAt }).value
    const value = draw(first)
    expect(value).toBe(draw(second))
    expect(draw(first)).not.toBe(value)
    expect(value).toMatch(/^tok-[0-9a-f]{40}$/)
  })

  test('a given value is taken once', () => {
    const { world, store, alice } = setUp()
    expect(issueToken(world, store, alice, { name: 'CI', expiresAt, value: 'mine' }).value).toBe('mine')
    expect(() => issueToken(world, store, alice, { name: 'CI', expiresAt, value: 'mine' })).toThrow(
      /this value already/,
    )
    expect(store.table(tokens).size).toBe(1)
  })

  test.each([
    [{ name: 'CI', expiresAt, value: 'has space' }, /visible ASCII/],
    [{ name: 'CI', expiresAt, value: 'line\r\nX-Injected: 1' }, /visible ASCII/],
    [{ name: 'CI', expiresAt, value: '' }, /visible ASCII/],
    [{ name: '', expiresAt }, /name ''/],
    [{ name: 'CI', expiresAt, applicationId: 999 }, /applicationId '999' does not exist/],
    [{ name: 'CI', expiresAt: Number.NaN }, /year 9999/],
    [{ name: 'CI', expiresAt: 1e18 }, /year 9999/],
  ])('refuses %o', (token, message) => {
    const { world, store, alice } = setUp()
    expect(() => issueToken(world, store, alice, token)).toThrow(message)
    expect(store.table(tokens).size).toBe(0)
  })
})

describe('sessions', () => {
  test('are found by the hash of the cookie, and unique', () => {
    const { world, store, alice } = setUp()
    const { value } = openSession(world, store, alice)
    expect(store.table(sessions).get(hashSecret(value))?.userId).toBe(2)
    expect(openSession(world, store, alice, 'sess-mine').value).toBe('sess-mine')
    expect(() => openSession(world, store, alice, 'sess-mine')).toThrow(/this value already/)
    expect(() => openSession(world, store, alice, 'a;b')).toThrow(/cookie can hold/)
  })
})

describe('account links', () => {
  test('unlinking takes two steps, in either order; linking again after the first asks for no consent', () => {
    const { world, store, alice } = setUp()
    expect(linkAccount(world, store, alice, 101)).toMatchObject({ linked: true, consented: true })
    expect(() => linkAccount(world, store, alice, 101)).toThrow(/linked to application 101 already/)
    expect(unlinkAccount(world, store, alice, 101, 'link')).toMatchObject({ linked: false, consented: true })
    expect(linkAccount(world, store, alice, 101)).toMatchObject({ linked: true, consented: true })
    expect(unlinkAccount(world, store, alice, 101, 'consent')).toMatchObject({
      linked: true,
      consented: false,
    })
    expect(unlinkAccount(world, store, alice, 101, 'link')).toMatchObject({ linked: false, consented: false })
    expect(() => unlinkAccount(world, store, alice, 101, 'link')).toThrow(/removed already/)
    expect(() => unlinkAccount(world, store, alice, 101, 'consent')).toThrow(/revoked already/)
    expect(store.table(accountLinks).size).toBe(1)
  })

  test('only wikis and trackers of the region can be linked', () => {
    const { world, store, alice } = setUp()
    expect(() => linkAccount(world, store, alice, 103)).toThrow(/standalone application/)
    expect(() => linkAccount(world, store, alice, 999)).toThrow(/does not exist/)
    expect(() => unlinkAccount(world, store, alice, 101, 'link')).toThrow(/never linked/)
  })
})

test('users are found by name or id', () => {
  const { store } = setUp()
  expect(findUser(store, 2).name).toBe('alice')
  expect(() => findUser(store, 'constructor')).toThrow("user 'constructor' does not exist")
})
