/** Reads the text of a scenario file: YAML 1.2, and JSON as a part of it, with the position of every value. */
import {
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  Parser,
} from 'yaml'
import type { CST, ParsedNode } from 'yaml'
import { quoted } from '../../model/input/refusal.ts'
import {
  MAXIMUM_PROBLEMS,
  type Path,
  type Position,
  ScenarioError,
  type ScenarioProblem,
  type ScenarioSource,
} from './problems.ts'
import { readPlainJson } from './plain-json.ts'

/** Longer texts, deeper nesting, wider maps and more aliases are refused: no scenario needs them. */
export const MAXIMUM_CHARACTERS = 16 * 1024 * 1024
const MAXIMUM_DEPTH = 64
const MAXIMUM_PAIRS = 2000
const MAXIMUM_REASON_LENGTH = 200
const MAXIMUM_ALIASES = 100
/** The maximum of anchors and aliases: the composer searches all earlier anchors for each alias. */
const MAXIMUM_ANCHORS = 10_000

/**
 * The value of a text, with positions. Throws ScenarioError with every syntax error: also for custom tags, duplicate
 * keys, several documents, and for text that would take more work than a scenario is worth.
 */
export function readScenarioText(text: string, file: string): ScenarioSource {
  const value =
    text.length > MAXIMUM_CHARACTERS
      ? undefined
      : readPlainJson(text, { depth: MAXIMUM_DEPTH, fields: MAXIMUM_PAIRS })
  if (value === undefined) return readYaml(text, file)
  // Only errors need positions, and most files have none.
  let source: ScenarioSource | undefined
  const locate = (path: Path) => {
    source ??= readYaml(text, file)
    return source.locate?.(path)
  }
  return { file, value, locate }
}

function readYaml(text: string, file: string): ScenarioSource {
  const counter = new LineCounter()
  const at = (offset: number): Position => positionAt(counter, offset)
  const fail = (message: string, offset?: number): never => {
    throw new ScenarioError([{ file, ...(offset === undefined ? {} : at(offset)), path: '', message }])
  }
  if (text.length > MAXIMUM_CHARACTERS) {
    return fail(`is longer than ${MAXIMUM_CHARACTERS} characters: generate bulk data instead of listing it`)
  }
  const tokens = [...new Parser(counter.addNewLine).parse(text)]
  const unusable = structureProblems(tokens)
  if (unusable.length > 0) {
    throw new ScenarioError(
      unusable.map(({ message, offset }) => ({ file, ...at(offset), path: '', message })),
    )
  }

  const document = composeOne(tokens, text.length, fail)
  const problems = syntaxProblems(document, file, at)
  if (problems.length > 0) throw new ScenarioError(problems)
  const locate = (path: Path) => locateIn(document, path, at)
  return { file, value: valueOf(document, fail), locate }
}

function composeOne(
  tokens: readonly CST.Token[],
  length: number,
  fail: (message: string, offset?: number) => never,
): Document.Parsed {
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    merge: false,
    uniqueKeys: true,
    strict: true,
    prettyErrors: false,
  })
  const documents = [...composer.compose(tokens, true, length)]
  if (documents.length > 1) fail('contains more than one document', documents[1]?.range[0])
  return documents[0] as Document.Parsed
}

function syntaxProblems(
  document: Document.Parsed,
  file: string,
  at: (offset: number) => Position,
): ScenarioProblem[] {
  return [...document.errors, ...document.warnings].map((error) => ({
    file,
    ...at(error.pos[0]),
    path: '',
    message: reasonOf(error),
  }))
}

/** What the reader of YAML says, which quotes as much of the text as it likes. */
function reasonOf({ message }: Error): string {
  const line = message.split('\n', 1)[0] as string
  return line.length > MAXIMUM_REASON_LENGTH ? `${line.slice(0, MAXIMUM_REASON_LENGTH)}…` : line
}

