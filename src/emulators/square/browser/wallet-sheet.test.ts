import { expect, test, vi } from 'vitest'

test('closes a sheet with an error if its server does not respond', async () => {
  const told: unknown[] = []
  const clicks = new Map<string, () => void>()
  vi.stubGlobal('window', {
    location: { search: '?method=Google+Pay&parentOrigin=http%3A%2F%2Flocalhost%3A3000' },
    parent: { postMessage: (message: unknown) => told.push(message) },
    addEventListener: () => {},
  })
  vi.stubGlobal('document', {
    documentElement: { dataset: { server: 'http://localhost:3001/gp' } },
    getElementById: (id: string) => ({
      addEventListener: (_type: string, listener: () => void) => clicks.set(id, listener),
      focus: () => {},
    }),
  })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await import('./wallet-sheet.js')
  clicks.get('pay')?.()
  await expect.poll(() => told.at(-1)).toMatchObject({ event: 'chosen', value: { status: 'Error' } })
  vi.unstubAllGlobals()
})
