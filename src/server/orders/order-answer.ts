import { deskPaths } from '#desk/desk-paths.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import type { OrderResult } from './order-desk.service.ts'
import { ORDER_PROBLEMS } from './order-forms.ts'

export const ALREADY_DONE = 'This was already done.'

/** Back to the order named in the path, with a sentence. */
export function backToOrder(visit: OperatorVisit, text: string, kind: 'done' | 'problem' = 'problem'): Response {
  return visit.go(deskPaths.order(visit.id('id')), { kind, text })
}

/** Back to the order named in the path, with what became of the change. */
export function answerOrder(visit: OperatorVisit, result: OrderResult, done: string): Response {
  if (!result.ok) return backToOrder(visit, ORDER_PROBLEMS[result.code])
  return backToOrder(visit, result.isRepeat ? ALREADY_DONE : done, 'done')
}
