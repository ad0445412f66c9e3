import { Card, Empty } from '../ui/parts.tsx'

export function RequirementsPanel() {
  return (
    <Card title="Requirements">
      <Empty>Nothing here yet.</Empty>
    </Card>
  )
}
