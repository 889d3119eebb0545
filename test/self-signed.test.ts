import { createSecureContext } from 'node:tls'
import { expect, test } from 'vitest'
import { selfSigned } from './self-signed.ts'

test('creates certificates that can be loaded, whatever their length', () => {
  for (let length = 1; length <= 60; length += 1)
    expect(() => createSecureContext(selfSigned([`${'a'.repeat(length)}.example`]))).not.toThrow()
})
