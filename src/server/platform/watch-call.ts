import { inSpan } from './trace.ts'

/** Who is called. Closed lists, because they are labels in /metrics. */
export type Provider = 'square' | 'easypost' | 'mail' | 'cdn'

/**
 * `refused`: a definite rejection that a retry wouldn't change. `failed`: no response, or one that doesn't say what
 * happened.
 */
export type CallOutcome = 'ok' | 'refused' | 'failed'

export type CallEnd<T> = { result: T } | { error: unknown }

/** Runs a call to another company's server; its result or error is passed on unchanged. */
export type WatchCall = <T>(
  call: { provider: Provider; name: string },
  work: () => Promise<T>,
  judge: (end: CallEnd<T>) => CallOutcome,
) => Promise<T>

/** For tests and commands that aren't measured. */
export const unwatched: WatchCall = (_call, work) => work()

/** Calls `onEnd` once per call. */
export function createWatchCall(
  onEnd: (call: { provider: Provider; name: string }, outcome: CallOutcome, seconds: number) => void,
): WatchCall {
  return async (call, work, judge) => {
    const start = performance.now()
    const end = (outcome: CallOutcome) => onEnd(call, outcome, (performance.now() - start) / 1000)
    let result
    try {
      result = await inSpan(`${call.provider} ${call.name}`, () => ({}), work)
    } catch (error) {
      end(judge({ error }))
      throw error
    }
    end(judge({ result }))
    return result
  }
}
