/** Mistakes that users make while they write: the compiler refuses each, and so does the simulator for those who write JavaScript. */
import { handlers } from '../../src/adapters/msw.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'

export interface Mistake {
  readonly title: string
  readonly wrong: (sim: Simulator) => unknown
  /** The same without the mistake. */
  readonly right: (sim: Simulator) => unknown
  /** What the error at run time says. */
  readonly message: string
}

const TYPE = { applicationId: 101, projectContainerId: 1001, name: 'Hazard', pattern: 'HAZ-{000}' }

export const mistakes: readonly Mistake[] = [
  {
    title: 'a ready scenario that does not exist',
    // @ts-expect-error
    wrong: () => createSimulator({ scenario: 'outtage' }),
    right: () => createSimulator({ scenario: 'outage' }),
    message: "did you mean 'outage'?",
  },
  {
    title: 'a scenario to load that does not exist',
    // @ts-expect-error
    wrong: (sim) => sim.load('emty'),
    right: (sim) => sim.load('empty'),
    message: "did you mean 'empty'?",
  },
  {
    title: 'an option that does not exist',
    // @ts-expect-error
    wrong: () => createSimulator({ scenaro: 'outage' }),
    right: () => createSimulator({ scenario: 'outage' }),
    message: "did you mean 'scenario'?",
  },
  {
    title: 'a mode of the clock that does not exist',
    // @ts-expect-error
    wrong: () => createSimulator({ clock: { mode: 'manuel' } }),
    right: () => createSimulator({ clock: { mode: 'manual' } }),
    message: "'manual'",
  },
  {
    title: 'an assumption that does not exist',
    // @ts-expect-error
    wrong: () => createSimulator({ config: { assumptions: { A9999: 'standalone' } } }),
    right: () => createSimulator({ config: { assumptions: { A07: 'standalone' } } }),
    message: 'A9999',
  },
  {
    title: 'an alternative that the assumption does not have',
    // @ts-expect-error
    wrong: () => createSimulator({ config: { assumptions: { A07: 'standalon' } } }),
    right: () => createSimulator({ config: { assumptions: { A07: 'standalone' } } }),
    message: "did you mean 'standalone'?",
  },
  {
    title: 'a preset that does not exist',
    // @ts-expect-error
    wrong: () => createSimulator({ config: { assumptions: { preset: 'earlier-client' } } }),
    right: () => createSimulator({ config: { assumptions: { preset: 'earlier-clients' } } }),
    message: "did you mean 'earlier-clients'?",
  },
  {
    title: 'a rate limit mode that does not exist',
    // @ts-expect-error
    wrong: () => createSimulator({ config: { rateLimit: 'enforced' } }),
    right: () => createSimulator({ config: { rateLimit: 'enforce' } }),
    message: "'enforce'",
  },
  {
    title: 'a section of records that does not exist',
    // @ts-expect-error
    wrong: () => createSimulator({ scenario: { extends: ['demo'], world: { requirement: [] } } }),
    right: () => createSimulator({ scenario: { extends: ['demo'], world: { requirements: [] } } }),
    message: "did you mean 'requirements'?",
  },
  {
    title: 'a step that does two things',
    wrong: () =>
      createSimulator({
        // @ts-expect-error
        scenario: { extends: ['demo'], timeline: [{ advance: '3m', call: 'GET /api/applications/101' }] },
      }),
    right: () => createSimulator({ scenario: { extends: ['demo'], timeline: [{ advance: '3m' }] } }),
    message: 'has 2 verbs',
  },
  {
    title: 'a step without a verb',
    // @ts-expect-error
    wrong: () => createSimulator({ scenario: { extends: ['demo'], timeline: [{ step: 'first' }] } }),
    right: () =>
      createSimulator({ scenario: { extends: ['demo'], timeline: [{ step: 'first', advance: '3m' }] } }),
    message: 'needs a verb',
  },
  {
    title: 'a call step of a user and a token',
    wrong: () =>
      createSimulator({
        scenario: {
          extends: ['demo'],
          // @ts-expect-error
          timeline: [{ call: 'GET /api/applications/101', as: 'alice', token: 'tok-bob' }],
        },
      }),
    right: () =>
      createSimulator({
        scenario: {
          extends: ['demo'],
          timeline: [{ call: 'GET /api/applications/101', token: 'tok-bob' }],
        },
      }),
    message: "give 'as' or 'token', not both",
  },
  {
    title: 'an edit step that replaces the content and defines more',
    wrong: () =>
      createSimulator({
        scenario: {
          extends: ['demo'],
          // @ts-expect-error
          timeline: [{ edit: { page: 4001, content: [], define: [{ key: 'REQ-013' }] } }],
        },
      }),
    right: () =>
      createSimulator({
        scenario: { extends: ['demo'], timeline: [{ edit: { page: 4001, content: [{ key: 'REQ-013' }] } }] },
      }),
    message: "give either 'content', or 'define' and 'undefine'",
  },
  {
    title: 'a fault of a scenario with an operation that does not exist',
    wrong: () =>
      createSimulator({
        // @ts-expect-error
        scenario: { extends: ['demo'], faults: [{ operation: 'wiki.baseline.freze', status: 503 }] },
      }),
    right: () =>
      createSimulator({
        scenario: { extends: ['demo'], faults: [{ operation: 'wiki.baseline.freeze', status: 503 }] },
      }),
    message: "did you mean 'wiki.baseline.freeze'?",
  },
  {
    title: 'a fault of an operation that does not exist',
    // @ts-expect-error
    wrong: (sim) => sim.faults.add({ operation: 'wiki.requirement.serach', status: 503 }),
    right: (sim) => sim.faults.add({ operation: 'wiki.requirement.search', status: 503 }),
    message: "did you mean 'wiki.requirement.search'?",
  },
  {
    title: 'a fault of a freezing that is slow',
    // @ts-expect-error
    wrong: (sim) => sim.faults.add({ freeze: 'ENG', latency: '2s' }),
    right: (sim) => sim.faults.add({ freeze: 'ENG', at: 50 }),
    message: "'latency' does not go with 'freeze'",
  },
  {
    title: 'a latency without a unit',
    // @ts-expect-error
    wrong: (sim) => sim.faults.add({ latency: 30 }),
    right: (sim) => sim.faults.add({ latency: '30s' }),
    message: "latency: must be a duration such as '10s', '3m' or 'PT3M', of at most 10 minutes, not '30'",
  },
  {
    title: 'a fault without an effect',
    // @ts-expect-error
    wrong: (sim) => sim.faults.add({ operation: 'wiki.requirement.search', times: 2 }),
    right: (sim) => sim.faults.add({ operation: 'wiki.requirement.search', times: 2, latency: '2s' }),
    message: 'does nothing: give at least one of status',
  },
  {
    title: 'a fault that drops the connection and returns a status',
    // @ts-expect-error
    wrong: (sim) => sim.faults.add({ drop: true, status: 503 }),
    right: (sim) => sim.faults.add({ drop: true, latency: '2s' }),
    message: "'status' needs a response, and 'drop' leaves none",
  },
  {
    title: 'a fault that shortens a page and replaces it',
    // @ts-expect-error
    wrong: (sim) => sim.faults.add({ status: 503, pageSize: 1 }),
    right: (sim) => sim.faults.add({ pageSize: 1 }),
    message: "'pageSize' needs the page of the operation, and 'status' replaces it",
  },
  {
    title: 'a fault that lets the operation take effect without replacing its response',
    // @ts-expect-error
    wrong: (sim) => sim.faults.add({ performed: true, malform: true }),
    right: (sim) => sim.faults.add({ performed: true, status: 500 }),
    message: "'performed' goes with 'status' or 'drop'",
  },
  {
    title: 'a fault that makes a mistake and replaces the response',
    // @ts-expect-error
    wrong: (sim) => sim.faults.add({ mutate: 'lost-write', status: 503 }),
    right: (sim) => sim.faults.add({ mutate: 'lost-write' }),
    message: "'status' does not go with 'mutate': leave one of them out",
  },
  {
    title: 'a fault with the message of an error but no status',
    // @ts-expect-error
    wrong: (sim) => sim.faults.add({ message: 'try later', latency: '2s' }),
    right: (sim) => sim.faults.add({ message: 'try later', status: 503 }),
    message: "give a 'status' from 400",
  },
  {
    title: 'a fault with a field that does not exist',
    // @ts-expect-error
    wrong: (sim) => sim.faults.add({ operation: 'wiki.requirement.search', staus: 503 }),
    right: (sim) => sim.faults.add({ operation: 'wiki.requirement.search', status: 503 }),
    message: "did you mean 'status'?",
  },
  {
    title: 'a message fault without its queue',
    // @ts-expect-error
    wrong: (sim) => sim.faults.add({ messageOperation: 'LINK_ADDED', answer: 'FAILED' }),
    right: (sim) => sim.faults.add({ queue: 'outbound', messageOperation: 'LINK_ADDED', answer: 'FAILED' }),
    message: "goes with 'queue'",
  },
  {
    title: 'an outage that happens three times',
    // @ts-expect-error
    wrong: (sim) => sim.faults.add({ outage: 102, times: 3 }),
    right: (sim) => sim.faults.add({ outage: 102, for: '5m' }),
    message: "'times' does not go with 'outage'",
  },
  {
    title: 'a fault of an interface that does not exist',
    // @ts-expect-error
    wrong: (sim) => sim.faults.add({ interface: 'jira', status: 503 }),
    right: (sim) => sim.faults.add({ interface: 'tracker', status: 503 }),
    message: 'must be "standalone" or "wiki" or "tracker"',
  },
  {
    title: 'an expectation without a subject',
    // @ts-expect-error
    wrong: (sim) => sim.verify({ times: 1 }),
    right: (sim) => sim.verify({ operation: 'wiki.requirement.search', times: 0 }),
    message: 'names an operation, or else a path',
  },
  {
    title: 'an expectation of an operation and a path',
    wrong: (sim) =>
      // @ts-expect-error
      sim.verify({ operation: 'wiki.requirement.search', path: '/wiki/rest/reqs/1/requirement2/ENG' }),
    right: (sim) => sim.verify({ path: '/wiki/rest/reqs/1/requirement2/ENG', times: 0 }),
    message: 'give one of the two',
  },
  {
    title: 'an expectation with a count and a range',
    // @ts-expect-error
    wrong: (sim) => sim.verify({ operation: 'wiki.requirement.search', times: 0, atMost: 2 }),
    right: (sim) => sim.verify({ operation: 'wiki.requirement.search', atLeast: 0, atMost: 2 }),
    message: 'leave out atLeast and atMost',
  },
  {
    title: 'an expectation of an operation that does not exist',
    // @ts-expect-error
    wrong: (sim) => sim.verify({ operation: 'standalone.aplication.list' }),
    right: (sim) => sim.verify({ operation: 'standalone.application.list', times: 0 }),
    message: "did you mean 'standalone.application.list'?",
  },
  {
    title: 'a filter of the journal that does not exist',
    // @ts-expect-error
    wrong: (sim) => sim.journal.entries({ operations: 'standalone.application.list' }),
    right: (sim) => sim.journal.entries({ operation: 'standalone.application.list' }),
    message: "did you mean 'operation'?",
  },
  {
    title: 'a table that does not exist',
    // @ts-expect-error
    wrong: (sim) => sim.state('requirements'),
    right: (sim) => sim.state('requirement'),
    message: "did you mean 'requirement'?",
  },
  {
    title: 'a field that the records of a table do not have',
    // @ts-expect-error
    wrong: (sim) => sim.state('requirement', { keys: 'REQ-001' }),
    right: (sim) => sim.state('requirement', { key: 'REQ-001' }),
    message: "did you mean 'key'?",
  },
  {
    title: 'a record of a table that does not exist',
    // @ts-expect-error
    wrong: (sim) => sim.records.put('requirementTyp', TYPE),
    right: (sim) => sim.records.put('requirementType', TYPE),
    message: "did you mean 'requirementType'?",
  },
  {
    title: 'a record that lacks a field',
    // @ts-expect-error
    wrong: (sim) => sim.records.put('grant', { containerId: 1003, userId: 3 }),
    right: (sim) => sim.records.put('grant', { containerId: 1003, userId: 3, level: 'read' }),
    message: 'level',
  },
  {
    title: 'a call of an operation that does not exist',
    // @ts-expect-error
    wrong: (sim) => sim.call('wiki.baseline.freez', { as: 'alice', path: { spaceKey: 'ENG', version: 2 } }),
    right: (sim) => sim.call('wiki.baseline.freeze', { as: 'alice', path: { spaceKey: 'ENG', version: 2 } }),
    message: "did you mean 'wiki.baseline.freeze'?",
  },
  {
    title: 'a call without a parameter of its path',
    // @ts-expect-error
    wrong: (sim) => sim.call('wiki.baseline.freeze', { as: 'alice', path: { spaceKey: 'ENG' } }),
    right: (sim) => sim.call('wiki.baseline.freeze', { as: 'alice', path: { spaceKey: 'ENG', version: 2 } }),
    message: "lacks 'version'",
  },
  {
    title: 'a call with a parameter of its path misspelt',
    // @ts-expect-error
    wrong: (sim) => sim.call('wiki.baseline.freeze', { as: 'alice', path: { spacekey: 'ENG', version: 2 } }),
    right: (sim) => sim.call('wiki.baseline.freeze', { as: 'alice', path: { spaceKey: 'ENG', version: 2 } }),
    message: "did you mean 'spaceKey'?",
  },
  {
    title: 'a call in a region that does not exist',
    // @ts-expect-error
    wrong: (sim) => sim.call('wiki.baseline.freeze', { region: 'uk', path: { spaceKey: 'ENG', version: 2 } }),
    right: (sim) => sim.call('wiki.baseline.freeze', { region: 'eu', path: { spaceKey: 'ENG', version: 2 } }),
    message: "no region 'uk'",
  },
  {
    title: 'a call of a user and a token',
    wrong: (sim) =>
      // @ts-expect-error
      sim.call('wiki.baseline.list', { as: 'alice', token: 'tok-bob', path: { spaceKey: 'ENG' } }),
    right: (sim) => sim.call('wiki.baseline.list', { token: 'tok-bob', path: { spaceKey: 'ENG' } }),
    message: 'leave one of them out',
  },
  {
    title: 'a token with two ends',
    // @ts-expect-error
    wrong: (sim) => sim.tokens.create({ user: 'alice', expiresIn: '1d', expiresAt: '2027-01-01' }),
    right: (sim) => sim.tokens.create({ user: 'alice', expiresIn: '1d' }),
    message: 'send one of both',
  },
  {
    title: 'a session with two ends',
    // @ts-expect-error
    wrong: (sim) => sim.sessions.create({ user: 'alice', expiresIn: '1d', expiresAt: '2027-01-01' }),
    right: (sim) => sim.sessions.create({ user: 'alice', expiresIn: '1d' }),
    message: 'send one of both',
  },
  {
    title: 'a page without a place',
    // @ts-expect-error
    wrong: (sim) => sim.pages.create({ title: 'Sensors' }),
    right: (sim) => sim.pages.create({ title: 'Sensors', spaceKey: 'ENG' }),
    message: 'spaceKey is missing',
  },
  {
    title: 'a page with two places',
    // @ts-expect-error
    wrong: (sim) => sim.pages.create({ title: 'Sensors', spaceKey: 'ENG', parent: 4000 }),
    right: (sim) => sim.pages.create({ title: 'Sensors', parent: 4000 }),
    message: 'leave out one of them',
  },
  {
    title: 'a page that replaces its content and defines more',
    // @ts-expect-error
    wrong: (sim) => sim.pages.save(4001, { content: [], define: [{ key: 'REQ-013' }] }),
    right: (sim) => sim.pages.save(4001, { define: [{ key: 'REQ-013' }], undefine: ['REQ-001'] }),
    message: "leave out 'define' and 'undefine'",
  },
  {
    title: 'an issue that gets a key and moves',
    // @ts-expect-error
    wrong: (sim) => sim.issues.update(30001, { key: 'DRN-77', project: 'DRN' }),
    right: (sim) => sim.issues.update(30001, { key: 'DRN-77', status: 'Done' }),
    message: 'leave out one of them',
  },
  {
    title: 'an option of the handlers that does not exist',
    // @ts-expect-error
    wrong: (sim) => handlers(sim, { corsOrigins: '*' }),
    right: (sim) => handlers(sim, { corsOrigin: '*' }),
    message: "did you mean 'corsOrigin'?",
  },
]
