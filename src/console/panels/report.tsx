import { Card, Empty } from '../ui/parts.tsx'

export function ReportPanel() {
  return (
    <Card title="Report">
      <Empty>Nothing here yet.</Empty>
    </Card>
  )
}
