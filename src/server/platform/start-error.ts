/** Something the person who starts the shop can put right; its message says how, and is all that they are shown. */
export class StartError extends Error {
  override name = 'StartError'
}
