/** The shop's style options on the form. A constructed sheet needs no permission from the page's policy. */
const sheet = new CSSStyleSheet()
document.adoptedStyleSheets = [sheet]

/** @param {string} property */
function kebab(property) {
  return property.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** @param {Record<string, any>} style */
function rulesOf(style) {
  return Object.entries(style).flatMap(([selector, part]) => {
    // The message line is in the shop's page.
    if (selector.startsWith('.message')) return []
    if (selector.startsWith('@media')) return [`${selector} { ${rulesOf(part).join('\n')} }`]
    const declarations = Object.entries(part)
      .filter(([property, value]) => CSS.supports(kebab(property), String(value)))
      .map(([property, value]) => `${kebab(property)}: ${value};`)
    return [`${selector} { ${declarations.join(' ')} }`]
  })
}

/** @param {Record<string, any>} style */
export function applyStyles(style) {
  sheet.replaceSync(rulesOf(style).join('\n'))
}
