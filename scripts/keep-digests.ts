// node scripts/keep-digests.ts: keeps, for the version in package.json, a digest of what each operation answers, and says
// whose answers changed. CONTRIBUTING.md says when.

import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { VERSION } from '../src/version.ts'
import { type AnswerDigests, digestAnswers } from '../test/compat/answer-digests.ts'

const file = resolve(import.meta.dirname, '../test/compat/digests.json')
const kept = JSON.parse(readFileSync(file, 'utf8')) as Record<string, AnswerDigests>
const before = kept[VERSION] ?? {}
const now = await digestAnswers()
const changed = Object.keys(before).filter((id) => before[id] !== now[id])
writeFileSync(file, `${JSON.stringify({ ...kept, [VERSION]: now }, null, 1)}\n`)
console.log(`kept ${Object.keys(now).length} digests of ${VERSION}; changed: ${changed.join(', ') || 'none'}`)
