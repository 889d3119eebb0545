import { deskPaths } from '#desk/desk-paths.ts'
import { Subscribers } from '#desk/views/newsletter/subscribers.tsx'
import { isAtLeast } from '#domain/operators/roles.ts'
import { cursorSchema, readCursor, writeCursor } from '#server/desk/cursor.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import { csvFile } from '#server/platform/http/csv-response.ts'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import type { SignupService } from './signup.service.ts'
import type { SubscriberService } from './subscribers.service.ts'

type SubscriberDeps = { subscribers: SubscriberService; signup: SignupService; securityHeaders: SecurityHeaders }

export function subscriberRoutes({ subscribers, signup, securityHeaders }: SubscriberDeps): DeskRoute[] {
  return [
    {
      method: 'GET',
      path: '/subscribers',
      role: 'read-only',
      async handle(visit) {
        const part = visit.query('part')
        const after = cursorSchema.safeParse(readCursor(visit)).data
        const [count, page] = await Promise.all([subscribers.count(), subscribers.list(part, after)])
        const body = (
          <Subscribers
            count={count}
            part={part}
            subscribers={page.subscribers}
            first={after && deskPaths.subscribers(part)}
            next={page.next && deskPaths.subscribers(part, writeCursor(page.next))}
            isOwner={isAtLeast(visit.operator.role, 'owner')}
          />
        )
        return visit.page({ title: 'Subscribers', section: 'subscribers', body })
      },
    },
    {
      method: 'GET',
      path: '/subscribers/export.csv',
      role: 'owner',
      isSensitive: true,
      isFile: true,
      handle: () => csvFile('subscribers', signup.exportSubscribers(), securityHeaders),
    },
  ]
}
