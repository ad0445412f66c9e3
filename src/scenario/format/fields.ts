/** Values shaped by JSON schemas: json-schema-faker, one seed for each value, dates around the start of the clock. */
import type { generateSync as generate, GenerateOptions } from 'json-schema-faker'
import { formatInstant } from '../../world/time/duration.ts'
import type { Random } from '../../world/random/random.ts'
import type { FieldSchema } from './format.ts'
import type { Scalar } from './property-values.ts'

/** Makes a value of a schema with the first number of a stream as its seed; undefined when none can be made. */
export type MakeField = (schema: FieldSchema, random: Random) => Scalar | undefined

type Formats = NonNullable<GenerateOptions['formats']>

const YEAR = 365 * 86_400_000
const MAXIMUM_SEED = 0x7fff_ffff

/** The maker of values for a clock that starts at an instant. */
export type MakeFieldFrom = (start: number) => MakeField

/** Loads the generator, which worlds without such fields never need. `start` is the start of the clock. */
export async function loadFieldGenerator(start: number): Promise<MakeField> {
  return (await loadFieldGenerators())(start)
}

/** Loads the generator for clocks of any start. */
export async function loadFieldGenerators(): Promise<MakeFieldFrom> {
  const { generateSync } = await import('json-schema-faker')
  return (start) => fieldMaker(generateSync, formatsAround(start))
}

function fieldMaker(generateSync: typeof generate, formats: Formats): MakeField {
  return (schema, random) => {
    const bounded = isBare(schema) ? { minLength: 1, maxLength: 20, ...schema } : schema
    try {
      const value = generateSync(bounded as Parameters<typeof generateSync>[0], {
        seed: random.integer(0, MAXIMUM_SEED),
        formats,
      })
      return isScalar(value) ? value : undefined
    } catch {
      return undefined
    }
  }
}

/** Of a string that nothing else describes the generator makes an empty one. */
function isBare(schema: FieldSchema): boolean {
  return (
    schema.type === 'string' && Object.keys(schema).every((name) => name === 'type' || name === 'description')
  )
}

function isScalar(value: unknown): value is Scalar {
  return (
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  )
}

/** Dates of the year before the world begins; the generator's own range is of no use to a scenario. */
function formatsAround(start: number): Formats {
  const dateTime: Formats[string] = (random) => formatInstant(start - random.int(0, YEAR / 1000) * 1000)
  return {
    'date-time': dateTime,
    date: (random) => dateTime(random).slice(0, 10),
    time: (random) => dateTime(random).slice(11),
  }
}
