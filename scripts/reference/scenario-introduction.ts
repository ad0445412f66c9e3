// What the page of the scenario format says before its tables.

export const SCENARIO_INTRODUCTION = `A scenario is a YAML or JSON file that describes the initial state of a world: users, sites, spaces, projects, and every requirement, link and token in them. It contains no code. A large file that a program writes is best JSON without comments, which is read several times as fast as YAML.

\`\`\`yaml
# yaml-language-server: $schema=../schema/scenario.schema.json
name: one-more-space
extends: [demo]
seed: 42
clock: { start: 2026-01-05T09:00:00Z, mode: manual }
world:
  spaces:
    - { site: wiki, key: DOC, name: Documents }
  pages:
    - { space: DOC, title: Manuals }
  requirements:
    - { space: DOC, key: DOC-1, page: Manuals, text: The manual shall fit on one page. }
\`\`\`

The first line lets an editor complete and check the file. \`reqsim validate FILE\` reports errors with line, column and the nearest valid name. It checks the shape first, then the extended files, then references between records.

**Extending.** \`extends\` names ready scenarios or other files. Entries of a list are merged by identity (id, key or name). A later entry changes only the fields that it gives, and \`remove: true\` removes the entry. So a file may omit any field of an entry; fields in bold are required in the merged entry.

**Names instead of numbers.** Entries refer to each other by key, title or name. If several sites have the same key, a file means its own entry, or else the one that it extends: a second wiki with a space ENG does not change the entries of \`demo\`. If this is still ambiguous, write \`SITE/KEY\`. You can omit ids that nothing refers to. Blanks and line breaks around a name are removed; names with control characters are errors ([A265](../reference.md)).

**Releases.** A baseline with status DONE freezes the listed requirements in their initial state. To freeze an earlier text, add a row under \`requirements\` with status ARCHIVED and the number of the baseline.

\`\`\`yaml
extends: [demo]
world:
  baselines:
    - { space: ENG, number: 4, name: Release 1.2, status: DONE, requirements: [REQ-007, REQ-008] }
  requirements:
    - { space: ENG, key: REQ-009, status: ARCHIVED, baseline: 4, text: As it was then. }
\`\`\`

**Links that the products disagree on.** Both products store a link. \`faces\` omits one side; \`inWiki\`, \`inTracker\`, \`lostKey\` and \`trackerTexts\` make the sides differ. This creates no messages: list waiting messages under \`outboundMessages\` and \`trackerMessages\`.

\`\`\`yaml
extends: [demo]
world:
  links:
    - { issue: DRN-3, requirement: ENG/REQ-003, faces: wiki }
    - { issue: DRN-4, requirement: ENG/REQ-009, inWiki: { issue: DRN-40 }, inTracker: { relationship: tests } }
  trackerTexts:
    - { integration: svc-0001-demo, requirement: ENG/REQ-001, text: The drone shall take off by itself. }
  trackerMessages:
    - { integration: svc-0001-demo, operation: ISSUE_RENAMED, issue: DRN-40, newIssue: DRN-4 }
\`\`\`

**Assumptions.** \`config.assumptions\` selects alternatives of the [ledger](../reference.md): one for each entry number, or several at once with \`preset\`. Alternatives set individually override the preset, even if another file sets it.

**Durations** are written \`250ms\`, \`10s\`, \`3m\`, \`2h\`, \`1d\`, or as ISO 8601 (\`PT3M\`). They are virtual unless stated otherwise. **Instants** are written in ISO 8601 with a zone (\`2026-01-05T09:00:00Z\`), or as a date, which means midnight in UTC.

**Determinism.** Omitted values are derived from the seed, separately for each entry, so adding one requirement does not change another one.`
