/** Assumptions about bulk jobs, issue templates and issue creation. */
import type { Entries } from './entry.ts'

export const bulkJobEntries = {
  A173: {
    title: 'Bulk jobs on the virtual clock',
    section: '4.7',
    behaviour:
      'A job processes 50 issues per second of virtual time and takes at least one second. It is PENDING during its first second, then RUNNING, then DONE; an item that fails is added to the errors and the job continues. Each item is processed with the permissions that the user who started the job has at that time: without edit on the project it fails, and a requirement in a space that the user may not read is left out. Aborting makes the job ABORTED at once and keeps what it has done; a job whose application link is gone ends in ERROR. Only a job that has ended can be cleared. Aborting a job that has ended and clearing one that is running return 409.',
    reason: 'Starting, listing, reading, aborting and clearing are documented; states and pace are not.',
  },
  A174: {
    title: 'Bulk jobs in responses',
    section: '4.5',
    behaviour:
      "The fields are jobId, status, total, done and failed (issues), errors [{item, message}], startedBy (a user id), startedAt and finishedAt; wiki and tracker return the same job. The user who started it, and those who may read its project, may read it. Through the wiki, that user and administrators of the wiki or the tracker may change it; through the tracker, users who may edit its project. The wiki lists the caller's jobs that have not ended; the tracker lists all jobs of the application link that the caller may read. Resynchronisations (A159) are not bulk jobs: they are in neither list, and their numbers are not found.",
    reason: 'No shape is documented; the wiki reads the jobs from the tracker, so both share one model.',
  },
  A175: {
    title: 'Body of a bulk operation of the tracker',
    section: '4.7',
    behaviour:
      "`{operation: CREATE | UPDATE, issueTypeId, fields, relationship, issues: [{key, fields, links: [{spaceKey, key, baseline, relationship}]}]}`. CREATE requires issueTypeId, UPDATE the key of each issue. fields is stringified JSON; the fields of an issue override those of the request. Links are written to the tracker at once, and the wiki receives them as ADD_LINK messages at the next synchronisation. The job keeps the requirements that it began with, under their current names. If a message about the renaming or deletion of a requirement still waits, so that the tracker takes its key for the former requirement, that requirement fails on its own. projectId of the path is the tracker's own id of the project.",
    reason: 'The body is not shown; the operation starts a bulk job over issues of a project.',
  },
  A176: {
    title: 'Issues created from a template',
    section: '2.4',
    behaviour:
      'The job creates one issue for each requirement, or one for all with groupAll, in the project and with the type of the template. The summary is `summary` of fields, else key and text of the requirement, or the title of the template if there are several requirements, cut at 255 characters. status is Open unless fields override it, project and issuetype of fields are ignored, and other fields are stored with the issue. Both products show the links at once, because the wiki requested them and reads the keys from the response. If a message about the renaming or deletion of a requirement still waits, so that the tracker takes its key for the former requirement, the wiki shows the link and queues LINK_ADDED behind that message. The job keeps the requirements that it began with, under their current names: summaries have the texts from the beginning, while links name keys, so that the tracker reads the text of the current variant. A requirement that was deleted, or that the current variant does not have, fails on its own and gets no issue. An issue number is never reused.',
    reason: 'The fields of a template are documented, their effect is not.',
  },
  A177: {
    title: 'Requests for issues in bulk',
    section: '2.4',
    behaviour:
      'IssuesCreationRequestFromUI is {issueTemplate, requirements [{spaceKey, key, baseline}] | q}: exactly one of requirements and q, at most 10,000 requirements, each once. If issueTemplate has an id, it is the stored template of its spaceKey, and its other fields override the stored ones. applinkId defaults to that of the integration, and any other returns 400. q searches the space of the template, or all spaces. The caller needs edit on the project of the tracker and read on the spaces named.',
    reason: 'Further fields of the request are not shown.',
  },
  A178: {
    title: 'What the wiki reads from a tracker',
    section: '4.5',
    behaviour:
      'projects [{id, key, name}]; meta {id, key, name, issueTypes [{id, name}]}; meta of a type {id, name, fields [{id, name, type, required}]}; relationships: the names in use on issues of the project, and `implements`; issues [{id, key, summary, status, issueTypeId, issueType, projectId, projectKey, url, fields}]. The caller sees what the same user may read in the tracker: a project without permission returns 403, and unreadable or missing issues are left out.',
    reason: 'No response of these helpers is shown.',
  },
  A179: {
    title: 'Issue templates',
    section: '2.4',
    behaviour:
      'The wiki assigns the id and never reuses it. Creating a template requires title, applinkId, projectId and issueTypeId; relationship defaults to `implements`, fields to `{}` and groupAll to false. A change keeps the fields that it omits. fields and projectMetadata must be JSON objects as text (400). The application link must belong to the wiki, and the tracker must have the project and the issue type (404) and show the project to the caller (403). Deleting a template keeps its issues.',
    reason: 'The fields are documented, the rules are not.',
  },
  A180: {
    title: 'Issues of a template',
    section: '4.5',
    behaviour:
      '{results, count, offset, limit}: pages of 20 issues, sorted by id, that were created from the template and that the caller may read in the tracker.',
    reason: 'Only the parameter offset is documented.',
  },
  A181: {
    title: 'An unreachable tracker',
    section: '4.5',
    behaviour:
      'If the wiki needs the tracker (also for fields of issues) and the tracker is switched off or unknown, or the application link is DISABLED on either side, the response is 409 and names the cause; nothing is written. The list of all jobs leaves out the jobs of such a tracker. A blank applinkId in a query counts as absent.',
    reason: 'No status is documented for failures of the other product.',
  },
  A182: {
    title: 'Brand of the tracker in paths',
    section: '4.5',
    behaviour: 'The segment is served as `jira` and as `tracker`; both paths are the same operations.',
    reason: 'The description writes `tracker` for the brand; the brand was observed in parameters only.',
  },
} as const satisfies Entries
