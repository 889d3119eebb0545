import { createContext, useContext } from 'react'
import { timeAgo } from '#domain/time/time-ago.ts'
import { shortDateTime } from './date-time.ts'

/** The time of rendering, so that screens don't have to pass it down to every date. */
export const RenderTime = createContext(new Date(0))

const DAY_HOURS = 24
/** The database's clock may be a little ahead of ours. */
const CLOCK_SKEW_MS = 60_000

/** '12 min ago' within a day, then 'Nov 15', with the full date on hover. A future date is shown in full. */
export function When({ at }: { at: Date }) {
  const now = useContext(RenderTime)
  const full = shortDateTime(at)
  const isToCome = at.getTime() > now.getTime() + CLOCK_SKEW_MS
  return (
    <time dateTime={at.toISOString()} title={full}>
      {isToCome ? full : timeAgo(at, now, DAY_HOURS)}
    </time>
  )
}
