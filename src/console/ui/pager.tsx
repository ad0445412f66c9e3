/** Buttons for the pages of a long list. */
import { Button } from './parts.tsx'

/** Formats numbers with many digits: `100,012`. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',')
}

export function Pager(props: {
  readonly label: string
  readonly offset: number
  readonly limit: number
  readonly total: number | undefined
  /** The page is still loading, so its position is not known. */
  readonly unread?: boolean
  readonly onMove: (offset: number) => void
}) {
  const { label, offset, limit, total, onMove } = props
  const end = Math.min(offset + limit, total ?? 0)
  const last = total === undefined || total === 0 ? 0 : Math.floor((total - 1) / limit) * limit
  const text =
    total === undefined || props.unread === true
      ? '…'
      : total === 0
        ? 'none'
        : `${grouped(Math.min(offset + 1, end))} to ${grouped(end)} of ${grouped(total)}`
  return (
    <nav class="pager" aria-label={label}>
      <Button label="First page" disabled={offset === 0} onPress={() => onMove(0)}>
        «
      </Button>
      <Button
        label="Previous page"
        disabled={offset === 0}
        onPress={() => onMove(Math.max(0, offset - limit))}
      >
        ‹
      </Button>
      <span class="pager-text" role="status">
        {text}
      </span>
      <Button label="Next page" disabled={offset >= last} onPress={() => onMove(offset + limit)}>
        ›
      </Button>
      <Button label="Last page" disabled={offset >= last} onPress={() => onMove(last)}>
        »
      </Button>
    </nav>
  )
}
