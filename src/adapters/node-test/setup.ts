/**
 * The entry `reqsim/node-test/setup`, for `node --import`: gives each test of a process a simulator of its own behind the handlers
 * that the suite has.
 */
import { after, afterEach, beforeEach } from 'node:test'
import { setUpHooks } from '../setup/hooked-runner.ts'

/** What node:test tells about a test. */
interface Context {
  readonly name: string
  readonly fullName?: string
  readonly filePath?: string
  readonly passed?: boolean
  readonly error?: Error | null
  diagnostic(message: string): void
}

/** The process that starts one for each file runs no test. */
const { execArgv, env } = process
const isParent =
  execArgv.includes('--test') &&
  env['NODE_TEST_CONTEXT'] === undefined &&
  !execArgv.some((flag) => /^--(?:experimental-)?test-isolation=none$/.test(flag))

if (!isParent) await setUp()

async function setUp(): Promise<void> {
  const ends = new Map<string, ReturnType<Awaited<ReturnType<typeof setUpHooks>>['begin']>>()
  const runner = await setUpHooks((text) => process.stderr.write(`${text}\n`))
  let file = process.argv[1] ?? ''
  beforeEach((each) => {
    const { fullName, filePath = file, name } = each as unknown as Context
    const titles = (fullName ?? name).split(' > ')
    file = filePath
    ends.set(titles.join('\n'), runner.begin({ runner: 'node:test', titles, file }))
  })
  afterEach(async (each) => {
    const { fullName, name, passed = true, error } = each as unknown as Context
    const key = (fullName ?? name).split(' > ').join('\n')
    // The error of a test has that of the assertion as its cause.
    await ends.get(key)?.({ failed: !passed, error: error?.cause ?? error })
    ends.delete(key)
  })
  after(() => runner.end(file))
}
