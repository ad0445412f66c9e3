/**
 * Everything that reads text or data of others: what it takes, what it is made of, how it refuses, and families of inputs
 * that double, for whoever wants to know whether it reads them in time that grows with their length alone.
 */
import { har } from './parsers/archives.ts'
import { openapi } from './parsers/descriptions.ts'
import { formula, orderBy, query } from './parsers/languages.ts'
import { markup } from './parsers/markup.ts'
import type { FuzzedParser } from './parsers/parser.ts'
import { csv, durations, form, json, patterns } from './parsers/texts.ts'
import { world } from './parsers/worlds.ts'
import { scenario, scenarioText } from './parsers/yaml.ts'

export const PARSERS: readonly FuzzedParser[] = [
  query,
  formula,
  orderBy,
  scenarioText,
  scenario,
  har,
  world,
  openapi,
  durations,
  patterns,
  markup,
  form,
  csv,
  json,
]
