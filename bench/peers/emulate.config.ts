/**
 * emulate as its guide to custom emulators has it: routes over a state, with its inspector on, as it is by default. The
 * records are those of the JSON file that BENCH_RECORDS names, found by key in an object.
 */
import { readFileSync } from 'node:fs'
import { defineConfig, defineEmulator } from 'emulate'

type Body = Record<string, unknown>

const all = JSON.parse(readFileSync(process.env['BENCH_RECORDS'] ?? '', 'utf8')) as (Body & { id: string })[]

const requirements = defineEmulator({
  name: 'requirements',
  state: () => ({
    records: Object.fromEntries(all.map((record) => [record.id, record])) as Record<string, Body>,
    keys: all.map(({ id }) => id),
  }),
  setup({ app, state: { records, keys } }) {
    app.get('/requirements/:key', (context) => {
      const found = records[context.req.param('key')]
      return found === undefined ? context.json({ message: 'Not found' }, 404) : context.json(found)
    })
    app.get('/requirements', (context) => {
      const offset = Number(context.req.query('offset'))
      const page = keys.slice(offset, offset + Number(context.req.query('limit')))
      return context.json({ items: page.map((key) => records[key]), total: keys.length })
    })
    app.get('/search', (context) => {
      const found = records[context.req.query('key') ?? '']
      return context.json({ results: found === undefined ? [] : [found] })
    })
    app.post('/requirements', async (context) => {
      const body = await context.req.json()
      records[String(body['id'])] = body
      return context.json(body, 201)
    })
    app.put('/requirements/:key', async (context) => {
      const key = context.req.param('key')
      const changed = { ...records[key], ...(await context.req.json()) }
      records[key] = changed
      return context.json(changed)
    })
    app.delete('/requirements/:key', (context) => {
      delete records[context.req.param('key')]
      return context.body(null, 204)
    })
  },
})

export default defineConfig({ services: { requirements: { emulator: requirements } } })
