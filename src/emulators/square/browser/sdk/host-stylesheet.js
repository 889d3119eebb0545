import { FONT_PATH, ORIGINS, SDK_ORIGIN } from './origins.js'

/** Like Square, adds a stylesheet from its own origin, a style element, and fonts from other origins. */
export function addHostStylesheet() {
  const href = `${SDK_ORIGIN}/v1/square.css`
  if (document.querySelector(`link[href="${href}"]`)) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  const style = document.createElement('style')
  style.textContent = ORIGINS.fonts.map(fontFace).join('\n')
  document.head.append(link, style)
  for (const [index] of ORIGINS.fonts.entries()) void document.fonts.load(`16px "Square ${index}"`).catch(() => [])
}

/**
 * @param {string} origin
 * @param {number} index
 */
function fontFace(origin, index) {
  return `@font-face { font-family: "Square ${index}"; src: url("${origin}${FONT_PATH}") format("woff2"); }`
}
