/** A Mockoon environment: one CRUD route over a data bucket, each field as the application itself writes it. */

export function mockoonEnvironment(records: readonly object[]): object {
  return {
    uuid: 'a1b2c3d4-0000-4000-8000-000000000001',
    lastMigration: 33,
    name: 'requirements',
    port: 3000,
    hostname: '127.0.0.1',
    endpointPrefix: '',
    latency: 0,
    folders: [],
    routes: [crudRoute()],
    rootChildren: [{ type: 'route', uuid: 'a1b2c3d4-0000-4000-8000-000000000002' }],
    proxyMode: false,
    proxyHost: '',
    proxyRemovePrefix: false,
    tlsOptions: {
      enabled: false,
      type: 'CERT',
      pfxPath: '',
      certPath: '',
      keyPath: '',
      caPath: '',
      passphrase: '',
    },
    cors: true,
    headers: [{ key: 'Content-Type', value: 'application/json' }],
    proxyReqHeaders: [],
    proxyResHeaders: [],
    data: [
      {
        uuid: 'a1b2c3d4-0000-4000-8000-000000000004',
        id: 'reqs',
        name: 'Requirements',
        documentation: '',
        value: JSON.stringify(records),
      },
    ],
    callbacks: [],
  }
}

function crudRoute(): object {
  return {
    uuid: 'a1b2c3d4-0000-4000-8000-000000000002',
    type: 'crud',
    documentation: '',
    method: '',
    endpoint: 'requirements',
    responses: [
      {
        uuid: 'a1b2c3d4-0000-4000-8000-000000000003',
        body: '{}',
        latency: 0,
        statusCode: 200,
        label: '',
        headers: [],
        bodyType: 'DATABUCKET',
        filePath: '',
        databucketID: 'reqs',
        sendFileAsBody: false,
        rules: [],
        rulesOperator: 'OR',
        disableTemplating: false,
        fallbackTo404: false,
        default: true,
        crudKey: 'id',
        callbacks: [],
      },
    ],
    responseMode: null,
    streamingMode: null,
    streamingInterval: 0,
  }
}
