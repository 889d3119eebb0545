import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

test('gives a browser its common name', () => {
  const names = {
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Safari/604.1':
      'Safari on iPhone',
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Edg/140.0': 'Edge on Windows',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X) Firefox/140.0': 'Firefox on Mac',
    'Mozilla/5.0 (X11; CrOS x86_64) Chrome/140.0': 'Chrome on Chromebook',
    curl: 'A browser',
    '': 'A browser',
  }
  for (const [userAgent, name] of Object.entries(names)) expect(deviceName(userAgent)).toBe(name)
})
