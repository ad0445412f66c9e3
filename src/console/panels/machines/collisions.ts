/** How many arrows of a drawing run through something: a state or a label that is not theirs, or along another arrow. */
import type { Box, Point } from '../../ui/graph-layout.ts'

/** An arrow as straight lines. */
export interface Route {
  readonly from: string
  readonly to: string
  readonly points: readonly Point[]
  readonly label: Box
}

/** The distance in pixels between the places of an arrow that are looked at. */
const STEP = 6
/** Two arrows run along each other if they are this near for this long, in pixels. */
const NEAR = 4
const LONG = 25

export function collisions(routes: readonly Route[], boxes: ReadonlyMap<string, Box>): number {
  const places = routes.map(({ points }) => placesOn(points))
  let count = 0
  for (const [position, { from, to }] of routes.entries()) {
    const own = places[position] ?? []
    for (const [state, box] of boxes)
      if (state !== from && state !== to && own.some((place) => isIn(place, box))) count++
    for (const [other, { label }] of routes.entries()) {
      if (other === position) continue
      if (own.some((place) => isIn(place, label))) count++
      if (other > position && runAlong(own, places[other] ?? [])) count++
    }
  }
  return count
}

function placesOn(points: readonly Point[]): readonly Point[] {
  return points.slice(1).flatMap((end, index) => {
    const start = points[index] ?? end
    const steps = Math.max(1, Math.ceil(Math.hypot(end.x - start.x, end.y - start.y) / STEP))
    return Array.from({ length: steps }, (_, step) => ({
      x: start.x + ((end.x - start.x) * step) / steps,
      y: start.y + ((end.y - start.y) * step) / steps,
    }))
  })
}

function isIn({ x, y }: Point, box: Box): boolean {
  return Math.abs(x - box.x) < box.width / 2 - 1 && Math.abs(y - box.y) < box.height / 2 - 1
}

function runAlong(one: readonly Point[], other: readonly Point[]): boolean {
  let near = 0
  for (const place of one) {
    near = other.some(({ x, y }) => (x - place.x) ** 2 + (y - place.y) ** 2 < NEAR ** 2) ? near + STEP : 0
    if (near > LONG) return true
  }
  return false
}
