// What the page of the scenario format says before its tables.

export const SCENARIO_INTRODUCTION = `A scenario is a file of data, YAML or JSON, that says what a world holds when it begins: who uses the service, which sites, spaces and projects there are, and every requirement, link and token in them. It holds no code.

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

The first line lets an editor complete and check the file. \`reqsim validate FILE\` reports what is wrong with it, with line, column and the nearest valid name: first every fault of shape, then of what it extends, then of what its records refer to.

**Extending.** \`extends\` names ready scenarios or other files. Entries of one list are merged by identity (id, key or name): a later entry changes the fields that it gives and leaves the rest, and \`remove: true\` takes the entry out. That is why a file may leave out any field of an entry; the fields in bold are those that the merged entry needs.

**Names instead of numbers.** Entries refer to each other by key, title or name. Where several sites have a key, a file means the one that it gives itself, or else the one that it extends: a second wiki with a space ENG leaves the entries of \`demo\` as they are. Where that is still ambiguous, write \`SITE/KEY\`. Ids that nothing refers to can be left out.

**Releases.** A baseline in status DONE freezes the requirements that it lists, as they are when the world begins. Rows that were otherwise at that time are listed under \`requirements\`, with status ARCHIVED and the number of the baseline.

\`\`\`yaml
extends: [demo]
world:
  baselines:
    - { space: ENG, number: 4, name: Release 1.2, status: DONE, requirements: [REQ-007, REQ-008] }
  requirements:
    - { space: ENG, key: REQ-009, status: ARCHIVED, baseline: 4, text: As it was then. }
\`\`\`

**Links that the products disagree on.** A link has two faces. \`faces\` leaves one out; \`inWiki\`, \`inTracker\`, \`lostKey\` and \`trackerTexts\` let them say different things. No message waits because of that: give \`outboundMessages\` and \`trackerMessages\` for what one product has yet to tell the other.

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

**Assumptions.** \`config.assumptions\` selects alternatives of the [ledger](../assumptions/README.md): one for each entry number, and with \`preset\` several at once by name. Alternatives set individually override the preset, even if another file sets it.

**Durations** are written \`250ms\`, \`10s\`, \`3m\`, \`2h\`, \`1d\`, or as ISO 8601 (\`PT3M\`). They are virtual unless stated. **Instants** are written in ISO 8601 with a zone (\`2026-01-05T09:00:00Z\`), or as a date, which means its midnight in UTC: here, in the library and in the control API.

**The same every time.** What is not given is drawn from the seed, for each entry on its own: adding one requirement changes no other.`
