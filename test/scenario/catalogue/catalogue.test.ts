import { describe } from 'vitest'
import { describeCatalogue } from './cases.ts'

describe('a quarter of a real catalogue', () => {
  describeCatalogue(false)
})
