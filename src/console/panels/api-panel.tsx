import { Card, Empty } from '../ui/parts.tsx'

export function ApiPanel() {
  return (
    <Card title="Api">
      <Empty>Nothing here yet.</Empty>
    </Card>
  )
}
