/** Preloaded into a shop (`node --import`): SIGUSR2 makes it fail as a bug would, outside any request. */
const { execPath } = process

const FAULTS: Record<string, () => void> = {
  error: () =>
    setTimeout(() => {
      throw new Error('a bug met buyer@example.com')
    }),
  rejection: () => void Promise.reject(new Error('a bug met buyer@example.com')),
  /** In the supervisor, until the next signal: no process can be started, as without memory or process ids. */
  'no-process': () => {
    process.execPath = process.execPath === execPath ? '/no/such/program' : execPath
  },
  /** The same for the reasons for which `fork` throws: an environment that is too large is one. */
  'no-environment': () => {
    if (process.env.TOO_LARGE) delete process.env.TOO_LARGE
    else process.env.TOO_LARGE = 'x'.repeat(2 ** 20)
  },
}

process.on('SIGUSR2', () => FAULTS[process.env.FAULT ?? 'error']?.())
