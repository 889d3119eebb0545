import { expect, test } from 'vitest'
import { fairCharacters, READABLE_ALPHABET } from './random-characters.ts'

test('drops bytes that would bias the characters', () => {
  const count = new Map<string, number>()
  for (let byte = 0; byte < 256; byte += 1) {
    const [character] = fairCharacters(Uint8Array.of(byte, 0), 1)
    const isDropped = byte >= 232
    if (!isDropped && character) count.set(character, (count.get(character) ?? 0) + 1)
  }
  expect([...count.keys()].join('')).toBe(READABLE_ALPHABET)
  expect(new Set(count.values())).toEqual(new Set([8]))
  expect(fairCharacters(Uint8Array.of(231, 232, 255, 1), 2)).toBe('Z3')
})

test('throws when the bytes run out instead of returning a shorter text', () => {
  expect(fairCharacters(Uint8Array.of(0, 1, 2), 3)).toBe('234')
  expect(() => fairCharacters(Uint8Array.of(0, 1, 255), 3)).toThrow('not enough random bytes for 3 characters')
})
