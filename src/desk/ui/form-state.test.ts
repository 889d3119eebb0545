import { expect, test } from 'vitest'
import { conflictingForm } from './form-state.ts'

test('shows what another operator has stored where it differs, whatever the fields are called', () => {
  const typed = Object.fromEntries([
    ['name', 'Mine'],
    ['text', 'One\r\ntwo '],
    ['note', 'New'],
    ['constructor', 'y'],
    ['__proto__', 'z'],
  ])
  const { theirs } = conflictingForm(typed, { name: 'Theirs', text: 'One\ntwo' }, 'v2')
  expect(Object.entries(theirs)).toEqual([
    ['name', 'Theirs'],
    ['note', ''],
    ['constructor', ''],
    ['__proto__', ''],
  ])
})
