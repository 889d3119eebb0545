const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** "Seven" at the start of a heading; a number beyond twelve stays in digits. */
export function numberWord(count: number): string {
  const word = WORDS[count] ?? String(count)
  return word.charAt(0).toUpperCase() + word.slice(1)
}
