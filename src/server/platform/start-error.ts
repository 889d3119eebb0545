/** An error the person starting the shop can fix. They only see its message, which says how. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Compares names, because hot reload creates a new class at every edit. */
export function isStartError(error: unknown): error is StartError {
  return error instanceof Error && error.name === 'StartError'
}
