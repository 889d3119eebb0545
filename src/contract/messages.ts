/** What visitors read when something does not work (spec 8), by code. Tests and pages quote the same strings. */
export const messages = {
  signupFailed: 'Failed to sign up. Please try again.',
  emailInvalid: 'Please enter a valid email address.',
  tooManyRequests: 'Too many attempts. Please try again later.',
  discountCheckFailed: 'Failed to validate discount code',
  discountInvalid: 'This code is not valid.',
  /** Under the field, always: the answer to a wrong code says nothing about why. */
  discountNote: 'Codes are case-sensitive.',
} as const
