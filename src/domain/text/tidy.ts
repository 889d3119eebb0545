/** A typed text as it is stored: one way to write letters and line ends, and nothing around it. */
export function tidyText(typed: string): string {
  return typed.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim()
}

/** The same on one line. */
export function tidyLine(typed: string): string {
  return typed.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
}
