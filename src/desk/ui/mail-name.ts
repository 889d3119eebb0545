const MAIL_NAMES: Record<string, string> = {
  welcome: 'Welcome',
  'order-confirmation': 'Confirmation',
  'payment-pending': 'Payment being confirmed',
  'payment-not-taken': 'No payment was taken',
  'payment-returned': 'Payment returned',
  'address-changed': 'Details updated',
  shipped: 'On its way',
  delayed: 'Leaves later',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
  'owner-alert': 'Alert to the owner',
  'desk-link': 'Sign-in link',
  'desk-notice': 'Security notice',
}

export function mailName(template: string): string {
  return MAIL_NAMES[template] ?? template
}
