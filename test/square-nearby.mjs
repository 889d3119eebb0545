/** Preloaded into a production shop (`node --import`) that is configured for Square: its requests go here instead. */
const SQUARE = 'https://connect.squareup.com'
const { fetch } = globalThis

globalThis.fetch = (input, init) => {
  const url = String(input instanceof Request ? input.url : input)
  return url.startsWith(`${SQUARE}/`)
    ? fetch(process.env.SQUARE_NEARBY + url.slice(SQUARE.length), init)
    : fetch(input, init)
}
