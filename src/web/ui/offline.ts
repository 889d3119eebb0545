/** Said where something needs the network, and has no sentence of its own. */
export const OFFLINE = 'You’re offline. Your cart is safe; try that again once you’re connected.'
