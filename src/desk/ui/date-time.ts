import { dateFormatter } from '#domain/time/date-formatter.ts'
import { SHOP_TIME_ZONE } from '#domain/time/display.ts'

/** 'Mar 4, 2026, 2:05 PM', in the shop's time zone. */
export const shortDateTime = dateFormatter('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: SHOP_TIME_ZONE,
})
