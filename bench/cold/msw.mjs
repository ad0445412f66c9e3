// A test file that mocks one address with MSW, without its runner: prints the milliseconds until its answer.
const started = performance.now()
const { http, HttpResponse } = await import('msw')
const { setupServer } = await import('msw/node')

const server = setupServer(
  http.get('http://wiki.test/requirements/:key', ({ params }) => HttpResponse.json({ key: params.key })),
)
server.listen()
const answer = await fetch('http://wiki.test/requirements/REQ-001')
if ((await answer.json()).key !== 'REQ-001') throw new Error('MSW did not answer')
server.close()
process.stdout.write(String(performance.now() - started))
