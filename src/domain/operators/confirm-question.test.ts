import { expect, test } from 'vitest'
import { questionAbout } from './confirm-question.ts'

function asked(fields: Record<string, string>): string | undefined {
  return questionAbout((name) => fields[name] ?? '')
}

test('asks about a form with a question, and no other', () => {
  expect(asked({ question: 'Remove it?' })).toBe('Remove it?')
  expect(asked({ reason: 'Remove it?' })).toBeUndefined()
})

test('formats the amount in the question, and does not ask about an invalid one', () => {
  const question = 'Refund {amount}?'
  expect(asked({ question, amount: ' 10.5 ' })).toBe('Refund $10.50?')
  expect(asked({ question, amount: 'ten' })).toBeUndefined()
})

test('does not ask if the field it depends on is filled in', () => {
  const question = { question: 'Ship without a number?', questionWithout: 'trackingNumber' }
  expect(asked({ ...question, trackingNumber: ' ' })).toBe('Ship without a number?')
  expect(asked({ ...question, trackingNumber: '1Z' })).toBeUndefined()
})
