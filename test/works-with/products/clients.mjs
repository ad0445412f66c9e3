// Clients of the wiki's and the tracker's own interface, with which people call the operations of requirements beside it.
// Run as `node clients.mjs NAME` with the addresses of a server in the environment; prints JSON.

const WIKI = process.env['REQSIM_WIKI_URL']
const TRACKER = process.env['REQSIM_TRACKER_URL']
const token = 'tok-alice'
const linksOf = (links) => links.map(({ key, relationship }) => `${relationship} ${key}`)
const keysOf = ({ results }) => results.map(({ key }) => key)
const read = '/rest/reqs/1/requirement2/ENG/REQ-001'

const clients = {
  async 'jira.js'() {
    const { createCloudClient } = await import('jira.js')
    const { createClient } = await import('jira.js/core')
    const config = { host: TRACKER, auth: { type: 'bearer', token } }
    const client = createClient(config)
    const url = '/rest/reqs/1/issuelinks/DRN-1'
    return {
      links: linksOf(await client.sendRequest({ url, method: 'GET' })),
      missing: await client
        .sendRequest({ url: '/rest/reqs/1/issuelinks/DRN-999', method: 'GET' })
        .catch(({ name, status }) => [name, status]),
      own: await createCloudClient(config)
        .serverInfo.getServerInfo()
        .catch(({ name, status }) => [name, status]),
    }
  },

  async 'confluence.js'() {
    const { createV1Client } = await import('confluence.js')
    const { createClient } = await import('confluence.js/core')
    const config = { host: WIKI, auth: { type: 'bearer', token } }
    const client = createClient(config)
    const url = '/rest/reqs/1/requirement2/ENG'
    const page = await client.sendRequest({
      url,
      method: 'GET',
      searchParams: { q: "key = 'REQ-001'", limit: 5 },
    })
    return {
      read: (await client.sendRequest({ url: read, method: 'GET' })).key,
      found: keysOf(page),
      own: await createV1Client(config)
        .search.searchByCQL({ cql: 'type = page' })
        .catch(({ name, status }) => [name, status]),
    }
  },

  async 'jira-client'() {
    const { default: JiraApi } = await import('jira-client')
    const { protocol, hostname, port, pathname } = new URL(TRACKER)
    const place = { protocol: protocol.slice(0, -1), host: hostname, port, base: pathname.slice(1) }
    const client = new JiraApi({ ...place, bearer: token, intermediatePath: '/rest/reqs/1' })
    const joined = new JiraApi({ ...place, bearer: token, intermediatePath: 'rest/reqs/1' })
    const own = new JiraApi({ ...place, bearer: token })
    return {
      withoutSlash: new URL(joined.makeUri({ pathname: '/issuelinks/DRN-1' })).pathname,
      decoded: new URL(client.makeUri({ pathname: '/x', query: { name: 'a&b' } })).search,
      links: linksOf(await client.genericGet('issuelinks/DRN-1')),
      missing: await client.genericGet('issuelinks/DRN-999').catch(({ message }) => message),
      own: await own.getServerInfo().catch(({ message }) => message),
    }
  },
}

console.log(JSON.stringify(await clients[process.argv[2]]()))
