import { type Logger, type LoggerOptions, pino } from 'pino'
import { redact } from './redact.ts'
import { scope } from './scope.ts'

export type LoggedError = { type: string; message: string; code?: string; stack?: string; cause?: LoggedError }

/** Called with each logged error, redacted. */
export type ReportError = (report: {
  error: LoggedError
  message: string
  requestId: string | undefined
  queue: string | undefined
}) => void

const MAX_CAUSES = 3
const ERROR_LEVEL = 50

export function createLog(
  level: string,
  destination?: { write: (line: string) => void },
  reportError?: ReportError,
): Logger {
  // Queues have their own logger.
  const mixin = () => {
    const requestId = scope.getStore()?.requestId
    return requestId === undefined ? {} : { requestId }
  }
  const hooks: LoggerOptions['hooks'] = {
    logMethod(args, log, lineLevel) {
      const [fields, message] = args as unknown[]
      if (lineLevel >= ERROR_LEVEL && typeof fields === 'object' && fields && 'err' in fields) {
        const { requestId, queue } = scope.getStore() ?? {}
        reportError?.({ error: describeError(fields.err), message: String(message), requestId, queue })
      }
      log.apply(this, args)
    },
  }
  const options = { level, mixin, serializers: { err: describeError }, ...(reportError && { hooks }) }
  return destination ? pino(options, destination) : pino(options)
}

/**
 * The loggable part of an error. Database errors quote whole rows (query parameters, "Key (email)=(…)"), so only the
 * fields listed here are logged, with addresses and codes redacted.
 */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: redact(String(error)) }
  // Drizzle appends the query's parameters to its message.
  const message = redact(error.message.split('\nparams:', 1)[0] ?? '')
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return {
    type: error.name,
    message,
    ...(code !== undefined && { code }),
    stack: [message, ...frames].join('\n'),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: describeError(error.cause, depth + 1) }),
  }
}
