import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Toaster } from '#web/ui/toaster.tsx'
import { CartProvider, useCart } from './cart-provider.tsx'

function Count() {
  return <p>{useCart().count}</p>
}

test('the cart outside its provider is an error', () => {
  expect(() => renderToStaticMarkup(<Count />)).toThrow('useCart must be used within a CartProvider')
})

test('on the server the cart is empty', () => {
  const html = renderToStaticMarkup(
    <Toaster page="/">
      <CartProvider>
        <Count />
      </CartProvider>
    </Toaster>,
  )
  expect(html).toContain('<p>0</p>')
})
