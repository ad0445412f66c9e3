// The least that can be started: a server that answers every request with the same word, on the port it is told.
import { createServer } from 'node:http'

createServer((_request, response) => response.end('ok')).listen(Number(process.argv[2]), '127.0.0.1')
