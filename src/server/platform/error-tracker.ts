import { randomUUID } from 'node:crypto'
import type { LoggedError, ReportError } from './log.ts'

export type ErrorTrackerSettings = { dsn: string; environment: string }

/** A repeated error tells nothing new, and a broken database must not cause a flood. */
const MAX_PER_MINUTE = 30
const REPEAT_AFTER_MS = 60_000
const SEND_TIMEOUT_MS = 5000

/**
 * Reports errors of the log to a tracker that speaks Sentry's protocol
 * (https://develop.sentry.dev/sdk/data-model/envelopes/). It gets what the log gets: no values, addresses or requests.
 */
export function createErrorTracker({ dsn, environment }: ErrorTrackerSettings, now = () => performance.now()) {
  const { protocol, host, username, pathname } = new URL(dsn)
  const project = pathname.split('/').at(-1) ?? ''
  const folder = pathname.slice(0, -project.length - 1)
  const url = `${protocol}//${host}${folder}/api/${project}/envelope/`
  const reported = new Map<string, number>()

  const report: ReportError = ({ error, message, requestId, queue }) => {
    const key = `${message} ${error.type} ${error.message}`
    for (const [known, at] of reported) if (now() - at >= REPEAT_AFTER_MS) reported.delete(known)
    if (reported.has(key) || reported.size >= MAX_PER_MINUTE) return
    reported.set(key, now())
    const id = randomUUID().replaceAll('-', '')
    const event = {
      event_id: id,
      timestamp: Date.now() / 1000,
      platform: 'node',
      level: 'error',
      environment,
      logentry: { formatted: message },
      exception: { values: chainOf(error).map(toException).toReversed() },
      tags: { ...(requestId && { requestId }), ...(queue && { queue }) },
    }
    const lines = [{ event_id: id, dsn, sent_at: new Date().toISOString() }, { type: 'event' }, event]
    fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_client=bloomera/1, sentry_key=${username}`,
      },
      body: lines.map((line) => JSON.stringify(line)).join('\n'),
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    })
      .then((response) => response.arrayBuffer())
      // The error is already in the log; don't log another one because the tracker is down.
      .catch(() => {})
  }
  return report
}

function chainOf(error: LoggedError): LoggedError[] {
  return error.cause ? [error, ...chainOf(error.cause)] : [error]
}

function toException({ type, message, stack }: LoggedError) {
  const frames = [...(stack ?? '').matchAll(/^\s+at (?:(.*?) \()?(.*?):(\d+):(\d+)\)?$/gm)].map(
    ([, name, filename, line, column]) => ({
      function: name ?? '?',
      filename,
      lineno: Number(line),
      colno: Number(column),
    }),
  )
  // The oldest call comes first.
  return { type, value: message, stacktrace: { frames: frames.toReversed() } }
}
