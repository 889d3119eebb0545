import type { OrderState } from '#domain/orders/order-states.ts'
export type CodeOrder = {
  id: string
  number: string
  paidAt: Date | null
  state: OrderState
  totalCents: number
  discountCents: number
}

export type CodeAtDesk = {
  code: string
  kind: 'percent' | 'amount'
  percent: number | null
  amountCents: number | null
  minimumSubtotalCents: number
  startsAt: Date | null
  endsAt: Date | null
  totalLimit: number | null
  personLimit: number | null
  isFirstOrderOnly: boolean
  foldedEmail: string | null
  usedCount: number
  isActive: boolean
  createdBy: string | null
  createdAt: Date
  paidOrders: number
  salesCents: number
  discountCents: number
}
