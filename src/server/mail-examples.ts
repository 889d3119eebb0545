const order = { orderNumber: 'BLM-23456789-ABCD', firstName: 'Ana', orderPath: '/order/token' }

/** One payload for every email of the shop, by its name: for previews and tests. */
export const MAIL_EXAMPLES = {
  welcome: { discountCode: 'BLOOM-ABCDEF-GHJKMN', unsubscribeToken: 'token' },
  'order-confirmation': {
    ...order,
    lines: [
      { name: 'A face oil', size: '1oz', quantity: 2, priceCents: 2500 },
      { name: 'A body oil', size: null, quantity: 1, priceCents: 4600 },
    ],
    subtotalCents: 9600,
    discountCents: 960,
    shippingCents: 0,
    taxCents: 618,
    totalCents: 9258,
    shipTo: ['Ana Pires', '1 Main St', 'Provo, UT 84601'],
  },
  'payment-pending': { ...order, totalCents: 9258 },
  'payment-not-taken': order,
  'address-changed': { ...order, shipTo: ['Ana Pires', '1 Main St', 'Apt 4', 'Provo, UT 84601'] },
  shipped: {
    ...order,
    carrier: 'USPS',
    trackingNumber: '9400 1000',
    reviews: [{ name: 'A face oil', path: '/products/a-face-oil?order=BLM-23456789-ABCD&proof=x#reviews' }],
  },
  delayed: { ...order, shipBy: '2026-03-04', reason: 'The corks are late.', needsConsent: false },
  'not-shipped': { ...order },
  'return-instructions': { ...order, items: ['1 × Rose & Sage Oil, 1oz'] },
  'owner-alert': { title: 'A refund was refused', subject: 'BLM-23456789-ABCD', detail: 'REFUND_DECLINED' },
  refunded: {
    ...order,
    refundCents: 9258,
    isComplete: true,
    items: [{ name: 'Rose & Sage Oil', size: '1oz', quantity: 1 }],
    withShipping: true,
  },
  'items-removed': {
    ...order,
    refundCents: 2680,
    removed: [{ name: 'Rose & Sage Oil', size: '1oz', quantity: 1 }],
    kept: [{ name: 'A face oil', size: null, quantity: 2 }],
    addedShippingCents: 999,
  },
  cancelled: { ...order, refundCents: 3399, isRest: true },
  'payment-returned': { ...order, refundCents: 9258, why: 'late-payment', isOrderPaid: false },
  'shop-notice': {
    title: 'New order',
    body: '$84.00 · 3 items',
    rows: [{ label: 'Orders to pack', value: '3' }],
    path: '/admin/orders',
  },
  'desk-link': { linkId: '00000000-0000-4000-8000-000000000000' },
  'desk-notice': {
    event: 'new-device',
    at: '2026-11-15T12:00:00.000Z',
    device: 'Safari on iPhone',
    address: '203.0.113.7',
  },
}
