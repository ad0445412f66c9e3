/** The licences of the packages that are built in, which a build writes. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../cli.ts'

const NOTICES = resolve(import.meta.dirname, '../../../dist/third-party-licences.txt')

test('the licences are printed, or a checkout without a build says how to get them', async () => {
  const { code, out, errors } = await run(['licences'])
  if (existsSync(NOTICES)) expect([code, out]).toEqual([0, readFileSync(NOTICES, 'utf8')])
  else {
    expect([code, out]).toEqual([1, ''])
    expect(errors).toContain('the licences are not built in this checkout: npm run build')
  }
})
