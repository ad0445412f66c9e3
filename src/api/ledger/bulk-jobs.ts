/** Choices about bulk jobs, issue templates and issue creation. */
import type { Entries } from './entry.ts'

export const bulkJobEntries = {
  A173: {
    title: 'Bulk jobs on the virtual clock',
    section: '4.7',
    behaviour:
      'A job does 50 issues a second of virtual time and takes at least one second. It is PENDING until its first second is over, then RUNNING, at last DONE; an item that fails is added to the errors and the job continues. Each item is done with the permissions that the user who started the job has by then: without edit on the project it is an error, and a requirement in a space that they may not read is left out. Aborting makes it ABORTED at once and leaves what was done; a job whose application link is gone ends in ERROR. Only a job that has ended can be cleared; aborting one that has ended and clearing one that is under way are 409.',
    reason: 'Starting, listing, reading, aborting and clearing are documented; states and pace are not.',
  },
  A174: {
    title: 'Bulk jobs in responses',
    section: '4.5',
    behaviour:
      'Fields jobId, status, total, done and failed (issues), errors [{item, message}], startedBy (a user id), startedAt and finishedAt; the same job through wiki and tracker. Who started it and who may read its project may read it. Through the wiki, who started it and administrators of the wiki or the tracker may change it; in the tracker, who may edit its project. The list of the wiki holds jobs of the caller that are under way; the list of the tracker all jobs of the application link that the caller may read. Resynchronisations (A159) are no bulk jobs: neither list has them, and they are not found by their number.',
    reason:
      'No shape is documented; the wiki reads the jobs from the tracker, so there is one model of them.',
  },
  A175: {
    title: 'Body of a bulk operation of the tracker',
    section: '4.7',
    behaviour:
      '`{operation: CREATE | UPDATE, issueTypeId, fields, relationship, issues: [{key, fields, links: [{spaceKey, key, baseline, relationship}]}]}`. CREATE needs issueTypeId, UPDATE the key of each issue; fields is stringified JSON, that of an issue over that of all. Links are written to the tracker at once, and the wiki receives them as ADD_LINK messages of the next synchronisation. The job goes on with the requirements that it began with, under the names that they have by then. One whose key the tracker still takes for a former requirement, because a message about its renaming or deletion waits, is an error of its own. projectId of the path is the tracker’s own id of the project.',
    reason: 'The body is not shown; the operation starts a bulk job over issues of a project.',
  },
  A176: {
    title: 'Issues created from a template',
    section: '2.4',
    behaviour:
      'One issue for each requirement, or one for all with groupAll, in the project and of the type of the template. Its summary is `summary` of fields, else key and text of the requirement, or the title of the template where there are several, cut at 255 characters; status is Open unless fields say otherwise; project and issuetype of fields give way to the template; other fields are kept with the issue. Both products show the links at once, because the wiki requested them and reads their keys from the response; where the tracker still takes the key for a former requirement, because a message about its renaming or deletion waits, the wiki shows the link and LINK_ADDED comes after that message. The job goes on with the requirements that it began with, under the names that they have by then: summaries are of the texts that it began with, while links name keys, so that the tracker reads the text of the current variant; one that was deleted, or that the current variant does not have, is an error of its own and gets no issue. An issue number is never reused.',
    reason: 'The fields of a template are documented, their effect is not.',
  },
  A177: {
    title: 'Requests for issues in bulk',
    section: '2.4',
    behaviour:
      'IssuesCreationRequestFromUI is {issueTemplate, requirements [{spaceKey, key, baseline}] | q}: exactly one of both, at most 10,000 requirements, each once. With an id, issueTemplate is the stored one of its spaceKey, and what else it says wins; applinkId is that of the integration unless given, and another is refused with 400. q searches the space of the template, or all spaces. It takes edit on the project of the tracker and read on the spaces named.',
    reason: 'Further fields of the request are not shown.',
  },
  A178: {
    title: 'What the wiki reads of a tracker',
    section: '4.5',
    behaviour:
      'projects [{id, key, name}]; meta {id, key, name, issueTypes [{id, name}]}; meta of a type {id, name, fields [{id, name, type, required}]}; relationships: the names in use on issues of the project, and `implements`; issues [{id, key, summary, status, issueTypeId, issueType, projectId, projectKey, url, fields}]. The caller sees what the same user may read in the tracker: a project without permission is 403, issues that are unreadable or missing are left out.',
    reason: 'No response of these helpers is shown.',
  },
  A179: {
    title: 'Issue templates',
    section: '2.4',
    behaviour:
      'The wiki assigns id and never reuses it. Creating needs title, applinkId, projectId and issueTypeId; relationship is `implements`, fields `{}` and groupAll false unless given. What a change leaves out stays. fields and projectMetadata must be JSON objects as text (400); the application link must be one of the wiki, and the tracker must have the project and the issue type (404) and show the project to the caller (403). Deleting a template leaves its issues.',
    reason: 'The fields are documented, the rules are not.',
  },
  A180: {
    title: 'Issues of a template',
    section: '4.5',
    behaviour:
      '{results, count, offset, limit}: pages of 20 issues, by id, of those created from the template that the caller may read in the tracker.',
    reason: 'Only the parameter offset is documented.',
  },
  A181: {
    title: 'A tracker out of reach',
    section: '4.5',
    behaviour:
      'Where the wiki has to ask the tracker (for fields of issues too) and it is switched off, unknown, or the application link is DISABLED on either side, the response is 409 and says which; nothing is written. The list of all jobs leaves out those of such a tracker.',
    reason: 'Failures of the other product have no documented status.',
  },
  A182: {
    title: 'Brand of the tracker in paths',
    section: '4.5',
    behaviour: 'The segment is served as `jira` and as `tracker`; both are the same operations.',
    reason: 'The description writes `tracker` for the brand; the brand was observed in parameters only.',
  },
} as const satisfies Entries
