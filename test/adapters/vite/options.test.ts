// Options that are not valid are refused when the configuration is read, with what would be right.

import { resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { build, createServer, type Rolldown } from 'vite'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { reqsim, type ReqsimOptions } from '../../../src/adapters/vite.ts'
import { PAGE_SCRIPT } from '../../../src/adapters/vite/page-world.ts'
import { temporaryFolder } from '../../support/folder.ts'

const folder = temporaryFolder()

describe('options', () => {
  test.each<[unknown, string]>([
    [{ bse: '/sim' }, "the options of reqsim must not have 'bse': did you mean 'base'?"],
    [null, 'the options of reqsim must be an object with scenario, base, as, seed'],
    [
      { base: '/' },
      "base must be a path of the development server below which nothing else lies, such as '/sim', not '/'",
    ],
    [{ base: 'sim' }, "not 'sim'"],
    [{ base: '/sim/../x' }, "not '/sim/../x'"],
    [{ base: '/sim?x' }, "not '/sim?x'"],
    [{ base: 'http://localhost/sim' }, "not 'http://localhost/sim'"],
    [{ base: 7 }, "not '7'"],
    [{ allowHost: 'a.test' }, "allowHost must be a list of texts, such as ['my-machine.test'], not 'a.test'"],
    [{ corsOrigin: [7] }, "corsOrigin must be a list of texts, such as ['http://localhost:3000'], not '7'"],
    [{ controlToken: '' }, 'controlToken must be a text that is not empty: generate one, or leave it out'],
    [
      { openapi: './a.yaml' },
      "openapi must be a list, such as [{ surface: 'wiki', file: './wiki.openapi.yaml' }], not './a.yaml'",
    ],
  ])('%j', (options, message) => {
    expect(() => reqsim(options as ReqsimOptions)).toThrow(TypeError)
    expect(() => reqsim(options as ReqsimOptions)).toThrow(message)
  })
})

test('a server without requests creates no simulator', async () => {
  folder.write('index.html', '<!doctype html>')
  const exchanged = vi.fn<() => void>()
  const scenario = {
    extends: ['demo'],
    get name() {
      exchanged()
      return 'x'
    },
  }
  const vite = await createServer({
    configFile: false,
    root: folder.path,
    plugins: [reqsim({ scenario })],
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false },
  })
  onTestFinished(() => vite.close())
  expect(exchanged).not.toHaveBeenCalled()
})

describe('a production build', () => {
  test('is the same as without the plugin', async () => {
    folder.write(
      'page/index.html',
      '<!doctype html><html><head></head><body><script type="module" src="/main.js"></script></body></html>',
    )
    folder.write('page/main.js', "fetch('/sim/wiki/rest/reqs/1/baseline/ENG')\n")
    const filesOf = async (plugins: ReturnType<typeof reqsim>[]) => {
      const built = await build({
        configFile: false,
        root: resolve(folder.path, 'page'),
        logLevel: 'silent',
        build: { write: false },
        plugins,
      })
      return (built as Rolldown.RolldownOutput).output.map((file) => [
        file.fileName,
        file.type === 'chunk' ? file.code : String(file.source),
      ])
    }
    const files = await filesOf([reqsim({ scenario: './not-even-there.yaml' })])
    expect(files).toEqual(await filesOf([]))
    expect(files.length).toBeGreaterThan(1)
    expect(JSON.stringify(files)).not.toMatch(/reqsim|_sim/)
  })
})

describe('the script of the page', () => {
  /** A tab at an address, whose storage is its own. */
  function openTab(address: string, storage = new Map<string, string>()) {
    const location = new URL(address)
    const go = (_state: unknown, _unused: string, to = location.href): void => {
      location.href = new URL(to, location).href
    }
    const history = { state: null, pushState: go, replaceState: go }
    const sessionStorage = {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
    }
    const document = {
      get baseURI() {
        return location.href
      },
    }
    runInNewContext(PAGE_SCRIPT, { URL, URLSearchParams, location, history, sessionStorage, document })
    return { location, history, storage }
  }
  const page = 'http://localhost:5173'

  test('keeps the world of the tab when a router changes the address', () => {
    const { location, history } = openTab(`${page}/list?world=blue`)
    expect(location.href).toBe(`${page}/list?world=blue`)
    history.pushState({}, '', '/item/1?tab=links#top')
    expect(location.href).toBe(`${page}/item/1?tab=links&world=blue#top`)
    history.replaceState({}, '', 'other?world=red')
    expect(location.href).toBe(`${page}/item/other?world=red`)
  })

  test('puts it back when a link led to a page without it; a name without value ends it', () => {
    const { storage } = openTab(`${page}/?world=blue`)
    expect(openTab(`${page}/other`, storage).location.href).toBe(`${page}/other?world=blue`)
    expect(openTab(`${page}/?world=`, storage).location.href).toBe(`${page}/?world=`)
    expect(openTab(`${page}/other`, storage).location.href).toBe(`${page}/other`)
  })

  test('does nothing in a tab without a world', () => {
    const { location, history } = openTab(`${page}/?x=1`)
    history.pushState({}, '', '/next')
    expect(location.href).toBe(`${page}/next`)
  })

  test('is in the page that Vite serves', async () => {
    folder.write('served/index.html', '<!doctype html><html><head></head><body></body></html>')
    const vite = await createServer({
      configFile: false,
      root: resolve(folder.path, 'served'),
      plugins: [reqsim()],
      logLevel: 'silent',
      server: { middlewareMode: true, ws: false },
    })
    onTestFinished(() => vite.close())
    const html = await vite.transformIndexHtml('/', '<html><head></head></html>')
    expect(html.replaceAll(/\s+/g, ' ')).toContain(PAGE_SCRIPT.trim().replaceAll(/\s+/g, ' '))
  })
})
