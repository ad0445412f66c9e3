import { expect, it } from 'vitest'
import { generatedFiles, surplusFiles } from '../../scripts/reference/files.ts'
import { staleFiles } from '../../scripts/stale-files.ts'

it('generated files are as the sources lead to; npm run generate writes them', async () => {
  const files = await generatedFiles()
  expect(staleFiles(files)).toEqual([])
  expect(surplusFiles(files)).toEqual([])
})
