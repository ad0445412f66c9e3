/**
 * The servers that are compared: the simulator, a raw server, and the peers, each started and asked as its own pages say.
 * All hold the same records, under the same keys, as far as they hold any.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileOf, type Server, startCommand, startServer } from '../child.ts'
import { mockoonEnvironment } from '../peers/mockoon.ts'
import { prismDescription } from '../peers/prism.ts'
import type { Samples } from './samples.ts'
import {
  type Asked,
  changeOf,
  httpScenario,
  json,
  keyOf,
  LIST_PATH,
  type OperationName,
  PAGE_SIZE,
  WIKI_PATH,
} from './target.ts'

export interface Contender {
  readonly name: string
  readonly kind: 'simulator' | 'raw' | 'peer'
  /** How it is set up, for the page. */
  readonly setup: string
  /** False for what answers the same however many records there are. */
  readonly holdsRecords: boolean
  start(place: Place, count: number): Promise<Server & { readonly took?: number }>
  /** The requests of one operation about a record, in turn. */
  ask(operation: OperationName, about: Subject): Asked[]
  /** Puts the records back to how they began; absent where there is no way. */
  reset?(url: string): Promise<void>
}

/** What a request is about: one of the records that are there, a page of them, or a record to be made. */
export interface Subject {
  readonly key: string
  readonly offset: number
  readonly newKey: string
  /** How many were asked before, and this one. */
  readonly turn: number
}

/** A folder for files that servers read, and what is in them. */
export interface Place {
  readonly folder: string
  readonly samples: Samples
}

const NEW = { spaceKey: 'ENG' }
const ADMIN = 'bench'

const simulator: Contender = {
  name: 'reqsim',
  kind: 'simulator',
  setup:
    'a scenario file, `reqsim serve`, on its live clock; credentials, permissions, validation and journal on, no rate limit; the request log off (`--log off`)',
  holdsRecords: true,
  start(place, count) {
    const file = join(place.folder, `reqsim-${count}.json`)
    writeFileSync(file, json(httpScenario(count)))
    return startCommand(fileOf('../bin/reqsim.js'), (port) => [
      'serve',
      file,
      '--port',
      String(port),
      '--log',
      'off',
    ])
  },
  ask: askService,
  reset: (url) => post(`${url}/_sim/reset`, { 'x-sim-control': '1' }),
}

const raw: Contender = {
  name: 'raw server',
  kind: 'raw',
  setup: '`node:http`, records in a Map, none of the rest',
  holdsRecords: true,
  start: (_place, count) => startServer('http/raw-server.ts', [String(count)]),
  ask: askService,
  reset: (url) => post(`${url}/reset`, {}),
}

const emulate: Contender = {
  name: 'emulate',
  kind: 'peer',
  setup: 'a custom emulator over an object of records, `emulate start --config`',
  holdsRecords: true,
  start: (place, count) =>
    startCommand(
      fileOf('node_modules/emulate/dist/index.js'),
      (port) => ['start', '--config', fileOf('peers/emulate.config.ts'), '--port', String(port)],
      { BENCH_RECORDS: recordsFile(place, count) },
    ),
  ask: askRest({
    page: (offset) => `?limit=${PAGE_SIZE}&offset=${offset}`,
    search: (key) => `/search?key=${key}`,
  }),
}

const jsonServer: Contender = {
  name: 'json-server',
  kind: 'peer',
  setup: 'a JavaScript file as its source, so that records stay in memory; `--quiet`',
  holdsRecords: true,
  start(place, count) {
    const source = join(place.folder, `json-server-${count}.cjs`)
    writeFileSync(
      source,
      `module.exports = () => ({ requirements: require(${json(recordsFile(place, count))}) })\n`,
    )
    return startCommand(fileOf('node_modules/json-server/lib/cli/bin.js'), (port) => [
      source,
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--quiet',
    ])
  },
  ask: askRest({
    page: (offset) => `?_start=${offset}&_limit=${PAGE_SIZE}`,
    search: (key) => `/requirements?key=${key}`,
  }),
}

