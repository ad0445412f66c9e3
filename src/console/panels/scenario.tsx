import { Card, Empty } from '../ui/parts.tsx'

export function ScenarioPanel() {
  return (
    <Card title="Scenario">
      <Empty>Nothing here yet.</Empty>
    </Card>
  )
}
