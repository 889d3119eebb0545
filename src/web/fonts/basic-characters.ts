const ASCII = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)).join('')
const ACCENTED = 'áàâäåãçéèêëíïñóôöøúü'
const SIGNS = '\u{a0}©®°·×½¼¾–—‘’“”•…™′″←→−'

/** Characters in the fonts that every page loads; a page with any other character also loads the full fonts. */
export const BASIC_CHARACTERS = ASCII + ACCENTED + SIGNS
