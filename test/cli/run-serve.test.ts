/** `reqsim serve --until` and `--watch`. */
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { json, run, serve } from './cli.ts'

const { write } = temporaryFolder()
const manual = { REQSIM_CLOCK: 'manual' }

const TIMELINE = 'timeline:\n  - { step: morning, advance: 3h }\n  - { step: evening, advance: 6h }\n'

describe('--until', () => {
  test('opens in the middle, and the rest can be run over HTTP', async () => {
    const path = write('middle.yaml', `extends: [demo]\n${TIMELINE}`)
    const { url } = await serve([path, '--until', 'morning'], manual)
    expect(await json(`${url}/_sim/clock`)).toMatchObject({ now: '2026-01-05T12:00:00.000Z' })
    expect(await json(`${url}/_sim/timeline`)).toMatchObject({
      next: 1,
      total: 2,
      items: [
        { name: 'morning', title: 'advance 3h', done: true },
        { name: 'evening', done: false },
      ],
    })
    const post = { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Sim-Control': '1' } }
    expect(await json(`${url}/_sim/timeline/run`, post)).toMatchObject({
      ok: true,
      now: '2026-01-05T18:00:00.000Z',
    })
  })

  test.each([
    ['mornin', 2, /--until: no step 'mornin' .*did you mean 'morning'\?/],
    [
      'noon',
      1,
      /the timeline does not reach 'noon': timeline\[1\] GET .*: status: expected below 400, got 401/,
    ],
  ])('%s', async (step, expected, message) => {
    const call = '  - { step: noon, call: GET /api/applications/101 }\n'
    const path = write('wrong.yaml', `extends: [demo]\n${TIMELINE.replace(/.*evening.*\n/, call)}`)
    const { code, out, errors } = await run(['serve', path, '--until', step, '--port', '0'])
    expect([code, out]).toEqual([expected, ''])
    expect(errors).toMatch(message)
  })
})

describe('--watch', () => {
  test('takes over what changes, in what is extended too, and keeps the last good world', async () => {
    write('base.yaml', 'extends: [demo]\n')
    const path = write('watched.yaml', `extends: [base.yaml]\n${TIMELINE}`)
    const { url, command } = await serve([path, '--watch', '--until', 'morning'], manual)

    write('base.yaml', 'extends: [demo]\nworld: { users: [{ name: zoe }] }\n')
    await command.seen(/reqsim reloaded .*watched\.yaml: 2026-01-05T12:00:00\.000Z\n/)
    expect(await json(`${url}/_sim/state/user?name=zoe`)).toMatchObject({ total: 1 })

    // As an editor leaves it half-way; then a step that is asked for goes missing; then all is well again.
    write('watched.yaml', 'extends: [base.yaml\n')
    await waitFor(() =>
      /watched\.yaml was not reloaded, the last valid world stays: .*watched\.yaml:2:1/.test(
        command.errors(),
      ),
    )
    write('watched.yaml', `extends: [base.yaml]\n${TIMELINE.replace('morning', 'dawn')}`)
    await waitFor(() => /no step 'morning'/.test(command.errors()))
    expect(await json(`${url}/_sim/state/user?name=zoe`)).toMatchObject({ total: 1 })
    expect(await json(`${url}/_sim/clock`)).toMatchObject({ now: '2026-01-05T12:00:00.000Z' })
    write(
      'watched.yaml',
      `extends: [base.yaml]\nworld: { users: [{ name: yan }] }\n${TIMELINE.replace('3h', '4h')}`,
    )
    await command.seen(/reqsim reloaded .*: 2026-01-05T13:00:00\.000Z\n/)
    expect(await json(`${url}/_sim/state/user?name=yan`)).toMatchObject({ total: 1 })

    expect((await command.stop()).code).toBe(0)
  })

  test('takes a file', async () => {
    const { code, errors } = await run(['serve', 'demo', '--watch'])
    expect(code).toBe(2)
    expect(errors).toBe('reqsim: --watch takes a scenario file, not the name of a ready scenario\n')
  })
})

async function waitFor(isSo: () => boolean): Promise<void> {
  await expect.poll(isSo).toBe(true)
}
