import { Today } from '#desk/views/today.tsx'
import { longDate } from '#domain/display.ts'
import type { DeskParts } from './desk-parts.ts'
import type { DeskRoute } from './route.ts'

export function todayRoutes({ now }: DeskParts): DeskRoute[] {
  return [
    {
      method: 'GET',
      path: '/',
      role: 'read-only',
      handle: (visit) => visit.page({ title: 'Today', section: 'today', body: <Today day={longDate(now())} /> }),
    },
  ]
}
