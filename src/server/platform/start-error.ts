/** Something the person who starts the shop can put right; its message says how, and is all that they are shown. */
export class StartError extends Error {
  override name = 'StartError'
}

/** By name: in development the shop's modules are loaded anew at every edit, and each time bring a class of their own. */
export function isStartError(error: unknown): error is StartError {
  return error instanceof Error && error.name === 'StartError'
}
