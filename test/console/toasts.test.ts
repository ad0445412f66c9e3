import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dismiss, showToast, toasts } from '../../src/console/state/store.ts'

const texts = () => toasts.value.map(({ text }) => text)

describe('notices', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.runAllTimers()
    vi.useRealTimers()
  })

  test('a third notice replaces the oldest', () => {
    for (const text of ['first', 'second', 'third']) showToast('info', text)
    expect(texts()).toEqual(['second', 'third'])
  })

  test('a failure stays for ten seconds, and any other notice for four', () => {
    showToast('bad', 'failure')
    showToast('good', 'success')
    vi.advanceTimersByTime(4000)
    expect(texts()).toEqual(['failure'])
    vi.advanceTimersByTime(6000)
    expect(texts()).toEqual([])
  })

  test('a notice can be dismissed', () => {
    showToast('warn', 'one')
    showToast('warn', 'other')
    dismiss(toasts.value[0]?.id ?? 0)
    expect(texts()).toEqual(['other'])
  })
})
