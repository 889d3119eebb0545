/** The return terms shown by the shop, once the owner confirms them. */
export type ReturnTerms = {
  /** Days after delivery in which a bottle can be returned. */
  days: number
  /** Otherwise only unopened bottles are accepted. */
  takesOpened: boolean
  /** Otherwise the customer pays for the package back. */
  shopPays: boolean
}

/** "Return unopened bottles within 30 days". */
export function returnLine({ days, takesOpened }: ReturnTerms): string {
  return `Return ${takesOpened ? 'any bottle, opened or not,' : 'unopened bottles'} within ${days} days`
}
