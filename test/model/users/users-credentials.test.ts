import { beforeEach, describe, expect, test } from 'vitest'
import {
  accountLinkMachine,
  standing,
  stateOf,
} from '../../../src/model/records/machines/account-link-machine.ts'
import { findUser, issueToken, linkAccount, unlinkAccount } from '../../../src/model/users/credentials.ts'
import { accountLinks, sessions, tokens, type UserRecord } from '../../../src/model/records/service/users.ts'
import { openSession } from '../../../src/model/users/sessions.ts'
import { hashSecret } from '../../../src/model/users/secrets.ts'
import type { Store } from '../../../src/world/store/store.ts'
import type { World } from '../../../src/world/world.ts'
import { LAST_INSTANT } from '../../../src/world/time/duration.ts'
import { createSmallWorld, START } from '../world-fixture.ts'

let world: World
let store: Store
let alice: UserRecord
beforeEach(() => {
  world = createSmallWorld()
  store = world.region('eu')
  alice = findUser(store, 'alice')
})
const expiresAt = START + 1000

describe('tokens', () => {
  test('only the hash of the value is kept', () => {
    const { record, value } = issueToken(
      { world, store, user: alice },
      { name: 'CI', expiresAt, applicationId: 101 },
    )
    expect(record).toMatchObject({ userId: 2, name: 'CI', createdAt: START, expiresAt, applicationId: 101 })
    expect(record.hash).toBe(hashSecret(value))
    expect(JSON.stringify([...store.table(tokens).scan()])).not.toContain(value)
  })

  test('values come from the seed: equal in equal worlds, different for each token', () => {
    const draw = (inWorld: World) =>
      issueToken({ world: inWorld, store: inWorld.region('eu'), user: alice }, { name: 'CI', expiresAt })
        .value
    const value = draw(world)
    expect(value).toBe(draw(createSmallWorld()))
    expect(draw(world)).not.toBe(value)
    expect(value).toMatch(/^tok-[0-9a-f]{40}$/)
  })

  test('a given value is taken once', () => {
    expect(issueToken({ world, store, user: alice }, { name: 'CI', expiresAt, value: 'mine' }).value).toBe(
      'mine',
    )
    expect(() => issueToken({ world, store, user: alice }, { name: 'CI', expiresAt, value: 'mine' })).toThrow(
      /this value already/,
    )
    expect(store.table(tokens).size).toBe(1)
  })

  test.each([
    [{ name: 'CI', expiresAt, value: 'has space' }, /visible ASCII/],
    [{ name: 'CI', expiresAt, value: 'line\r\nX-Injected: 1' }, /visible ASCII/],
    [{ name: 'CI', expiresAt, value: '' }, /visible ASCII/],
    [{ name: '', expiresAt }, /name ''/],
    [{ name: '  ', expiresAt }, /name '  '/],
    [{ name: 'x'.repeat(256), expiresAt }, /255/],
    [{ name: 'CI', expiresAt: LAST_INSTANT + 1 }, /year 9999/],
    [{ name: 'CI', expiresAt: expiresAt + 0.5 }, /year 9999/],
    [{ name: 'CI', expiresAt, applicationId: 999 }, /no application '999' in this region/],
    [{ name: 'CI', expiresAt: Number.NaN }, /year 9999/],
    [{ name: 'CI', expiresAt: 1e18 }, /year 9999/],
  ])('refuses %o', (token, message) => {
    expect(() => issueToken({ world, store, user: alice }, token)).toThrow(message)
    expect(store.table(tokens).size).toBe(0)
  })

  test('a new one gets an id that no other has', () => {
    const token = { name: 'CI', expiresAt }
    store.table(tokens).insert({ ...token, id: 1, userId: 3, hash: 'a', createdAt: START })
    expect(issueToken({ world, store, user: alice }, token).record.id).toBe(2)
  })
})

test('tokens take the longest name and the last instant', () => {
  const longest = { name: '\u{1f600}'.repeat(255), expiresAt: LAST_INSTANT }
  expect(issueToken({ world, store, user: alice }, longest).record).toMatchObject(longest)
})

describe('sessions', () => {
  test('are found by the hash of the cookie, and unique', () => {
    const { value } = openSession({ world, store, user: alice })
    expect(store.table(sessions).get(hashSecret(value))?.userId).toBe(2)
    expect(openSession({ world, store, user: alice }, { value: 'sess-mine' }).value).toBe('sess-mine')
    expect(() => openSession({ world, store, user: alice }, { value: 'sess-mine' })).toThrow(
      /this value already/,
    )
    expect(() => openSession({ world, store, user: alice }, { value: 'a;b' })).toThrow(/cookie can hold/)
  })
})

describe('account links', () => {
  const both = { linked: true, consented: true }

  test('linking again asks for consent only if it was revoked', () => {
    const link = (consent?: boolean) => linkAccount({ world, store, user: alice }, 101, consent)
    const unlink = (step: 'link' | 'consent') => unlinkAccount({ world, store, user: alice }, 101, step)
    expect(() => link(false)).toThrow(/user 'alice' may not link the account to application 101/)
    expect(store.table(accountLinks).size).toBe(0)
    expect(link()).toMatchObject({ record: both, asked: true })
    expect(() => link()).toThrow(/the account of 'alice' to application 101 is LINKED/)
    expect(unlink('link')).toMatchObject({ linked: false, consented: true })
    expect(link(false)).toMatchObject({ record: both, asked: false })
    expect(unlink('consent')).toMatchObject({ linked: true, consented: false })
    expect(() => link(false)).toThrow(/no consent stands/)
    expect(link()).toMatchObject({ record: both, asked: true })
    expect(store.table(accountLinks).size).toBe(1)
  })

  test.each([
    ['link', 'consent'],
    ['consent', 'link'],
  ] as const)('unlinking takes two steps, each once: %s, then %s', (first, second) => {
    const unlink = (step: 'link' | 'consent') => unlinkAccount({ world, store, user: alice }, 101, step)
    linkAccount({ world, store, user: alice }, 101)
    expect(unlink(first)).toMatchObject({ linked: first !== 'link', consented: first !== 'consent' })
    expect(() => unlink(first)).toThrow(/cannot (be removed|lose its consent)/)
    expect(unlink(second)).toMatchObject({ linked: false, consented: false })
    for (const step of [first, second]) expect(() => unlink(step)).toThrow(/is UNLINKED/)
    expect(() => linkAccount({ world, store, user: alice }, 101, false)).toThrow(/no consent stands/)
    expect(linkAccount({ world, store, user: alice }, 101)).toMatchObject({ record: both, asked: true })
  })

  test('the two parts of a stored link and the states of the machine say the same', () => {
    for (const state of accountLinkMachine.states) expect(stateOf(standing(state))).toBe(state)
    expect(new Set(accountLinkMachine.transitions.map(({ event }) => event))).toEqual(
      new Set(accountLinkMachine.events),
    )
  })

  test('only wikis and trackers of the region can be linked', () => {
    expect(() => linkAccount({ world, store, user: alice }, 103)).toThrow(/standalone application/)
    expect(() => linkAccount({ world, store, user: alice }, 999)).toThrow(/no application '999'/)
    expect(() => unlinkAccount({ world, store, user: alice }, 101, 'link')).toThrow(
      /no account link of user 'alice'/,
    )
  })
})

test('users are found by name or id', () => {
  expect(findUser(store, 2).name).toBe('alice')
  expect(() => findUser(store, 'constructor')).toThrow("no user 'constructor' in this region")
  expect(() => findUser(store, 'alcie')).toThrow("no user 'alcie' in this region: did you mean 'alice'?")
})
