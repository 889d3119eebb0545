/**
 * Initial focus of a page that shows a refused form again: an invalid field or, if there is none, the message. Several
 * elements may have it; the page keeps the first.
 */
export const INITIAL_FOCUS = { autoFocus: true }

/** For text, which can't be focused otherwise. */
export const INITIAL_TEXT_FOCUS = { ...INITIAL_FOCUS, tabIndex: -1 }
