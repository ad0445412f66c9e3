/** Says in English how a query was read (service §4.3: the explanation of a search). */
import type { Relation } from '../values.ts'
import { explainTest } from './explain-execution.ts'
import type { ConditionNode, QueryNode } from './syntax.ts'
import {
  type Clause,
  enumerate,
  explainBaseline,
  explainPattern,
  plain,
  relationshipOf,
  type Subject,
} from './wording.ts'

/** A sentence without capital and full stop: `requirements whose key begins with 'REQ-' and …`. */
export function explainQuery(query: QueryNode): string {
  if (query.kind === 'all') return 'all requirements'
  return `requirements ${explainNode(query, 'many', true).text}`
}

/** The clause of a node, or of its complement. */
function explainNode(node: QueryNode, subject: Subject, holds: boolean): Clause {
  switch (node.kind) {
    case 'all':
      return { text: 'of any kind', shape: 'plain' }
    case 'and':
    case 'or':
      return holds ? explainGroup(node, subject) : explainOthers(node, subject)
    case 'not':
      return explainNode(node.operand, subject, !holds)
    case 'chain': {
      const { text, shape } = explainNode(node.operand, 'one', true)
      const relation = explainRelation(node.relation)
      return {
        text: `${holds ? 'with' : 'without'} a ${relation} ${text}`,
        shape: shape === 'compound' ? 'compound' : 'open',
      }
    }
    default:
      return explainCondition(node, subject, holds)
  }
}

function explainGroup(node: QueryNode & { kind: 'and' | 'or' }, subject: Subject): Clause {
  const members = node.operands.map((operand) => explainNode(operand, subject, true))
  const texts = members.map(({ text, shape }, index) => {
    const swallows = shape === 'open' && index < members.length - 1
    return swallows || shape === 'compound' ? `(${text})` : text
  })
  return { text: enumerate(texts, node.kind), shape: 'compound' }
}

function explainOthers(node: QueryNode, subject: Subject): Clause {
  const { text } = explainNode(node, subject, true)
  return { text: `other than ${subject === 'many' ? 'those' : 'one'} ${text}`, shape: 'compound' }
}

function explainCondition(condition: ConditionNode, subject: Subject, holds: boolean): Clause {
  const verb = (many: string, one: string) => (subject === 'many' ? many : one)
  switch (condition.kind) {
    case 'fullText': {
      const text = explainPattern(condition.text)
      return plain(holds ? `whose key or text contains ${text}` : `whose key and text do not contain ${text}`)
    }
    case 'comparison':
    case 'membership':
    case 'presence':
      return (
        explainTest(condition, subject, holds) ??
        // A complement that cannot be worded piece by piece is denied as a whole.
        explainOthers(condition, subject)
      )
    case 'baselineWas':
      return plain(
        `that ${verb('were', 'was')} ${holds ? '' : 'not '}in baseline ${explainBaseline(condition.baseline)}`,
      )
    case 'isModified':
      return plain(
        `${holds ? 'changed or added' : 'unchanged'} since baseline ${explainBaseline(condition.baseline)}`,
      )
    case 'hasTest': {
      const { relationship, last, status } = condition
      const test = `a ${last ? 'last ' : ''}test${relationshipOf(relationship)}`
      return {
        text: `${holds ? 'with' : 'without'} ${test} whose status is ${explainPattern(status)}`,
        shape: 'open',
      }
    }
  }
}

function explainRelation({ direction, relationship }: Relation): string {
  return `${direction === 'from' ? 'child' : 'parent'}${relationshipOf(relationship)}`
}
