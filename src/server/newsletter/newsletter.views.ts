export type FoundSubscriber = {
  id: string
  email: string
  source: string
  consentedAt: Date
  micros: number
  unsubscribedAt: Date | null
  leftBecause: 'bounced' | 'complained' | null
  discountCode: string
  usedCount: number
}
