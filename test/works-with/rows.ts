/** All rows of the page 'Works with', in its order. */
import type { Row } from './row.ts'
import { AGENT_ROWS } from './rows/agents.ts'
import { FORMAT_ROWS } from './rows/formats.ts'
import { GENERATOR_ROWS } from './rows/generators.ts'
import { HTTP_ROWS } from './rows/http.ts'
import { PRODUCT_ROWS } from './rows/products.ts'
import { VALIDATOR_ROWS } from './rows/validators.ts'

export const ROWS: readonly Row[] = [
  ...HTTP_ROWS,
  ...PRODUCT_ROWS,
  ...GENERATOR_ROWS,
  ...VALIDATOR_ROWS,
  ...FORMAT_ROWS,
  ...AGENT_ROWS,
]
