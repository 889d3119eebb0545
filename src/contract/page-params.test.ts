import { expect, test } from 'vitest'
import { pageAddress } from './page-params.ts'

function address(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  return pageAddress(pathname, searchParams)
}

test('a page without parameters of its own has one address', () => {
  expect(address('/?utm_source=mail&fbclid=1')).toBe('/')
  expect(address('/about')).toBe('/about')
})

test('a parameter the page reads is kept, once', () => {
  expect(address('/products/pure-bloom?b=1&size=2oz&size=4oz')).toBe('/products/pure-bloom?size=2oz')
})

test('data requests keep the list of routes', () => {
  expect(address('/products/pure-bloom.data?x=1&_routes=root&size=1oz')).toBe(
    '/products/pure-bloom.data?size=1oz&_routes=root',
  )
})

test('a parameter that may come several times has one order', () => {
  expect(address('/shop-all?without=nuts&x=1&without=coconut&without=nuts')).toBe(
    '/shop-all?without=coconut&without=nuts',
  )
})
