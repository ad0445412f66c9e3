import { expect, it } from 'vitest'
import { generatedFiles } from '../../scripts/reference/files.ts'
import { staleFiles } from '../../scripts/stale-files.ts'

it('generated files are as the sources lead to; npm run generate writes them', async () => {
  expect(staleFiles(await generatedFiles())).toEqual([])
})
