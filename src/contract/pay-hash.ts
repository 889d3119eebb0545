/** The part of an order's page with the card form for what is left to pay. */
export const PAY_HASH = '#pay'
