import { expect, test } from 'vitest'
import { COMMON_PASSWORD_PREFIXES } from './common-passwords.ts'
import { commonPasswordTest } from './is-common-password.ts'

test('contains the ten thousand most common passwords, from the first to the last', async () => {
  expect(Buffer.from(COMMON_PASSWORD_PREFIXES, 'base64').length / 4).toBeGreaterThanOrEqual(10_000)
  const isCommon = await commonPasswordTest()
  for (const password of [
    '123456',
    'password',
    'qwerty',
    'iloveyou',
    'trustno1',
    '1q2w3e4r5t6y',
    'michael',
    '24081990',
    'qwertyuiop123',
  ])
    expect(`${password}: ${isCommon(password)}`).toBe(`${password}: true`)
  for (const password of ['correct horse battery', 'mossy kettle vivid', '']) expect(isCommon(password)).toBe(false)
})
