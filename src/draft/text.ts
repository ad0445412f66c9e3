/** A draft as the text of a scenario file, and the proposals for its gaps as another that extends it. */
import type { ScenarioFile } from '../scenario/format/format.ts'
import { writeYaml } from '../scenario/yaml/compact.ts'
import type { Guess, Proposal } from './build/building.ts'
import type { SessionDraft } from './draft.ts'

const OF_SESSION = 'Responses contain no credentials: the values of tokens are placeholders.'
export const OF_DATA = 'The values of tokens are placeholders.'

/** `about` is what its first line says about credentials. */
export function draftText(
  { file, placeholders }: Pick<SessionDraft, 'file' | 'placeholders'>,
  about = OF_SESSION,
): string {
  return (
    `# Drafted by reqsim draft. ${about}\n` +
    writeYaml(file, (item) => (placeholders.has(item) ? 'placeholder' : undefined))
  )
}

/** A scenario that extends another and adds the proposed entries; undefined if there are none. */
export function filledFile(
  base: string,
  guesses: readonly Pick<Guess, 'proposals'>[],
): ScenarioFile | undefined {
  const proposals = guesses.flatMap(({ proposals = [] }) => proposals)
  if (proposals.length === 0) return undefined
  const us = sectionsOf(proposals.filter(({ region }) => region === 'us'))
  return {
    extends: [base],
    world: {
      ...sectionsOf(proposals.filter(({ region }) => region === 'eu')),
      ...(Object.keys(us).length === 0 ? {} : { us }),
    },
  }
}

function sectionsOf(proposals: readonly Proposal[]): Record<string, Proposal['entry'][]> {
  const sections: Record<string, Proposal['entry'][]> = {}
  for (const { section, entry } of proposals) (sections[section] ??= []).push(entry)
  return sections
}

/** The lines of a proposal, as they stand in a section of a scenario. */
export function proposalLines({ section, region, entry }: Proposal): string {
  const world = region === 'us' ? { us: { [section]: [entry] } } : { [section]: [entry] }
  return writeYaml({ world }, () => undefined).trimEnd()
}

/** Text of the file that fills the gaps. */
export function filledText(file: ScenarioFile): string {
  return `# Proposed by reqsim draft: guesses for its gaps, to review.\n${writeYaml(file, () => undefined)}`
}
