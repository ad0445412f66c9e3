// The style sheets of the console use the design tokens, and nothing beside them.

import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const TOKENS = 'src/console/styles/tokens.css'
const sheets = globSync('src/console/**/*.css').toSorted()

interface Declaration {
  readonly file: string
  readonly property: string
  readonly value: string
}

function declarationsIn(file: string): Declaration[] {
  const text = readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
  return [...text.matchAll(/(?<=[{;]\s*)(?<property>[\w-]+)\s*:\s*(?<value>[^;{}]+);/g)].map(
    ({ groups }) => ({
      file,
      property: groups?.['property'] ?? '',
      value: (groups?.['value'] ?? '').replaceAll(/\s+/g, ' ').trim(),
    }),
  )
}

const declarations = sheets.filter((file) => file !== TOKENS).flatMap((file) => declarationsIn(file))

/** The declarations of these properties whose value is another. */
function others(property: RegExp, allowed: RegExp): readonly string[] {
  return declarations
    .filter((one) => property.test(one.property) && !allowed.test(one.value))
    .map(({ file, property: name, value }) => `${file}: ${name}: ${value}`)
}

function tokensNamed(prefix: string): string[] {
  return declarationsIn(TOKENS)
    .map(({ property }) => property)
    .filter((name) => name.startsWith(prefix))
}

describe('the tokens of the console', () => {
  test('there are at most six sizes of letters, none below 14 pixels', () => {
    const sizes = declarationsIn(TOKENS).filter(({ property }) => property.startsWith('--size-'))
    expect(sizes.length).toBeGreaterThan(2)
    expect(sizes.length).toBeLessThanOrEqual(6)
    // The root's size is 16 pixels or more.
    expect(declarations).toContainEqual(
      expect.objectContaining({ property: 'font-size', value: 'clamp(100%, 50% + 0.5vw, 137.5%)' }),
    )
    for (const { property, value } of sizes) {
      expect(value, property).toMatch(/^[\d.]+(?:rem|px)$/)
      const pixels = Number.parseFloat(value) * (value.endsWith('rem') ? 16 : 1)
      expect(pixels, property).toBeGreaterThanOrEqual(14)
    }
  })

  test('every size of letters is a token', () => {
    expect(
      others(
        /^font-size$/,
        /^(?:var\(--size-[a-z]+\)|inherit|clamp\(1\d\d(?:\.5)?%, [^,]+(?:\([^)]+\))?, \d+(?:\.5)?%\))$/,
      ),
    ).toEqual([])
    expect(
      others(/^font$/, /^(?:inherit|(?:\d+ )?var\(--size-[a-z]+\)(?:\/[\d.]+)? var\(--(?:sans|mono)\))$/),
    ).toEqual([])
    expect(others(/^font-family$/, /^var\(--(?:sans|mono)\)$/)).toEqual([])
    const inline = globSync('src/console/**/*.{ts,tsx}').filter((file) =>
      /font-?size[:=]/i.test(readFileSync(file, 'utf8')),
    )
    expect(inline).toEqual([])
  })

  test('margins, paddings and gaps are on the scale', () => {
    const step = String.raw`(?:0|auto|var\(--space-[1-8]\)|calc\((?:var\(--(?:space-[1-8]|depth)\)|-1|[ +*])+\))`
    expect(
      others(
        /^(?:margin|padding|gap|row-gap|column-gap)(?:-|$)/,
        new RegExp(String.raw`^${step}(?: ${step}){0,3}$`),
      ),
    ).toEqual([])
    expect(tokensNamed('--space-')).toHaveLength(8)
  })

  test('corners and colours are tokens', () => {
    expect(
      others(
        /^border(?:-[a-z]+)*-radius$/,
        /^(?:0|inherit|50%|var\(--radius-[a-z]+\)(?: 0| var\(--radius-[a-z]+\)){0,3})$/,
      ),
    ).toEqual([])
    expect(others(/./, /^(?!.*(?:#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)\())/i)).toEqual([])
  })

  test('a token that a style sheet or a component names exists', () => {
    const sources = globSync('src/console/**/*.{css,ts,tsx}').map((file) => readFileSync(file, 'utf8'))
    const made = new Set(
      sources.flatMap((text) =>
        [...text.matchAll(/(--[a-z][\w-]*)['"]?\s*:|'(--[\w-]+)'/g)].map((m) => m[1] ?? m[2]),
      ),
    )
    const used = new Set(
      sources.flatMap((text) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name)),
    )
    expect([...used].filter((name) => !made.has(name))).toEqual([])
  })
})
