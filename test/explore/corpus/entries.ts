/** All clients of the corpus. */
import type { CorpusEntry } from './entry.ts'
import { others } from './others.ts'
import { paging } from './paging.ts'
import { parallel } from './parallel.ts'
import { partial } from './partial.ts'
import { products } from './products.ts'
import { retries } from './retries.ts'
import { sessions } from './sessions.ts'
import { waiting } from './waiting.ts'

export const corpus: readonly CorpusEntry[] = [
  ...retries,
  ...waiting,
  ...paging,
  ...sessions,
  ...others,
  ...partial,
  ...parallel,
  ...products,
]
