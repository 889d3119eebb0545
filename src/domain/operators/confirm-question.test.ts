import { expect, test } from 'vitest'
import { questionAbout } from './confirm-question.ts'

function asked(fields: Record<string, string>): string | undefined {
  return questionAbout((name) => fields[name] ?? '')
}

test('a form with a question is asked about, any other is not', () => {
  expect(asked({ question: 'Remove it?' })).toBe('Remove it?')
  expect(asked({ reason: 'Remove it?' })).toBeUndefined()
})

test('a sum is asked about as it will be read, and what is no sum is not', () => {
  const question = 'Refund {amount}?'
  expect(asked({ question, amount: ' 10.5 ' })).toBe('Refund $10.50?')
  expect(asked({ question, amount: 'ten' })).toBeUndefined()
})

test('what is asked about something left out is not asked when it is there', () => {
  const question = { question: 'Ship without a number?', questionWithout: 'trackingNumber' }
  expect(asked({ ...question, trackingNumber: ' ' })).toBe('Ship without a number?')
  expect(asked({ ...question, trackingNumber: '1Z' })).toBeUndefined()
})
