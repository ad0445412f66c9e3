import { Card, Empty } from '../ui/parts.tsx'

export function FaultsPanel() {
  return (
    <Card title="Faults">
      <Empty>Nothing here yet.</Empty>
    </Card>
  )
}