function valueOf(document: Document.Parsed, fail: (message: string) => never): unknown {
  try {
    return document.toJS({ maxAliasCount: MAXIMUM_ALIASES })
  } catch (error) {
    return fail(`cannot be read: ${error instanceof Error ? reasonOf(error) : 'unknown reason'}`)
  }
}

/**
 * Finds what data has no use for: tags and keys that are not plain; and what the composer, which recurses and compares
 * keys pair by pair, could not bear: deep nesting and wide maps.
 */
function structureProblems(tokens: readonly CST.Token[]): StructureProblem[] {
  const problems: StructureProblem[] = []
  const open: { token: CST.Token; depth: number }[] = tokens.map((token) => ({ token, depth: 0 }))
  let anchors = 0
  for (let next = open.pop(); next !== undefined && problems.length < MAXIMUM_PROBLEMS; next = open.pop()) {
    const { token, depth } = next
    if (depth > MAXIMUM_DEPTH)
      return [{ message: `is nested more than ${MAXIMUM_DEPTH} deep`, offset: token.offset }]
    if (token.type === 'alias') anchors++
    if (anchors > MAXIMUM_ANCHORS)
      return [{ message: `has more than ${MAXIMUM_ANCHORS} anchors and aliases`, offset: token.offset }]
    if (token.type === 'document') {
      problems.push(...tagProblems(token.start))
      if (token.value !== undefined) open.push({ token: token.value, depth: depth + 1 })
    }
    if (!('items' in token)) continue
    if (token.items.length > MAXIMUM_PAIRS && (token.type === 'block-map' || isFlowMap(token))) {
      problems.push({ message: `has more than ${MAXIMUM_PAIRS} fields in one map`, offset: token.offset })
    }
    for (const { start, key, sep, value } of token.items) {
      problems.push(...tagProblems(start), ...tagProblems(sep ?? []))
      anchors += [...start, ...(sep ?? [])].filter(({ type }) => type === 'anchor').length
      if (key && !PLAIN_KEYS.has(key.type))
        problems.push({ message: 'a key must be plain text', offset: key.offset })
      if (value) open.push({ token: value, depth: depth + 1 })
    }
  }
  return problems.toSorted((a, b) => a.offset - b.offset)
}

interface StructureProblem {
  readonly message: string
  readonly offset: number
}

const PLAIN_KEYS: ReadonlySet<string> = new Set(['scalar', 'single-quoted-scalar', 'double-quoted-scalar'])

function tagProblems(tokens: readonly CST.SourceToken[]): StructureProblem[] {
  return tokens
    .filter(({ type }) => type === 'tag')
    .map(({ source, offset }) => ({
      message: `the tag ${quoted(source)} is not allowed in a scenario`,
      offset,
    }))
}

function isFlowMap(token: CST.Token): boolean {
  return token.type === 'flow-collection' && token.start.type === 'flow-map-start'
}

/** The position of the value at a path, of its name if the path ends at a field, or of the last part that exists. */
function locateIn(document: Document.Parsed, path: Path, at: (offset: number) => Position): Position {
  let node: unknown = document.contents
  let offset = (node as ParsedNode | null)?.range[0] ?? 0
  for (const part of path) {
    const step = stepInto(isAlias(node) ? node.resolve(document) : node, part)
    if (step === undefined) break
    node = step.node
    offset = step.offset ?? offset
  }
  return at(offset)
}

function stepInto(
  node: unknown,
  part: string | number,
): { node: unknown; offset: number | undefined } | undefined {
  if (isSeq(node)) {
    const item = typeof part === 'number' ? (node.items[part] as Node | undefined) : undefined
    return item === undefined ? undefined : { node: item, offset: item.range?.[0] }
  }
  if (!isMap(node)) return undefined
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part))
  return pair === undefined ? undefined : { node: pair.value, offset: (pair.key as Node).range?.[0] }
}

function positionAt(counter: LineCounter, offset: number): Position {
  const { line, col } = counter.linePos(offset)
  return { line: Math.max(line, 1), column: Math.max(col, 1) }
}
