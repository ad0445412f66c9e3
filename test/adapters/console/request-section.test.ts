// The latest requests that the tools in a page show.

import { Window } from 'happy-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { requestSection } from '../../../src/adapters/console/request-section.ts'
import { createSimulator } from '../../../src/index.ts'

afterEach(() => vi.unstubAllGlobals())

const NONE = 'No request yet, or the journal is off.'
const HEADERS = { authorization: 'Bearer tok-alice' }

test('each request has an item with its status, method, address and user, the latest first', async () => {
  const window = new Window({ url: 'http://localhost/' })
  for (const name of ['document', 'location'] as const) vi.stubGlobal(name, window[name])
  const simulator = await createSimulator()
  const section = requestSection({ simulator, act: (_title, action) => void action() })
  const shown = (): string[] => {
    section.update()
    const items = [...section.element.querySelectorAll('li')]
    return items.map(({ textContent }) => textContent)
  }
  const call = async (path: string): Promise<void> => {
    await simulator.fetch(`http://api.sim/api${path}`, { headers: HEADERS })
    section.note(simulator.journal.entries().at(-1)?.number ?? 0)
  }

  expect(shown()).toEqual([])
  expect(section.element.textContent).toContain(NONE)

  await call('/applications/101')
  expect(shown()).toEqual(['200GET http://api.sim/api/applications/101 by alice'])
  expect(section.element.textContent).not.toContain(NONE)

  await call('/applications/9')
  expect(shown()).toEqual([
    '404GET http://api.sim/api/applications/9 by alice',
    '200GET http://api.sim/api/applications/101 by alice',
  ])

  section.element.querySelector('button')?.click()
  expect(shown()).toEqual([])
  expect(section.element.textContent).toContain(NONE)
})
