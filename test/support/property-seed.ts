/**
 * One seed for all property tests, so that a run of `npm test` can be repeated and says the same of the same source.
 * PROPERTY_SEED names another one, to look further: `PROPERTY_SEED=7 npm test`.
 */
import fc from 'fast-check'

const written = process.env['PROPERTY_SEED'] ?? '1'
const seed = Number(written)
if (!Number.isInteger(seed))
  throw new Error(`PROPERTY_SEED is ${JSON.stringify(written)}; write a whole number`)

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
