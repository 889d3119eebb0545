/**
 * Where a page begins that brings a refused form back: at a field in error or, when no field is to blame, at the words
 * that say why. Every one of them may have it; the page keeps the first.
 */
export const INITIAL_FOCUS = { autoFocus: true }

/** For words, which would not take the focus otherwise. */
export const INITIAL_TEXT_FOCUS = { ...INITIAL_FOCUS, tabIndex: -1 }
