const MAIL_NAMES: Record<string, string> = {
  welcome: 'Welcome',
  'order-confirmation': 'Order confirmation',
  'payment-pending': 'Payment pending',
  'payment-not-taken': 'Payment not taken',
  'payment-returned': 'Payment refunded',
  'address-changed': 'Details updated',
  'balance-requested': 'Request to pay',
  'balance-paid': 'Receipt',
  'balance-not-taken': 'Payment not taken',
  shipped: 'Shipped',
  'not-shipped': 'Not shipped yet',
  'return-instructions': 'Return instructions',
  delayed: 'Delay notice',
  refunded: 'Refund',
  'items-removed': 'Items removed',
  'items-changed': 'Items changed',
  cancelled: 'Order canceled',
  'owner-alert': 'Owner alert',
  'shop-notice': 'Notification',
  'desk-link': 'Sign-in link',
  'desk-notice': 'Security notice',
}

export function mailName(template: string): string {
  return MAIL_NAMES[template] ?? template
}
