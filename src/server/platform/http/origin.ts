/** Where a desk request comes from. */
export type Origin = {
  address: string
  userAgent: string
  /** Value of the device cookie, if any. */
  deviceToken?: string | undefined
}
