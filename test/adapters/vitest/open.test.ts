/** Which commands run Vitest in process, and what others get instead. */
import { describe, expect, it } from 'vitest'
import { openVitest, vitestArguments } from '../../../src/cli/mutate/vitest.ts'
import { temporaryFolder } from '../../support/folder.ts'

const folder = temporaryFolder()

describe('vitestArguments', () => {
  it.each([
    ['vitest', []],
    ['vitest run --project unit a.test.ts', ['run', '--project', 'unit', 'a.test.ts']],
    ['npx vitest run', ['run']],
    ['pnpm exec vitest run', ['run']],
    ['yarn vitest', []],
  ])('finds those of %s', (command, expected) => {
    expect(vitestArguments(command.split(' '))).toEqual(expected)
  })

  it.each(['pytest', 'npm test', 'npx playwright test', 'vitest watch', 'vitest bench', 'npx', ''])(
    "finds none in '%s'",
    (command) => {
      expect(vitestArguments(command.split(' '))).toBeUndefined()
    },
  )
})

describe('openVitest', () => {
  const open = () => openVitest(['vitest', 'run'], folder.path, { jobs: 1 })

  it('refuses a command that is none of Vitest', async () => {
    const opened = openVitest(['pytest', '-q'], folder.path, { jobs: 1 })
    await expect(opened).rejects.toThrow("'pytest -q' is no run of Vitest")
  })

  it('refuses a folder without Vitest, with an old one, and without reqsim', async () => {
    await expect(open()).rejects.toThrow('no package vitest is installed in ')
    folder.write('node_modules/vitest/package.json', '{ "version": "4.0.18" }')
    await expect(open()).rejects.toThrow('Vitest 4.0 is too old: it must be 4.1 or newer')
    folder.write('node_modules/vitest/package.json', '{ "version": "4.1.0" }')
    await expect(open()).rejects.toThrow('no package reqsim is installed in ')
  })
})
