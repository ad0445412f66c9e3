import { Card, Empty } from '../ui/parts.tsx'

export function TimePanel() {
  return (
    <Card title="Time">
      <Empty>Nothing here yet.</Empty>
    </Card>
  )
}
