/**
 * Names that interfaces use for the same thing, this service's and others': a client that moved from one to another sends the
 * wrong one. The first names are the more likely ones.
 */
export const SAME_NAMES: readonly (readonly string[])[] = [
  ['html', 'htmlExcerpt', 'text', 'content', 'body', 'value', 'description'],
  ['description', 'summary', 'comment', 'notes', 'message'],
  ['name', 'title', 'label', 'displayName', 'summary'],
  ['limit', 'maxResults', 'pageSize', 'perPage', 'size', 'max', 'top', 'count'],
  ['offset', 'startAt', 'start', 'skip', 'from'],
  ['query', 'q', 'search', 'searchQuery', 'queryString', 'filter', 'jql', 'cql'],
  ['sort', 'order', 'orderBy', 'sortBy'],
  ['spaceKey', 'space', 'spaceKeys', 'containerKey', 'projectKey'],
  ['containerId', 'projectContainerId', 'projectId', 'spaceId', 'container'],
  ['parentContainerId', 'parentId', 'parent', 'folderId'],
  ['key', 'requirementKey', 'identifier'],
  ['newKey', 'targetKey', 'renameTo'],
  ['issueKey', 'issue', 'issueId', 'issues'],
  ['applicationId', 'appId', 'application', 'jiraApplicationId'],
  ['properties', 'attributes', 'customFields'],
  ['username', 'userKey', 'userId', 'user', 'accountId', 'ownerAccountId', 'owner'],
  ['baseline', 'baselineId', 'baselineNumber', 'v', 'version'],
  ['relationship', 'relationshipId', 'relation', 'linkType', 'dependencyType'],
  ['dependencies', 'links', 'relations', 'toDependencies'],
  ['pageId', 'page', 'contentId'],
  ['includeArchived', 'archived', 'withArchived'],
  ['status', 'state'],
  ['type', 'kind', 'dataType', 'issueTypeId', 'issueType'],
]
