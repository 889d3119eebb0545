/** Where a request to the desk comes from. */
export type Origin = {
  address: string
  userAgent: string
  /** What the device cookie holds, if there is one. */
  deviceToken?: string | undefined
}
