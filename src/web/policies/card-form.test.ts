import { expect, test } from 'vitest'
import { cardFormOf } from './card-form.ts'

test('describes the card form of the script that the checkout loads', () => {
  expect(cardFormOf('https://web.squarecdn.com/v1/square.js', true)).toEqual({
    provider: 'square',
    host: 'web.squarecdn.com',
    hasWallets: true,
  })
  expect(cardFormOf('https://sandbox.web.squarecdn.com/v1/square.js', false).provider).toBe('sandbox')
  expect(cardFormOf('http://127.0.0.1:3001/v1/square.js', false)).toMatchObject({
    provider: 'emulator',
    host: '127.0.0.1:3001',
  })
})
