import { capitalized } from './first-letter.ts'

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** "seven"; a number beyond twelve stays in digits. */
export function numberWord(count: number): string {
  return WORDS[count] ?? String(count)
}

/** "Seven", at the start of a heading. */
export function leadingNumberWord(count: number): string {
  return capitalized(numberWord(count))
}
