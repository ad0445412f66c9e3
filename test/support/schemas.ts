// Tests of declarations build their schemas.

import { loadSchemas } from '../../src/api/zod.ts'

await loadSchemas()
