import { Card, Empty } from '../ui/parts.tsx'

export function JournalPanel() {
  return (
    <Card title="Journal">
      <Empty>Nothing here yet.</Empty>
    </Card>
  )
}
