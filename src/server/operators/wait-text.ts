import { counted } from '#domain/time/display.ts'

/** The message for someone who has to wait before the next try. */
export function waitText(seconds: number, otherWay: string): string {
  const wait = seconds < 90 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute')
  return `Too many attempts. Wait ${wait}, or use ${otherWay}.`
}
