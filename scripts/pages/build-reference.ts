// Builds dist/reference.html: the reference in one file, for readers without a server.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packagedPages } from '../../src/adapters/node/documentation.ts'
import { findTopic, loadLibrary } from '../../src/docs/library.ts'
import { REFERENCE_FILE, referenceHtml } from '../../src/docs/reference.ts'
import { PROJECT } from './programs.ts'

const library = await loadLibrary(packagedPages())
const introduction = await findTopic(library, 'reference.md')
mkdirSync(join(PROJECT, 'dist'), { recursive: true })
writeFileSync(join(PROJECT, 'dist', REFERENCE_FILE), referenceHtml(library.entries, introduction?.markdown))
