// The page 'Works with': what programs of other people do beside the simulator, as their last runs recorded it.

import { page } from '../../src/docs/markdown.ts'
import type { ConnectionRuns } from '../../test/works-with/connections.ts'
import type { Runs } from '../../test/works-with/runs.ts'
import { GENERATED } from './page-group.ts'
import { connectionParts, retryParts, worksWithParts } from './works-with.ts'

/** The text of the page. Throws for a row that was never tried. */
export function worksWithPage(runs: Runs, connections: ConnectionRuns): string {
  const parts = { ...worksWithParts(runs), ...connectionParts(connections), ...retryParts(runs) }
  const part = (name: string): string => {
    const text = parts[name]
    if (text === undefined) throw new Error(`nothing is known of '${name}'`)
    return text
  }
  return page(
    GENERATED,
    '# Works with',
    `Clients, generators, validators and other tools that people use with the simulator: the version that was tested, the settings that it needs, and what may surprise you.

Each item is a test of the real program against the demo world; \`npm run works-with\` runs all of them. Programs come from npm in exact versions, Python packages from Debian. [jsdom and happy-dom](troubleshooting.md#jsdom-and-happy-dom) have a table of their own.

## HTTP clients

Each client reads a requirement, lists requirements with two criteria of order in an array, gets a 404, and uploads a spreadsheet as a form.

${part('HTTP clients')}

## Broken connections

What each client does with a [fault](concepts/fault.md) that strikes once: the calls that reach the simulator, the writes among them, the code of the first error that the client sees, and the status that the caller gets. \`drop\` with \`performed: true\` strikes a \`POST\` that creates an organization: a client that sends it again creates two. got, ky and superagent retry twice, got and ky also a \`POST\`; the others do not retry. \`slow\` is 300 ms. In the last column, a response is 3 s late, and the client's timeout is 300 ms. Over a server:

${part('connections: server')}

Through MSW 2, the same, except:

${part('connections: MSW 2')}

Through MSW 3, except:

${part('connections: MSW 3')}

- Clients of \`node:http\` (got, axios, superagent, node-fetch) see a dropped connection as \`socket hang up\` through MSW, and as \`read ECONNRESET\` over a server; the code is the same.
- \`fetch\` and ky find the code in \`error.cause\`. In a page, with a service worker, \`fetch\` rejects with a bare TypeError, as over a network.
- [MSW does not catch undici](troubleshooting.md#requests-of-the-undici-package-are-not-caught): give it a server.
- got's \`timeout: { response }\` does not end a call through MSW 2; \`timeout: { request }\` does.

${part('day of the connections')}

## Clients that retry

The table shows what eight clients do with at most two retries: the calls that they send, the real seconds that this takes, and the status that the caller gets. In the first three columns, a fault refuses one call with these headers. In the other two, \`enforce\` refuses calls from two seconds before the next window.

${part('clients that retry')}

If the limit itself is part of a test, a setting of the client makes the test fast. Here each client meets a fault with \`Retry-After: 2\`:

${part('settings of clients')}

${part('day of the measurement')}

## Clients of wiki and tracker

These clients are made for the wiki's and tracker's own interfaces, which the simulator does not have: \`/rest/api/2\` and the like are 404. Each can send a request to any path, and so it can call the operations of requirements, with its own credentials and errors.

${part('Clients of wiki and tracker')}

\`\`\`python
from jira import JIRA

options = {"rest_path": "reqs", "rest_api_version": "1"}
tracker = JIRA(os.environ["REQSIM_TRACKER_URL"], options=options, token_auth="tok-alice", get_server_info=False)
links = tracker._get_json("issuelinks/DRN-1")
\`\`\`

## Generators of clients

Each generator writes a client for each of the six descriptions that \`reqsim openapi\` writes. The client compiles in strict mode, and its first call returns a record.

${part('Generators of clients')}

## Validators

${part('Validators')}

## What reads recordings and reports

${part('What reads recordings and reports')}

## Agents

${part('Agents')}`,
  )
}
