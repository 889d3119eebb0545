let customers = 0

/** Two bottles of Pure Bloom to Provo: $50.00, $9.99 shipping and $3.58 tax. Every order has a different customer. */
export function anOrder() {
  customers += 1
  return {
    items: [{ productId: 'pure-bloom', quantity: 2, size: '1oz' }],
    customerInfo: {
      email: `buyer${customers}@example.com`,
      firstName: 'Ana',
      lastName: 'Prado',
      phone: '(801) 555-0142',
    },
    shippingAddress: { line1: '1 Main St', line2: '', city: 'Provo', state: 'UT', zip: '84601', country: 'US' },
  }
}

export const AN_ORDER_CENTS = 6357
