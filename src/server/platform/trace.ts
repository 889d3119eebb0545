import { scope } from './scope.ts'

export type Attributes = Record<string, string | number>

export interface Span {
  /** W3C `traceparent`, for later work to join the trace. */
  readonly traceparent: string
  child(name: string, attributes: Attributes): Span
  set(attributes: Attributes): void
  end(error?: unknown): void
}

export interface Tracer {
  /** Starts a trace, or joins the one of `traceparent`; undefined if it isn't sampled. */
  start(name: string, attributes: Attributes, traceparent?: string | null): Span | undefined
  /** Sends what is left. */
  close(): Promise<void>
}

/** Runs the work as a span of the current trace. Without one, it just runs it and doesn't compute attributes. */
export function inSpan<T>(name: string, attributes: () => Attributes, work: () => Promise<T>): Promise<T> {
  const span = scope.getStore()?.span
  return span ? runIn(span.child(name, attributes()), work) : work()
}

/** The same for a queue's later work on behalf of whatever stored this `traceparent`. */
export function inTrace<T>(
  traceparent: string | null,
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  const span = traceparent === null ? undefined : scope.getStore()?.tracer?.start(name, attributes, traceparent)
  return span ? runIn(span, work) : work()
}

/** To store with work that is done later. */
export function currentTraceparent(): string | null {
  return scope.getStore()?.span?.traceparent ?? null
}

async function runIn<T>(span: Span, work: () => Promise<T>): Promise<T> {
  let failure: unknown
  try {
    return await scope.run({ ...scope.getStore(), span }, work)
  } catch (error) {
    failure = error ?? 'failed'
    throw error
  } finally {
    span.end(failure)
  }
}
