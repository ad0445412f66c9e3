// Tests of declarations build their schemas.

import { loadSchemas } from '../../src/api/framework/zod.ts'

await loadSchemas()
