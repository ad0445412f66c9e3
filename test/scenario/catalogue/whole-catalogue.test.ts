import { describe } from 'vitest'
import { describeCatalogue } from './cases.ts'

describe('a real catalogue', () => {
  describeCatalogue(true)
})
