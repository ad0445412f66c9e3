// node scripts/draw-sentences.ts [--seed N]: prints forty random sentences of the documentation and of `src`, with file and
// line, to be read aloud. A seed always draws the same sentences from the same files.

import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { PROJECT } from './stale-files.ts'

const COUNT = 40
const SHORTEST = 25

interface Sentence {
  readonly place: string
  readonly text: string
}

/** The prose of one line of a source file: its comment, or its string literals with a space in them. */
function proseOfCode(line: string): string[] {
  const comment = /^\s*(?:\/\/|\/?\*+)\s*(.*?)(?:\*\/)?$/.exec(line)?.[1]
  if (comment !== undefined) return [comment]
  return [...line.matchAll(/'([^']*\s[^']*)'|"([^"]*\s[^"]*)"|`([^`]*\s[^`]*)`/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  )
}

function sentencesOf(path: string): Sentence[] {
  const isCode = !path.endsWith('.md')
  return readFileSync(`${PROJECT}/${path}`, 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      (isCode ? proseOfCode(line) : [line])
        .flatMap((prose) => prose.split(/(?<=[.;!?])\s+/))
        .filter((text) => text.length >= SHORTEST && /[a-z]+ [a-z]+ [a-z]+/i.test(text))
        .map((text) => ({ place: `${path}:${index + 1}`, text: text.trim() })),
    )
}

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } })
const paths = globSync(['docs/**/*.md', 'src/**/*.ts', 'src/**/*.tsx'], { cwd: PROJECT })
  .filter((path) => !path.endsWith('.generated.ts'))
  .toSorted()
const sentences = paths.flatMap(sentencesOf)
const random = xoroshiro128plus(Number(values.seed))
for (let drawn = 0; drawn < COUNT; drawn += 1) {
  const sentence = sentences[uniformInt(random, 0, sentences.length - 1)]
  if (sentence !== undefined) console.log(`${sentence.place}: ${sentence.text}`)
}
