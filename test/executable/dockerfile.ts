/** The Dockerfile, instruction by instruction. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from '../package/packed.ts'

export interface Instruction {
  readonly name: string
  readonly rest: string
}

export const instructions: readonly Instruction[] = readFileSync(join(project, 'Dockerfile'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ name: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }))

/** The text of the last instruction of a name. */
export const last = (name: string): string => instructions.findLast((each) => each.name === name)?.rest ?? ''

/** The list in a text, such as that of ENTRYPOINT. */
export const listIn = (text: string): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[]

/** The command that builds the executable. */
export const buildCommand: string =
  instructions.find(({ name, rest }) => name === 'RUN' && rest.includes('build:exe'))?.rest ?? ''

/** The variables that the image sets. */
export const environment: Readonly<Record<string, string>> = Object.fromEntries(
  last('ENV')
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
)
