import { Card, Empty } from '../ui/parts.tsx'

export function QueuesPanel() {
  return (
    <Card title="Queues">
      <Empty>Nothing here yet.</Empty>
    </Card>
  )
}
