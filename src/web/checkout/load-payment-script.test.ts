import { expect, test } from 'vitest'
import { loadPaymentScript } from './load-payment-script.ts'

/** As much of a document as the loader touches; the browser tests use a real one. */
function fakePage() {
  const scripts: (EventTarget & { src: string; async: boolean; remove: () => void })[] = []
  const page = {
    createElement() {
      const script = Object.assign(new EventTarget(), {
        src: '',
        async: false,
        remove: () => void scripts.splice(scripts.indexOf(script), 1),
      })
      return script
    },
    head: { append: (script: (typeof scripts)[number]) => void scripts.push(script) },
  }
  return { scripts, page: page as unknown as Document }
}

test('everybody who asks shares one script', async () => {
  const { scripts, page } = fakePage()
  const first = loadPaymentScript('https://pay.example/one.js', page)
  const second = loadPaymentScript('https://pay.example/one.js', page)
  expect(scripts.map(({ src }) => src)).toEqual(['https://pay.example/one.js'])
  scripts[0]?.dispatchEvent(new Event('load'))
  await Promise.all([first, second])
  await loadPaymentScript('https://pay.example/one.js', page)
  expect(scripts).toHaveLength(1)
})

test('a failed load leaves nothing behind and can be tried again', async () => {
  const { scripts, page } = fakePage()
  const first = loadPaymentScript('https://pay.example/two.js', page)
  scripts[0]?.dispatchEvent(new Event('error'))
  await expect(first).rejects.toThrow('did not load')
  expect(scripts).toHaveLength(0)
  const second = loadPaymentScript('https://pay.example/two.js', page)
  scripts[0]?.dispatchEvent(new Event('load'))
  await expect(second).resolves.toBeUndefined()
})
