import { expect, test } from 'vitest'
import { isPlayedAt, originsFor } from './origins.ts'

test.each([
  [
    'http://web.localhost:3001/v1/square.js',
    'http://pci.localhost:3001',
    'http://acs.elmwood-credit-union.localhost:3001',
  ],
  [
    'https://sandbox.web.squarecdn.com/v1/square.js',
    'https://pci-connect.squareupsandbox.com',
    'https://acs.elmwood-credit-union.example',
  ],
  [
    'https://web.squarecdn.com/v1/square.js',
    'https://pci-connect.squareup.com',
    'https://acs.elmwood-credit-union.example',
  ],
  ['http://127.0.0.1:3001/v1/square.js', 'http://127.0.0.1:3001', 'http://127.0.0.1:3001'],
])('%s sends cards to %s, with the bank at %s', (script, pci, bank) => {
  expect(originsFor(new URL(script))).toMatchObject({ pci, bank, isLive: script.includes('//web.squarecdn.com') })
})

test('gives each role its own origin at web.localhost and at Square', () => {
  for (const script of ['http://web.localhost:3001/v1/square.js', 'https://web.squarecdn.com/v1/square.js']) {
    const { sdk, pci, api, telemetry, fonts, googlePay, threeDsMethod, bank } = originsFor(new URL(script))
    const all = [sdk, pci, api, telemetry, ...fonts, googlePay, threeDsMethod, bank]
    expect(new Set(all).size).toBe(all.length)
  }
})

test.each([
  ['http://web.localhost:3001/v1/square.js', true],
  ['http://web.localhost:3001/v1/tokens', false],
  ['http://web.localhost:3001/v2/payments', false],
  ['http://pci.localhost:3001/v1/tokens', true],
  ['http://pci.localhost:3001/v1/square.js', false],
  ['https://web.squarecdn.com/emulator/ledger', false],
  ['https://connect.squareup.com/v2/payments', true],
  ['https://acs.elmwood-credit-union.example/3ds/challenge', true],
  ['https://acs.elmwood-credit-union.example/v1/card-frame.html', false],
  ['http://127.0.0.1:3001/v1/tokens', true],
  ['http://127.0.0.1:3001/emulator/ledger', true],
])('serves %s: %s', (url, isPlayed) => {
  expect(isPlayedAt(new URL(url))).toBe(isPlayed)
})
