const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** "seven"; a number beyond twelve stays in digits. */
export function numberWord(count: number): string {
  return WORDS[count] ?? String(count)
}
