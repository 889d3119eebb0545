import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Toaster } from '#web/ui/toaster.tsx'
import { useCart } from './cart-context.ts'
import { CartProvider } from './cart-provider.tsx'

function Count() {
  return <p>{useCart().count}</p>
}

test('throws when the cart is used outside its provider', () => {
  expect(() => renderToStaticMarkup(<Count />)).toThrow('useCart must be used within a CartProvider')
})

test('renders an empty cart on the server', () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <Toaster page="/">
        <CartProvider>
          <Count />
        </CartProvider>
      </Toaster>
    </MemoryRouter>,
  )
  expect(html).toContain('<p>0</p>')
})
