/** What the owner lets the shop say about returns, once confirmed. */
export type ReturnTerms = {
  /** Days from delivery in which a bottle may be sent back. */
  days: number
  /** Otherwise only unopened bottles are taken back. */
  takesOpened: boolean
  /** Otherwise the customer pays for the package back. */
  shopPays: boolean
}

/** "Return unopened bottles within 30 days". */
export function returnLine({ days, takesOpened }: ReturnTerms): string {
  return `Return ${takesOpened ? 'any bottle, opened or not,' : 'unopened bottles'} within ${days} days`
}
