import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashSecret } from '../../../src/model/users/secrets.ts'

test('a secret is kept as its SHA-256 in hexadecimal', () => {
  expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(hashSecret('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
})

test('a lone surrogate is hashed, not refused', () => {
  expect(hashSecret('\ud800')).toMatch(/^[0-9a-f]{64}$/)
})

let turn = 0
test('a secret that was not seen before is hashed as one that was', () => {
  const secret = `fresh ${++turn}`
  const hash = createHash('sha256').update(secret).digest('hex')
  expect([hashSecret(secret), hashSecret(secret)]).toEqual([hash, hash])
})
