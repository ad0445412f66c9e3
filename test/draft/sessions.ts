/** Sessions that read everything a world has, through every operation that reads, and how callers without rights are refused. */
import type { Simulator } from '../../src/index.ts'

/** One call of a session, on the one HTTP port. */
export interface SessionCall {
  /** The name of the user; undefined without a credential. */
  readonly user: string | undefined
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

const WIKI = '/wiki/rest/reqs/1'
const TRACKER = '/tracker/rest/reqs/1'

/** The paths that one user reads: those of all records of region eu, and some that no record has. */
export function pathsOf(simulator: Simulator): readonly string[] {
  const rows = <T extends Parameters<Simulator['state']>[0]>(table: T) => simulator.state(table, {}, 'eu')
  const sites = rows('application')
  const containers = rows('container')
  const wiki = sites.find(({ type, selfHosted }) => type === 'CONFLUENCE' && selfHosted)
  const tracker = sites.find(({ type, selfHosted }) => type === 'JIRA' && selfHosted)
  const spaces = containers.filter(
    ({ type, applicationId }) => type === 'SPACE' && applicationId === wiki?.id,
  )
  const projects = containers.filter(
    ({ type, applicationId }) => type === 'PROJECT' && applicationId === tracker?.id,
  )
  const requirements = rows('requirement')
  const users = rows('user')
  const links = rows('integration')
  const text = encodeURIComponent
  const spaceOf = (id: number) => containers.find((container) => container.id === id)?.key ?? ''
  const standalone = [
    '/users/me',
    '/users/me/organizations',
    '/users/me/invitations',
    '/users/me/credentials',
    '/users/me/linked-accounts/atlassian',
    '/users/me/linked-accounts/atlassian/link?redirectUri=https%3A%2F%2Fclient.test%2Fback&applicationId=101',
    '/users/me/linked-accounts/atlassian/profile',
    '/users/me/linked-accounts/atlassian/accessible-resources',
    '/applications/current',
    '/organizations',
    ...users.map(({ id }) => `/users/${id}`),
    ...users.map(
      ({ accountId }) => `/proxy/users/atlassian/${text(accountId)}?applicationId=${sites[0]?.id}`,
    ),
    ...rows('organization').flatMap(({ id }) => [
      `/organizations/${id}`,
      `/organizations/${id}/members`,
      ...users.map((user) => `/organizations/${id}/members/${user.id}`),
      `/organizations/${id}/invitations`,
      `/organizations/${id}/link-requests`,
      ...sites.map((site) => `/organizations/${id}/link-requests/${site.id}`),
      `/applications?organizationId=${id}`,
    ]),
    ...rows('invitation').map(
      ({ id, organizationId }) => `/organizations/${organizationId}/invitations/${id}`,
    ),
    ...sites.flatMap(({ id }) => [
      `/applications/${id}`,
      `/applications/${id}/link-requests`,
      `/applications/${id}/link-requests/candidates`,
      ...rows('organization').map((organization) => `/applications/${id}/link-requests/${organization.id}`),
      `/applications/${id}/containers?limit=200`,
      `/applications/${id}/projects`,
      `/containers?applicationId=${id}`,
      `/relationships?applicationId=${id}`,
      `/external-properties?applicationId=${id}`,
      ...rows('externalPropertyMetadata').map(
        (property) => `/external-properties/usage?applicationId=${id}&ids=${property.id}`,
      ),
      `/jobs?applicationId=${id}`,
      `/standalone/workspaces?applicationId=${id}`,
    ]),
    ...containers.flatMap(({ id, applicationId }) => [
      `/applications/${applicationId}/containers/${id}`,
      `/containers/${id}?applicationId=${applicationId}`,
    ]),
    ...rows('variant').flatMap(({ id, projectContainerId }) => {
      const site = containers.find((container) => container.id === projectContainerId)?.applicationId
      const project = `/applications/${site}/projects/${projectContainerId}/variants`
      return [
        project,
        `${project}/${id}`,
        `${project}/${id}/requirements`,
        `${project}/current/requirements?includeFromDependencies=true`,
        `/variants/${id}?applicationId=${site}`,
      ]
    }),
    ...requirements.flatMap((row) => {
      const site = row.applicationId
      const project = `/applications/${site}/projects/${row.projectContainerId}/variants`
      const flags =
        'includeReferenceLinks=true&includeFromDependencies=true&includeToDependencies=true&includeJiraIssueLinks=true&includeTestCaseLinks=true'
      return [
        `${project}/current/requirements/${text(row.key)}?${flags}`,
        `${project}/${row.variantId}/requirements/${text(row.key)}`,
        `/requirements/${row.id}?applicationId=${site}`,
        `/requirements/${row.id}/external-properties?applicationId=${site}`,
        `/requirements/${row.id}/links?applicationId=${site}`,
      ]
    }),
    ...containers
      .filter(({ type }) => type === 'WORKSPACE')
      .flatMap(({ workspaceId, applicationId }) => [
        `/standalone/workspaces/${workspaceId}?applicationId=${applicationId}`,
        `/standalone/workspaces/${workspaceId}/members?applicationId=${applicationId}`,
        ...users.map(
          ({ id }) => `/standalone/workspaces/${workspaceId}/members/${id}?applicationId=${applicationId}`,
        ),
      ]),
    ...containers
      .filter(({ type }) => type === 'FILE')
      .flatMap(({ id, applicationId }) =>
        ['', '/download', '/download/blob', '/download/url', '/upload/url'].map(
          (rest) => `/files/${id}${rest}?applicationId=${applicationId}`,
        ),
      ),
    ...rows('externalPropertyMetadata').flatMap(({ id, applicationId }) =>
      ['', '/usage/requirement-types', '/usage/requirements'].map(
        (rest) => `/external-properties/${id}${rest}?applicationId=${applicationId}`,
      ),
    ),
    ...rows('importJob').map(({ id, applicationId }) => `/jobs/${id}?applicationId=${applicationId}`),
    ...rows('dashboard').map(({ id, applicationId }) => `/dashboards/${id}?applicationId=${applicationId}`),
    ...containers
      .filter(({ level }) => level === 'PROJECT')
      .flatMap(({ id, applicationId }) => [
        `/dashboards/default?applicationId=${applicationId}&containerId=${id}`,
        `/dashboards?applicationId=${applicationId}&containerId=${id}`,
        `/templates?applicationId=${applicationId}&containerId=${id}`,
        `/variants?applicationId=${applicationId}&projectContainerId=${id}`,
        `/requirements?applicationId=${applicationId}&projectContainerId=${id}&includeFromDependencies=true&includeToDependencies=true`,
      ]),
    ...rows('template').map(({ id, applicationId }) => `/templates/${id}?applicationId=${applicationId}`),
    '/applications/99999',
    '/organizations/99999',
    '/users/99999',
    '/nowhere',
  ].map((path) => `/api${path}`)
  const wikiPaths = [
    '/baseline?expand=details',
    '/settings',
    '/common-queue',
    '/personal-queue',
    '/integration',
    '/repair/trackerlinks',
    ...rows('setting').map(({ name }) => `/settings/${text(name)}`),
    '/settings/limitForPages',
    ...spaces.flatMap(({ key: space = '' }) => [
      `/baseline/${space}?expand=details`,
      `/baseline-actions/${space}/search?baselineName=Anything`,
      `/baseline-actions/${space}/suggest`,
      `/requirement2/${space}?limit=200`,
      `/requirement2/${space}?q=${text("key ~ '%1'")}`,
      `/requirement2/${space}?includeArchived=true&limit=200`,
      `/misc/${space}/uiSearch`,
      `/misc/${space}/dependency?query=${text("key ~ '%'")}`,
      `/misc/${space}/extended-mode`,
      `/external-properties/${space}/count`,
      `/propertynames/${space}`,
      `/types/${space}`,
      `/rte/${space}/suggest2?q=the`,
      `/rte/${space}/report/transform-to-html?query=${text("key ~ '%'")}`,
      `/traceability/${space}/`,
      `/misc/${space}/traceability/data`,
      `/templates/${space}/`,
    ]),
    ...requirements.flatMap(({ spaceKey, key, applicationId }) =>
      applicationId === wiki?.id
        ? [
            `/requirement2/${text(spaceKey)}/${text(key)}`,
            `/requirement/${text(key)}?spaceKey=${text(spaceKey)}`,
            `/misc/${text(spaceKey)}/history?reqs=${text(key)}&expand=changes`,
          ]
        : [],
    ),
    ...rows('baseline').flatMap(({ projectContainerId, number }) => {
      const space = spaceOf(projectContainerId)
      return [
        `/baseline/${space}/${number}`,
        `/baseline/${space}/${number}/pages`,
        `/baseline/${space}/refreezeDependencies?baseline=${number}`,
        `/requirement2/${space}?baselineCondition=${space}-${number}&includeArchived=true&includeBaselined=true&limit=200`,
        `/requirement2/${space}?q=${text(`baseline = ${number}`)}&includeBaselined=true&includeArchived=true`,
      ]
    }),
    ...rows('page').flatMap(({ id, spaceKey, applicationId }) =>
      applicationId === wiki?.id ? [`/page/${spaceKey}/${id}`, `/misc/${spaceKey}/${id}`] : [],
    ),
    ...rows('matrix').flatMap(({ id, projectContainerId }) => {
      const space = spaceOf(projectContainerId)
      return [
        `/traceability/${space}/${id}`,
        `/misc/${space}/traceability/data/${id}`,
        `/rte/${space}/traceability/transform-to-html?id=${id}`,
      ]
    }),
    ...rows('excelAttachment').map(
      ({ id, projectContainerId }) => `/excel/${spaceOf(projectContainerId)}/${id}/config`,
    ),
    ...rows('issueTemplate').map(
      ({ id, projectContainerId }) => `/templates/${spaceOf(projectContainerId)}/${id}/issues`,
    ),
    ...links.flatMap(({ serviceId, wikiApplinkId }) => [
      `/integration/${serviceId}`,
      `/integration/${serviceId}/queue/outbound?includeDone=true&includeLastResponse=true`,
      `/integration/${serviceId}/queue/inbound`,
      `/integration/${serviceId}/applink/test`,
      `/integration/${serviceId}/jira/projects`,
      `/integration/${serviceId}/jira/issues?issues=${rows('issue')
        .map(({ key }) => key)
        .join()}`,
      ...projects.flatMap(({ key = '' }) => [
        `/integration/${serviceId}/jira/projects/${key}/meta`,
        `/integration/${serviceId}/jira/projects/${key}/relationships`,
        ...rows('issueType').map(({ id }) => `/integration/${serviceId}/jira/projects/${key}/meta/${id}`),
      ]),
      `/tasks/jobs?applinkId=${wikiApplinkId}`,
      ...spaces.map(({ key }) => `/traceability/${key}/uiTraceability/customfields/${wikiApplinkId}`),
    ]),
    '/requirement2/NOWHERE',
    '/baseline/NOWHERE',
    ...spaces.map(({ key }) => `/requirement2/${key}/NOTHING-1`),
    '/tasks/status/nothing',
    '/nowhere',
  ].map((path) => `${WIKI}${path}`)
  const trackerPaths = [
    '/api',
    '/issuelinks',
    '/sync',
    '/relationships',
    '/metadata/customfields',
    '/recover-null-keys/suggest',
    ...rows('issue').flatMap(({ key, id }) => [`/issuelinks/${key}`, `/history/issue/${id}`]),
    ...requirements
      .slice(0, 20)
      .map(
        ({ spaceKey, key }) => `/recover-null-keys/requirement?spaceKey=${text(spaceKey)}&key=${text(key)}`,
      ),
    ...projects.map(({ key }) => `/baselines/${key}`),
    `/search?q=${text("key ~ '%'")}`,
    ...links.flatMap(({ trackerApplinkId }) => [
      `/operations/${trackerApplinkId}`,
      `/operations/${trackerApplinkId}/issues-bulk-operation/jobs`,
      `/queue/${trackerApplinkId}/messages?includeDone=true&includeLastResponse=true`,
      ...spaces.map(
        ({ key }) => `/search?applinkId=${trackerApplinkId}&q=${text("key ~ '%1'")}&spaceKey=${key}`,
      ),
    ]),
    '/issuelinks/NOTHING-1',
  ].map((path) => `${TRACKER}${path}`)
  return [...standalone, ...wikiPaths, ...trackerPaths]
}

/** Every path by each of these users, in turn; undefined calls without a credential. */
export function sessionOf(simulator: Simulator, users: readonly (string | undefined)[]): SessionCall[] {
  const paths = pathsOf(simulator)
  return users.flatMap((user) => paths.map((path) => ({ user, method: 'GET', path })))
}

/** The archive that the journal has of these calls. `tokens` are the values of tokens by user. */
export async function journalOf(
  simulator: Simulator,
  calls: readonly SessionCall[],
  tokens: ReadonlyMap<string, string>,
): Promise<object> {
  simulator.journal.clear()
  for (const { user, method, path, headers = {}, body } of calls) {
    const value = user === undefined ? undefined : tokens.get(user)
    await simulator.exchange({
      method,
      url: path,
      headers: {
        ...(value === undefined ? {} : { authorization: `Bearer ${value}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  }
  return simulator.journal.har()
}
