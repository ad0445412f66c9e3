/** `reqsim draft` of files with requirements, inside the process of a test. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'yaml'
import { expect } from 'vitest'
import { outputSchemas } from '../../src/cli/output/schemas.ts'
import { run } from '../cli/cli.ts'
import { temporaryFolder } from '../support/folder.ts'

export interface DraftedRequirement {
  readonly key: string
  readonly text: string
  readonly page?: number
  readonly properties?: Readonly<Record<string, unknown>>
  readonly dependencies?: readonly { readonly relationship: string; readonly to: string }[]
}

interface DraftedFile {
  readonly name: string
  readonly world: {
    readonly spaces: readonly { readonly key: string; readonly name: string }[]
    readonly pages?: readonly { readonly id: number; readonly title: string; readonly parent?: number }[]
    readonly requirements: readonly DraftedRequirement[]
  }
}

/** Makes the functions that draft files of a folder that is removed after the tests. */
export function makeDrafting() {
  const { path: folder, write } = temporaryFolder()
  let drafts = 0
  const writeFile = (name: string, content: string | Uint8Array | object): string => {
    if (typeof content === 'string') return write(name, content)
    const file = write(name, '')
    writeFileSync(file, content instanceof Uint8Array ? content : JSON.stringify(content))
    return file
  }

  /** Drafts a file, and validates what was written; `gaps` are sentences. */
  async function draft(name: string, content: string | Uint8Array | object, ...flags: readonly string[]) {
    const out = `${folder}/draft-${++drafts}.yaml`
    const filled = `${folder}/filled-${drafts}.yaml`
    const file = writeFile(name, content)
    const args = ['draft', file, '--out', out, '--gaps', filled, '--json', ...flags]
    const { code, out: printed, errors } = await run(args)
    expect(errors).toBe('')
    expect(code).toBe(0)
    const written = existsSync(filled) ? [out, filled] : [out]
    expect(await run(['validate', ...written])).toMatchObject({ code: 0, errors: '' })
    const text = readFileSync(out, 'utf8')
    const drafted = parse(text) as DraftedFile
    const { gaps } = outputSchemas.draft.parse(JSON.parse(printed))
    return {
      out,
      text,
      drafted,
      requirements: drafted.world.requirements,
      gaps: gaps.map((gap) => gap.text),
      lines: gaps.flatMap((gap) => gap.lines),
    }
  }

  /** The message for files that cannot be drafted; nothing is written. */
  async function refusal(
    files: Readonly<Record<string, string | Uint8Array | object>>,
    ...flags: readonly string[]
  ): Promise<string> {
    const out = `${folder}/refused-${++drafts}.yaml`
    const paths = Object.entries(files).map(([name, content]) => writeFile(name, content))
    const { code, errors } = await run(['draft', ...paths, '--out', out, ...flags])
    expect(code).toBe(2)
    expect(existsSync(out)).toBe(false)
    return errors
      .replaceAll(`${folder}/`, '')
      .replace(/^reqsim: /, '')
      .trimEnd()
  }

  return { write: writeFile, draft, refusal }
}

/** The titles of the page of a requirement and of those above it, from the top. */
export function pagesOf({ world }: DraftedFile, key: string): readonly string[] {
  const titles: string[] = []
  let id = world.requirements.find((requirement) => requirement.key === key)?.page
  while (id !== undefined) {
    const page = world.pages?.find((each) => each.id === id)
    titles.unshift(page?.title ?? '')
    id = page?.parent
  }
  return titles
}
