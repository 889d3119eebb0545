import { expect, test } from 'vitest'
import { type GoLiveFacts, goLiveStates } from './go-live.ts'

const NOTHING: GoLiveFacts = {
  hasPasskey: false,
  hasAddress: false,
  hasPolicies: false,
  hasBackup: false,
  environment: 'sandbox',
  isAccountRight: false,
  hasWebhook: false,
  hasPaidOrder: false,
  hasRefund: false,
  hasWallets: false,
  hasAppleFile: false,
}
const EVERYTHING: GoLiveFacts = {
  hasPasskey: true,
  hasAddress: true,
  hasPolicies: true,
  hasBackup: true,
  environment: 'production',
  isAccountRight: true,
  hasWebhook: true,
  hasPaidOrder: true,
  hasRefund: true,
  hasWallets: true,
  hasAppleFile: true,
}

function open(facts: GoLiveFacts): string[] {
  return goLiveStates(facts).flatMap(({ step, isDone }) => (isDone ? [] : [step]))
}

test('a new shop has every step left, and Apple’s file only with wallets', () => {
  expect(open(NOTHING)).toEqual([
    'passkey',
    'address',
    'policies',
    'account',
    'order',
    'webhook',
    'refund',
    'backup',
    'live',
  ])
  expect(open({ ...NOTHING, hasWallets: true })).toContain('wallets')
})

test.each([
  ['hasPasskey', ['passkey']],
  ['hasAddress', ['address']],
  ['hasPolicies', ['policies']],
  ['hasBackup', ['backup']],
  ['isAccountRight', ['account', 'live']],
  ['hasWebhook', ['webhook']],
  ['hasPaidOrder', ['order']],
  ['hasRefund', ['refund']],
  ['hasAppleFile', ['wallets']],
] as const)('without %s, %s is open and nothing else', (fact, steps) => {
  expect(open({ ...EVERYTHING, [fact]: false })).toEqual(steps)
})

test('the sandbox is never live, and the emulator has only the steps without Square', () => {
  expect(open({ ...EVERYTHING, environment: 'sandbox' })).toEqual(['live'])
  expect(open(EVERYTHING)).toEqual([])
  const steps = ['passkey', 'address', 'policies', 'order', 'refund', 'backup']
  expect(open({ ...NOTHING, hasWallets: true, environment: 'emulator' })).toEqual(steps)
  expect(open({ ...EVERYTHING, isAccountRight: false, environment: 'emulator' })).toEqual([])
})
