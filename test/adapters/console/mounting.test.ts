// What an unprepared developer passes to mountConsole, and where nothing can be mounted.

import { Window } from 'happy-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { mountConsole } from '../../../src/adapters/console.ts'
import { createSimulator } from '../../../src/index.ts'

afterEach(() => vi.unstubAllGlobals())

test('without a document, the error says where to call it', async () => {
  const sim = await createSimulator()
  expect(() => mountConsole(sim)).toThrow(/^mountConsole needs a page, and there is no document: call it in /)
})

describe('in a page', () => {
  /** The globals of a page that the tools use. */
  function openPage(html: string): Window {
    const window = new Window({ url: 'http://localhost/' })
    window.document.write(html)
    for (const name of ['document', 'location', 'sessionStorage', 'CSSStyleSheet', 'Event'] as const)
      vi.stubGlobal(name, window[name])
    return window
  }

  test.each([
    [
      'a promise of a simulator',
      () => createSimulator(),
      /^mountConsole takes a simulator first, not a promise/,
    ],
    ['nothing', () => undefined, /^mountConsole takes a simulator first, not 'undefined'$/],
  ])('%s is refused', (_what, given, message) => {
    openPage('<body></body>')
    expect(() => mountConsole(given() as never)).toThrow(message)
  })

  test.each([
    ['a selector', '#tools', /second, not '#tools': pass document\.querySelector\(…\) of one that exists/],
    ['an element that was not found', null, /^mountConsole takes an element of the page second, not 'null'/],
  ])('%s is refused', async (_what, element, message) => {
    const sim = await createSimulator()
    openPage('<body></body>')
    expect(() => mountConsole(sim, element as never)).toThrow(message)
  })

  test('a page without a body is refused', async () => {
    const sim = await createSimulator()
    const { document } = openPage('<body></body>')
    document.body.remove()
    expect(() => mountConsole(sim)).toThrow(
      /^mountConsole needs the body of the page, which is not parsed yet/,
    )
  })

  test('tools that cannot store anything are mounted, and removed once', async () => {
    const sim = await createSimulator()
    const { document } = openPage('<body></body>')
    vi.stubGlobal('sessionStorage', undefined)
    const unmount = mountConsole(sim)
    expect(document.querySelector('body > reqsim-console.drawer')).not.toBeNull()
    unmount()
    unmount()
    expect(document.querySelector('reqsim-console')).toBeNull()
  })

  test('a user who was stored for another scenario is not signed in', async () => {
    const sim = await createSimulator()
    const { sessionStorage } = openPage('<body></body>')
    sessionStorage.setItem('reqsim.console', JSON.stringify({ user: 'zoe' }))
    mountConsole(sim)()
    expect(sim.signedIn).toBeUndefined()
    sessionStorage.setItem('reqsim.console', JSON.stringify({ user: 'bob' }))
    mountConsole(sim)()
    expect(sim.signedIn).toBe('bob')
    sim.signIn('eve')
    mountConsole(sim)()
    expect(sim.signedIn).toBe('eve')
    sessionStorage.setItem('reqsim.console', '{')
    mountConsole(sim)()
  })
})
