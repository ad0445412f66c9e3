/** The command palette: one field from which every panel, record, move of the clock, fault and request is reached. */
import type { ListOf } from '../../control/responses/shape.ts'
import type { TableEntry } from '../../control/responses/state.ts'
import { signal } from '@preact/signals'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { control } from '../calls/api.ts'
import { useLive } from '../live/live.ts'
import { step } from '../state/store.ts'
import { useDebounced } from '../live/throttled.ts'
import { Icon } from '../ui/icon.tsx'
import { useSites, useUsers } from '../ui/names.tsx'
import { useOnce } from '../state/once.ts'
import { Empty } from '../ui/parts.tsx'
import { useOperations } from '../calls/catalogue.ts'
import { allCommands, recordsWith, spelledOut } from './commands.ts'
import { documentationQuery } from './documentation-text.ts'
import { sectionsWith } from './documentation.ts'
import { type Command, type CommandGroup, rank } from './ranking.ts'

const MAXIMUM_SHOWN = 40
/** Wall-clock milliseconds without a key press before records are looked up. */
const PAUSE = 150

const isOpen = signal(false)

/** The button that opens the palette, and the palette. Ctrl+K or Cmd+K opens it from anywhere. */
export function Palette() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      if (isOpen.peek() || document.querySelector('dialog[open]') === null) isOpen.value = !isOpen.peek()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button
        type="button"
        class="button button-quiet"
        aria-label="Commands"
        title="Go to, advance, inject, send (Ctrl+K)"
        aria-haspopup="dialog"
        onClick={() => (isOpen.value = true)}
      >
        <Icon name="search" />
      </button>
      {isOpen.value ? <PaletteDialog onClose={() => (isOpen.value = false)} /> : null}
    </>
  )
}

function PaletteDialog({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [position, setPosition] = useState(0)
  const id = useId()
  const commands = useCommands(text)
  const selected = Math.min(position, commands.length - 1)
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [selected, text])
  const run = (command: Command | undefined) => {
    if (command === undefined) return
    dialog.current?.close()
    void command.run()
  }
  const press = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move !== undefined && commands.length > 0) {
      event.preventDefault()
      setPosition((selected + move + commands.length) % commands.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(commands[selected])
    }
  }
  return (
    <dialog
      ref={dialog}
      class="dialog palette"
      aria-label="Commands"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close()
      }}
    >
      <div class="palette-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Command"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={selected < 0 ? undefined : `${id}-${selected}`}
          autocomplete="off"
          spellcheck={false}
          placeholder="Panel, REQ-001, user 2, 3m, 503, GET /wiki/…, docs freeze"
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value)
            setPosition(0)
          }}
          onKeyDown={press}
        />
        <kbd class="key">Esc</kbd>
      </div>
      <div ref={list} class="palette-list" id={`${id}-list`} role="listbox" aria-label="Commands">
        {commands.map((command, index) => (
          <div
            key={command.id}
            id={`${id}-${index}`}
            class="palette-command"
            role="option"
            aria-selected={index === selected}
            onClick={() => run(command)}
          >
            <span class="palette-group">{command.group}</span>
            <span class="cut">{command.title}</span>
            <span class="muted cut">{command.hint}</span>
          </div>
        ))}
      </div>
      {commands.length > 0 ? null : (
        <div class="palette-none">
          <Empty>
            {step.value === undefined
              ? 'No command has these words. Try a panel, a key such as REQ-001, or a duration.'
              : 'No command has these words. A past step cannot be changed: go back to now for commands that change the world.'}
          </Empty>
        </div>
      )}
    </dialog>
  )
}

/** Their order without a text: what people do most comes first. */
const GROUPS: readonly CommandGroup[] = [
  'Records',
  'Go to',
  'Clock',
  'History',
  'Inject',
  'Send',
  'Documentation',
]

/** A past step cannot be changed. */
function isOffered({ writes }: Command): boolean {
  return writes !== true || step.value === undefined
}

function useCommands(text: string): readonly Command[] {
  const settled = useDebounced(text, PAUSE)
  const tables = useOnce('tables', () => control<ListOf<TableEntry>>('/state?region=eu')).data
  const records = useLive(`palette ${settled}`, (signal) => recordsWith(settled, signal)).data ?? []
  const sections = useOnce(`documentation ${settled}`, () => sectionsWith(settled)).data ?? []
  const known = {
    operations: useOperations().data ?? [],
    tables: tables?.items ?? [],
    sites: useSites().filter(({ type }) => type !== 'STANDALONE'),
    users: useUsers(),
  }
  if (text.trim() === '')
    return GROUPS.flatMap((group) =>
      allCommands({ ...known, operations: [], tables: [], users: [] }).filter(
        (one) => one.group === group && isOffered(one),
      ),
    )
  if (documentationQuery(text).only) return [...rank(allCommands(known), 'documentation', 1), ...sections]
  return [
    ...spelledOut(text, known).filter(isOffered),
    ...records,
    ...rank(allCommands(known).filter(isOffered), text, MAXIMUM_SHOWN),
    ...sections,
  ]
}
