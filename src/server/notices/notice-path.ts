import { deskPaths } from '#desk/desk-paths.ts'
import type { Notice } from '#domain/notices/notice.ts'

/** The screen a notice links to. */
export function noticePath(notice: Notice): string {
  switch (notice.kind) {
    case 'new-order':
      return deskPaths.order(notice.orderId)
    case 'low-stock':
      return deskPaths.products()
    case 'new-review':
      return deskPaths.reviews()
    case 'alert':
      return deskPaths.money()
    case 'test':
      return deskPaths.notifications()
    case 'failed-email':
    case 'daily-summary':
      return deskPaths.today()
  }
}
