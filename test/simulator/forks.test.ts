import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'

test('the observer of a fork sees its forks and theirs', async () => {
  const base = await createSimulator()
  const seen: Simulator[] = []
  const inner: Simulator[] = []
  const observed = base.fork({ onFork: (fork) => seen.push(fork) })
  const child = observed.fork({ onFork: (fork) => inner.push(fork) })
  const grandchild = child.fork()
  base.fork()
  expect(seen).toEqual([child, grandchild])
  expect(inner).toEqual([grandchild])
})

test('a misspelt option is refused', async () => {
  const base = await createSimulator()
  expect(() => base.fork({ onfork: () => {} } as never)).toThrow(
    "the options of fork must not have 'onfork': did you mean 'onFork'?",
  )
})
