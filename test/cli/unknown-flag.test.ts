import { expect, test } from 'vitest'
import { run } from './cli.ts'

test.each([
  [['serve', '--prot', '1'], "unknown option '--prot'\n(Did you mean --port?)\n"],
  [
    ['report', 'x.json', '--max-unmatched-paths', '1'],
    "unknown option '--max-unmatched-paths'\n(Did you mean --max-unmatched?)\n",
  ],
  [['serve', '--unmatched-max', '1'], "unknown option '--unmatched-max'\n"],
  [['run', 'x', '--zzzz'], "unknown option '--zzzz'\n(reqsim run --help lists the flags)\n"],
])('%j: the nearest flag is named, or the help', async (args, message) => {
  const { code, errors } = await run(args)
  expect(code).toBe(2)
  expect(errors).toContain(`reqsim: ${message}`)
  expect(errors).toMatch(/\(.+\)\n$/)
})

test('an unknown level of the request log is refused with those that exist', async () => {
  const { code, errors } = await run(['serve', '--log', 'loud'])
  expect(code).toBe(2)
  expect(errors).toContain("argument 'loud' is invalid. Allowed choices are off, errors, all.")
})
