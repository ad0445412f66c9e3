/**
 * Changes the source in thousands of small ways, one at a time, and counts which of them a test notices.
 *
 *     npm run mutate                            all of src/model and src/gateway; writes docs/mutation-testing.md
 *     npm run mutate -- --only src/model/links  one folder or file of them; prints, and writes nothing
 *     npm run mutate -- --list                  prints each survivor that was kept: file:line mutator → replacement
 *     npm run mutate -- --workers 4             as many processes instead of two
 *     npm run mutate -- --folder PATH           works there and leaves it; goes on with what an earlier run left there
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installInstrumenter } from './install.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    workers: { type: 'string', default: '2' },
    folder: { type: 'string' },
  },
})
