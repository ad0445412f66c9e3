// One word for one thing: names of our own use the words of the field and of the glossary. What stands on the wire, in exported
// types, stored worlds and traces keeps its word (decision 0040).

import { type Context, projectPath, type Rule, type Visitor } from './rule.ts'

type Scope = ReturnType<Context['sourceCode']['getScope']>
type Node = Parameters<NonNullable<Visitor['Identifier']>>[0]

/** A word of a name, and what to write instead. */
const INSTEAD: Readonly<Record<string, string>> = {
  answer: 'response',
  answers: 'responses',
  answered: 'response',
  complain: 'report',
  complaint: 'problem',
  complaints: 'problems',
  face: 'view',
  faces: 'views',
  fate: 'outcome',
  mend: 'suggestion',
  mends: 'suggestions',
  untold: 'omitted',
}
/** A name of a limit. `longest` may be what is the longest of some. */
const LIMIT = /^(?:(?:MOST|LONGEST|LARGEST|BIGGEST|DEEPEST|GREATEST|MAX)(?:_|$)|most$)/

/** Fields on the wire or in files. They may be destructured under their names. */
const FIELDS = new Set(['answer', 'answers', 'faces', 'untold'])
/** The service's own Answer (service §2.4), in the code of its queues, and a type of the library that stays. */
const ANSWERS =
  /^src\/(?:model\/(?:integration\/queues|records)|api\/(?:wiki\/integration|tracker))\/|^src\/(?:index|model\/schema)\.ts$/

export const bannedWords: Rule = {
  meta: { type: 'problem', docs: { description: 'names use the words of the field' } },
  create(context) {
    const isOfAnswers = ANSWERS.test(projectPath(context))
    const judge = (node: Node, name: string, isField: boolean): void => {
      if (isField && FIELDS.has(name.replace(/^_/, ''))) return
      const word = wordsOf(name).find((each) => Object.hasOwn(INSTEAD, each))
      if (word !== undefined && !(isOfAnswers && word.startsWith('answer')))
        context.report({ node, message: `'${word}' has another word here: write '${INSTEAD[word]}'.` })
      else if (LIMIT.test(name)) context.report({ node, message: 'a limit is named MAXIMUM_…' })
    }
    const visit = (scope: Scope): void => {
      for (const { name, defs } of scope.variables) {
        const [definition] = defs
        if (definition === undefined || definition.type === 'ImportBinding') continue
        const node = definition.name as Node
        judge(node, name, isTakenOut(node, name))
      }
      scope.childScopes.forEach(visit)
    }
    const judgeKey = (key: { type: string; name?: unknown }, isField: boolean): void => {
      if (key.type === 'Identifier' || key.type === 'PrivateIdentifier')
        judge(key as unknown as Node, String(key.name), isField)
    }
    return {
      Program: (program) => visit(context.sourceCode.getScope(program)),
      Property({ key, parent }) {
        if (parent.type === 'ObjectExpression') judgeKey(key, true)
      },
      TSPropertySignature: ({ key }) => judgeKey(key, true),
      PropertyDefinition: ({ key }) => judgeKey(key, true),
      TSMethodSignature: ({ key }) => judgeKey(key, false),
      MethodDefinition: ({ key }) => judgeKey(key, false),
    }
  },
}

/** The words of `answerOf`, `ANSWER_BODY` and `errorAnswer`, in lower case. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
}

/** Whether a name is that of the field it is taken from, as in `const { answer = 'FAILED' } = input`; an underscore marks the unused. */
function isTakenOut({ parent }: Node, name: string): boolean {
  const property = parent.type === 'AssignmentPattern' ? parent.parent : parent
  return (
    property.type === 'Property' &&
    property.parent.type === 'ObjectPattern' &&
    property.key.type === 'Identifier' &&
    property.key.name === name.replace(/^_/, '')
  )
}
