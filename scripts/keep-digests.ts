// node scripts/keep-digests.ts: keeps a digest of the responses of each operation, and lists the operations whose responses
// changed. The first run with the version in package.json is its release, and keeps that version for good; later runs keep
// what is unreleased. CONTRIBUTING.md says when.

import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { VERSION } from '../src/version.ts'
import { type AnswerDigests, digestAnswers } from '../test/compat/response-digests.ts'

const file = resolve(import.meta.dirname, '../test/compat/digests.json')
const { unreleased, ...released } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, AnswerDigests>
const name = released[VERSION] === undefined ? VERSION : 'unreleased'
const before = unreleased ?? released[VERSION] ?? {}
const now = await digestAnswers()
const changed = Object.keys(before).filter((id) => before[id] !== now[id])
writeFileSync(file, `${JSON.stringify({ ...released, [name]: now }, null, 1)}\n`)
console.log(`kept ${Object.keys(now).length} digests of ${name}; changed: ${changed.join(', ') || 'none'}`)
