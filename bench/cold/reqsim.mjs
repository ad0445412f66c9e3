// A test file that uses the simulator, without its runner: prints the milliseconds until its last answer.
const started = performance.now()
const { createSimulator } = await import('../../dist/index.js')
const simulator = await createSimulator({ scenario: 'demo' })

const headers = { authorization: 'Bearer tok-alice', 'content-type': 'application/json' }
const requirement = 'http://wiki.sim/rest/reqs/1/requirement2/ENG/REQ-001'
for (const [url, method, body] of [
  ['http://api.sim/api/applications/101/projects/1001/variants/current/requirements/REQ-001'],
  [requirement],
  ['http://tracker.sim/rest/reqs/1/issuelinks/DRN-1'],
  [requirement, 'PUT', JSON.stringify({ htmlExcerpt: 'The drone shall land.' })],
]) {
  const { status } = await simulator.exchange({ method: method ?? 'GET', url, headers, body })
  if (status !== 200) throw new Error(`${url} answered ${status}`)
}
process.stdout.write(String(performance.now() - started))
