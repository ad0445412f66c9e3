import { Card, Empty } from '../ui/parts.tsx'

export function MachinesPanel() {
  return (
    <Card title="Machines">
      <Empty>Nothing here yet.</Empty>
    </Card>
  )
}
