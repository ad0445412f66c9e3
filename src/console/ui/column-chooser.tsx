/** The choice of a table's columns, which the browser keeps by the table's name. */
import { useState } from 'preact/hooks'
import { readStored, writeStored } from '../state/storage.ts'
import { Icon } from './icon.tsx'
import { Button } from './parts.tsx'

interface Choosable {
  readonly id: string
  readonly title: string
  readonly hidden?: boolean
}

export interface ColumnChoice {
  /** The ids of the columns that are shown. */
  readonly shown: readonly string[]
  /** Shows these columns; undefined shows those of the beginning. */
  readonly choose: (ids: readonly string[] | undefined) => void
}

const keyOf = (name: string) => `reqsim.columns.${name}`

/** Without a name, all columns are shown. */
export function useChosenColumns(name: string | undefined, columns: readonly Choosable[]): ColumnChoice {
  const [own, setOwn] = useState(() => (name === undefined ? undefined : stored(name)))
  const initial = columns.filter(({ hidden }) => name === undefined || hidden !== true).map(({ id }) => id)
  return {
    shown: own ?? initial,
    choose(ids) {
      setOwn(ids)
      if (name === undefined) return
      writeStored('browser', keyOf(name), ids === undefined ? undefined : JSON.stringify(ids))
    },
  }
}

function stored(name: string): readonly string[] | undefined {
  try {
    const ids = JSON.parse(readStored('browser', keyOf(name)) ?? 'null') as unknown
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : undefined
  } catch {
    return undefined
  }
}

export function ColumnChooser({
  columns,
  shown,
  choose,
}: ColumnChoice & { readonly columns: readonly Choosable[] }) {
  const [open, setOpen] = useState(false)
  const count = columns.filter(({ id }) => shown.includes(id)).length
  return (
    <div class="table-columns">
      <button type="button" class="button button-quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? 'opened' : 'closed'} />
        Columns ({count} of {columns.length})
      </button>
      {open ? (
        <div class="row">
          {columns.map(({ id, title }) => (
            <label key={id} class="field">
              <input
                type="checkbox"
                checked={shown.includes(id)}
                onChange={({ currentTarget: { checked } }) =>
                  choose(
                    columns
                      .map((one) => one.id)
                      .filter((one) => (one === id ? checked : shown.includes(one))),
                  )
                }
              />
              {title}
            </label>
          ))}
          <Button kind="quiet" onPress={() => choose(undefined)}>
            Reset columns
          </Button>
        </div>
      ) : null}
    </div>
  )
}
