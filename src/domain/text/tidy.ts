/** Normalizes typed text for storage: NFC, \n line ends, trimmed. */
export function tidyText(typed: string): string {
  return typed.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim()
}

/** Same, on a single line. */
export function tidyLine(typed: string): string {
  return typed.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
}
