import { Card, Empty } from '../ui/parts.tsx'

export function OverviewPanel() {
  return (
    <Card title="Overview">
      <Empty>Nothing here yet.</Empty>
    </Card>
  )
}
