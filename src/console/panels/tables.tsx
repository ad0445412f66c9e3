import { Card, Empty } from '../ui/parts.tsx'

export function TablesPanel() {
  return (
    <Card title="Tables">
      <Empty>Nothing here yet.</Empty>
    </Card>
  )
}
