const LETTERS: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' }

/** "Séan O’Brien-Łuk" becomes "sean obrien luk", for comparing names however they are typed. Like `search_key` in SQL. */
export function plainName(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F'’‘`ʼ.]/gu, '')
    .toLowerCase()
    .replaceAll(/[øłđðþßæœı]/gu, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/[\s-]+/gu, ' ')
    .trim()
}