const mockoon: Contender = {
  name: 'mockoon',
  kind: 'peer',
  setup: 'a CRUD route over a data bucket, `mockoon-cli start --disable-log-to-file`',
  holdsRecords: true,
  start(place, count) {
    const file = join(place.folder, `mockoon-${count}.json`)
    writeFileSync(file, json(mockoonEnvironment(recordsOf(place.samples, count))))
    return startCommand(fileOf('node_modules/@mockoon/cli/bin/run.js'), (port) => [
      'start',
      '--data',
      file,
      '--port',
      String(port),
      '--hostname',
      '127.0.0.1',
      '--disable-log-to-file',
      '--admin-api-token',
      ADMIN,
    ])
  },
  ask: askRest({
    page: (offset) => `?page=${offset / PAGE_SIZE + 1}&limit=${PAGE_SIZE}`,
    search: (key) => `/requirements?key_eq=${key}`,
  }),
  reset: (url) => post(`${url}/mockoon-admin/state/purge`, { authorization: `Bearer ${ADMIN}` }),
}

const prism: Contender = {
  name: 'prism',
  kind: 'peer',
  setup: 'examples of an OpenAPI description, `prism mock --verboseLevel silent`; it holds no records',
  holdsRecords: false,
  start(place) {
    const file = join(place.folder, 'prism.json')
    writeFileSync(file, json(prismDescription(place.samples)))
    return startCommand(fileOf('node_modules/@stoplight/prism-cli/dist/index.js'), (port) => [
      'mock',
      '--port',
      String(port),
      '--verboseLevel',
      'silent',
      file,
    ])
  },
  ask: askRest({
    page: (offset) => `?limit=${PAGE_SIZE}&offset=${offset}`,
    search: (key) => `/search?key=${key}`,
  }),
}

export const CONTENDERS: readonly Contender[] = [simulator, raw, emulate, jsonServer, mockoon, prism]

/** The service's own addresses, which the raw server takes too. */
function askService(operation: OperationName, { key, offset, newKey, turn }: Subject): Asked[] {
  const create = { method: 'POST', path: `${WIKI_PATH}/${newKey}`, body: json(NEW) }
  switch (operation) {
    case 'by key':
      return [{ method: 'GET', path: `${LIST_PATH}/${key}` }]
    case 'page of 20':
      return [{ method: 'GET', path: `${LIST_PATH}?limit=${PAGE_SIZE}&offset=${offset}` }]
    case 'search':
      return [{ method: 'GET', path: `${WIKI_PATH}?q=key%20=%20'${key}'` }]
    case 'create':
      return [create]
    case 'update':
      return [{ method: 'PUT', path: `${WIKI_PATH}/${key}`, body: json(changeOf(turn)) }]
    case 'delete':
      return [create, { method: 'DELETE', path: `${WIKI_PATH}/${newKey}` }]
  }
}

interface RestAddresses {
  page(offset: number): string
  search(key: string): string
}

/** A collection of resources, as the peers serve it. */
function askRest({ page, search }: RestAddresses): Contender['ask'] {
  return (operation, { key, offset, newKey, turn }) => {
    const create = { method: 'POST', path: '/requirements', body: json({ id: newKey, key: newKey, ...NEW }) }
    switch (operation) {
      case 'by key':
        return [{ method: 'GET', path: `/requirements/${key}` }]
      case 'page of 20':
        return [{ method: 'GET', path: `/requirements${page(offset)}` }]
      case 'search':
        return [{ method: 'GET', path: search(key) }]
      case 'create':
        return [create]
      case 'update':
        return [
          { method: 'PUT', path: `/requirements/${key}`, body: json({ id: key, key, ...changeOf(turn) }) },
        ]
      case 'delete':
        return [create, { method: 'DELETE', path: `/requirements/${newKey}` }]
    }
  }
}

/** Copies of the simulator's own record; `id` is the key, by which peers find them. */
export function recordsOf({ record }: Samples, count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => ({
    ...record,
    id: keyOf(index + 1),
    key: keyOf(index + 1),
  }))
}

function recordsFile({ folder, samples }: Place, count: number): string {
  const file = join(folder, `records-${count}.json`)
  writeFileSync(file, json(recordsOf(samples, count)))
  return file
}

async function post(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  await answer.arrayBuffer()
}
