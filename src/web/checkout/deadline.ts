/** The other side didn't respond in time; it may still do so. */
export class DeadlineError extends Error {
  override name = 'DeadlineError'
}

/** Rejects when the time is up or the signal is aborted, whichever comes first. The work itself isn't stopped. */
export function withDeadline<T>(work: Promise<T>, milliseconds: number, signal?: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => end(() => reject(new DeadlineError(`no answer in ${milliseconds} ms`))),
      milliseconds,
    )
    const abort = () => end(() => reject(signal?.reason))

    function end(settle: () => void): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      settle()
    }

    work.then(
      (value) => end(() => resolve(value)),
      (error: unknown) => end(() => reject(error)),
    )
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort)
  })
}
