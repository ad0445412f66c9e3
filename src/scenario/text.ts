/** Reads the text of a scenario file: YAML 1.2, and JSON as a part of it, with the position of every value. */
import { Composer, type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, Parser } from 'yaml'
import type { CST, ParsedNode } from 'yaml'
import { type Path, type Position, problemAt, ScenarioError, type ScenarioProblem, type ScenarioSource } from './problems.ts'

/** Longer texts, deeper nesting, wider maps and more aliases are refused: no scenario needs them. */
export const MAXIMUM_CHARACTERS = 16 * 1024 * 1024
export const MAXIMUM_DEPTH = 64
const MAXIMUM_PAIRS = 2000
const MAXIMUM_ALIASES = 100

/**
 * The value of a text, with positions. Throws ScenarioError with every syntax error: also for custom tags, duplicate
 * keys, several documents, and for text that would take more work than a scenario is worth.
 */
export function readScenarioText(text: string, file: string): ScenarioSource {
  const counter = new LineCounter()
  const at = (offset: number): Position => positionAt(counter, offset)
  const fail = (message: string, offset?: number): never => {
    throw new ScenarioError([{ file, ...(offset === undefined ? {} : at(offset)), path: '', message }])
  }
  if (text.length > MAXIMUM_CHARACTERS) {
    return fail(`is longer than ${MAXIMUM_CHARACTERS} characters: generate bulk data instead of listing it`)
  }
  const tokens = [...new Parser(counter.addNewLine).parse(text)]
  const excess = findExcess(tokens)
  if (excess !== undefined) return fail(excess.message, excess.offset)

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
  const composer = new Composer({ version: '1.2', schema: 'core', merge: false, uniqueKeys: true, strict: true, prettyErrors: false })
  const documents = [...composer.compose(tokens, true, length)]
  if (documents.length > 1) fail('holds more than one document: a scenario is one', documents[1]?.range[0])
  return documents[0] as Document.Parsed
}

function syntaxProblems(document: Document.Parsed, file: string, at: (offset: number) => Position): ScenarioProblem[] {
  // A tag that is not of the core schema is a mere warning to the parser; here data has no types of its own.
  return [...document.errors, ...document.warnings].map((error) => ({
    file,
    ...at(error.pos[0]),
    path: '',
    message: error.message.split('\n')[0] as string,
  }))
}

function valueOf(document: Document.Parsed, fail: (message: string) => never): unknown {
  try {
    return document.toJS({ maxAliasCount: MAXIMUM_ALIASES })
  } catch (error) {
    return fail(`cannot be read: ${error instanceof Error ? error.message : 'unknown reason'}`)
  }
}

/** Looks for nesting and maps that the composer, which recurses and compares keys pair by pair, could not bear. */
function findExcess(tokens: readonly CST.Token[]): { message: string; offset: number } | undefined {
  const open: { token: CST.Token; depth: number }[] = tokens.map((token) => ({ token, depth: 0 }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, depth } = next
    if (depth > MAXIMUM_DEPTH) return { message: `is nested more than ${MAXIMUM_DEPTH} deep`, offset: token.offset }
    if (token.type === 'document' && token.value !== undefined) open.push({ token: token.value, depth: depth + 1 })
    if (!('items' in token)) continue
    if (token.items.length > MAXIMUM_PAIRS && (token.type === 'block-map' || isFlowMap(token))) {
      return { message: `has more than ${MAXIMUM_PAIRS} fields in one map`, offset: token.offset }
    }
    for (const item of token.items) {
      if (item.key) open.push({ token: item.key, depth: depth + 1 })
      if (item.value) open.push({ token: item.value, depth: depth + 1 })
    }
  }
  return undefined
}

function isFlowMap(token: CST.Token): boolean {
  return token.type === 'flow-collection' && token.start.type === 'flow-map-start'
}

/** The position of the value that a path leads to; of its name where the path ends at a field, of the last part found else. */
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

function stepInto(node: unknown, part: string | number): { node: unknown; offset: number | undefined } | undefined {
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
