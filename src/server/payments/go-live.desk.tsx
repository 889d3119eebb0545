import { deskPaths } from '#desk/desk-paths.ts'
import { GoLiveGuide } from '#desk/views/payments/go-live.tsx'
import type { DeskRoute } from '#server/desk/route.ts'
import { readGuide } from './go-live-guide.ts'
import type { GoLive } from './go-live.service.ts'

type GoLiveRouteDeps = { goLive: Pick<GoLive, 'dismiss'> }

export function goLiveRoutes({ goLive }: GoLiveRouteDeps): DeskRoute[] {
  return [
    {
      method: 'GET',
      path: '/go-live',
      role: 'owner',
      handle: (visit) =>
        visit.page({ title: 'Go live with Square', section: 'settings', body: <GoLiveGuide {...readGuide()} /> }),
    },
    {
      method: 'POST',
      path: '/go-live/dismiss',
      role: 'owner',
      async handle(visit) {
        await goLive.dismiss(visit.actor)
        return visit.go(deskPaths.today(), {
          kind: 'done',
          text: 'Guide hidden. You’ll find it under Settings, Payments.',
        })
      },
    },
  ]
}
