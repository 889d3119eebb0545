/** The moments after use that the field's lines are about. */
export const FEEL_MINUTES = [0, 10, 60] as const

export type FeelMoment = { minute: (typeof FEEL_MINUTES)[number]; title: string; text: string }

/** One line per moment; its first sentence is the heading, without its period. */
export function feelMoments(lines: readonly string[]): FeelMoment[] {
  return FEEL_MINUTES.flatMap((minute, index) => {
    const line = lines[index]?.trim()
    if (!line) return []
    const [, title = line, text = ''] = /^(.+?[.!?])\s+(.+)$/s.exec(line) ?? []
    return [{ minute, title: title.replace(/\.$/, ''), text }]
  })
}
