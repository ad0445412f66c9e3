// What each client does with the same four calls: a read, a list with two criteria of order in an array, a refusal and an
// upload. Run as `node clients.mjs NAME` with the addresses of a server in the environment; prints JSON.

import { FormData as NodeFetchForm } from 'node-fetch'

const WIKI = process.env['REQSIM_WIKI_URL']
const API = process.env['REQSIM_API_URL']
const read = `${WIKI}/rest/reqs/1/requirement2/ENG/REQ-001`
const missing = `${WIKI}/rest/reqs/1/requirement2/ENG/NOPE`
const list = `${API}/requirements`
const query = { applicationId: 101, projectContainerId: 1001, limit: 2 }
const sort = ['status,asc', 'key,desc']
const upload = `${API}/external-properties/import?applicationId=101`
const headers = { Authorization: 'Bearer tok-alice' }
const csv = 'Key,Weight\nREQ-001,12\n'

/** The form of the upload, with the class of the client. */
function form(Form = FormData) {
  const sent = new Form()
  sent.set('projectContainerId', '1001')
  sent.set('file', new File([csv], 'weights.csv', { type: 'text/csv' }))
  return sent
}

const keysOf = ({ items }) => items.map(({ key }) => key)
/** The address that the client sent, without the rest of the query. */
const sortOf = (url) => decodeURIComponent(new URL(url, list).search).replaceAll(/[?&](?!sort)[^&]*/g, '')
const withRepeats = () =>
  new URLSearchParams([...Object.entries(query), ...sort.map((each) => ['sort', each])])

const clients = {
  async axios() {
    const { default: axios } = await import('axios')
    const client = axios.create({ headers })
    const seen = await client.get(list, { params: { ...query, sort } })
    const set = await client.get(list, { params: { ...query, sort }, paramsSerializer: { indexes: null } })
    const refusal = await client.get(missing).catch(({ code, response }) => [code, response.status])
    const sent = await client.post(upload, form())
    return {
      read: (await client.get(read)).data.key,
      arrays: [sortOf(seen.request.path), keysOf(seen.data), seen.headers['x-sim-ignored']],
      set: [sortOf(set.request.path), keysOf(set.data)],
      refusal,
      upload: sent.status,
    }
  },

  async got() {
    const { default: got } = await import('got')
    const client = got.extend({ headers, retry: { limit: 0 } })
    const arrays = await client(list, { searchParams: { ...query, sort } }).then(
      () => 'sent',
      ({ name, code, message }) => [name, code, message],
    )
    const set = await client(list, { searchParams: withRepeats() })
    const refusal = await client(missing).catch(({ code, response }) => [code, response.statusCode])
    const sent = await client.post(upload, { body: form() })
    return {
      read: (await client(read).json()).key,
      arrays,
      set: [sortOf(set.requestUrl), keysOf(JSON.parse(set.body))],
      refusal,
      upload: sent.statusCode,
    }
  },

  async ky() {
    const { default: ky } = await import('ky')
    const client = ky.create({ headers, retry: 0 })
    const seen = await client(list, { searchParams: { ...query, sort } })
    const set = await client(list, { searchParams: withRepeats() })
    const refusal = await client(missing).catch(({ name, response }) => [name, response.status])
    const sent = await client.post(upload, { body: form() })
    return {
      read: (await client(read).json()).key,
      arrays: [sortOf(seen.url), keysOf(await seen.json())],
      set: [sortOf(set.url), keysOf(await set.json())],
      refusal,
      upload: sent.status,
    }
  },

  async undici() {
    const { Agent, FormData: UndiciForm, request, setGlobalDispatcher } = await import('undici')
    // Else it sends through the undici of Node, which something has loaded before, and a form is never sent.
    setGlobalDispatcher(new Agent())
    const seen = await request(list, { headers, query: { ...query, sort } })
    const refused = await request(missing, { headers })
    const sent = await request(upload, { method: 'POST', headers, body: form(UndiciForm) })
    // Whoever does not read a body keeps its connection, which then ends in an error that nobody catches.
    await sent.body.dump()
    const asRead = await request(read, { headers })
    return {
      read: (await asRead.body.json()).key,
      arrays: keysOf(await seen.body.json()),
      refusal: [refused.statusCode, (await refused.body.json()).message],
      upload: sent.statusCode,
      foreignForm: await request(upload, { method: 'POST', headers, body: form() }).then(
        ({ statusCode }) => statusCode,
        ({ code }) => code,
      ),
    }
  },

  async 'node-fetch'() {
    const { default: fetch } = await import('node-fetch')
    const seen = await fetch(`${list}?${new URLSearchParams({ ...query, sort })}`, { headers })
    const set = await fetch(`${list}?${withRepeats()}`, { headers })
    const refused = await fetch(missing, { headers })
    const sent = await fetch(upload, { method: 'POST', headers, body: form(NodeFetchForm) })
    const ofNode = await fetch(upload, { method: 'POST', headers, body: form() })
    return {
      read: (await (await fetch(read, { headers })).json()).key,
      arrays: [sortOf(seen.url), keysOf(await seen.json())],
      set: [sortOf(set.url), keysOf(await set.json())],
      refusal: [refused.ok, refused.status],
      upload: sent.status,
      foreignForm: ofNode.status,
    }
  },

  async superagent() {
    const { default: superagent } = await import('superagent')
    const get = (url) => superagent.get(url).set(headers)
    const seen = await get(list).query({ ...query, sort })
    const set = await get(list).query(withRepeats().toString())
    const refusal = await get(missing).catch(({ message, status }) => [message, status])
    const sent = await superagent
      .post(upload)
      .set(headers)
      .field('projectContainerId', '1001')
      .attach('file', Buffer.from(csv), { filename: 'weights.csv', contentType: 'text/csv' })
    return {
      read: (await get(read)).body.key,
      arrays: [sortOf(seen.req.path), keysOf(seen.body)],
      set: keysOf(set.body),
      refusal,
      upload: sent.status,
    }
  },
}

console.log(JSON.stringify(await clients[process.argv[2]]()))
