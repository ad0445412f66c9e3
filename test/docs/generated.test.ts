import { expect, it } from 'vitest'
import { generatedFiles, staleFiles } from '../../scripts/reference/files.ts'

it('generated files are as the sources lead to; npm run generate writes them', async () => {
  expect(staleFiles(await generatedFiles())).toEqual([])
})
