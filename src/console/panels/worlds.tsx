import { Card, Empty } from '../ui/parts.tsx'

export function WorldsPanel() {
  return (
    <Card title="Worlds">
      <Empty>Nothing here yet.</Empty>
    </Card>
  )
}
