import { deskPaths } from '#desk/desk-paths.ts'
import { readEditForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import type { OrderBalanceService } from './order-balance.service.ts'
import type { OrderResult } from './order-desk.service.ts'
import { ORDER_PROBLEMS, readFormKey } from './order-forms.ts'

/** What the buyer is asked to pay after the order was bought. */
export function orderBalanceRoutes({ orderBalance }: { orderBalance: OrderBalanceService }): DeskRoute[] {
  function answer(visit: OperatorVisit, result: OrderResult, done: string): Response {
    const back = deskPaths.order(visit.id('id'))
    if (!result.ok) return visit.go(back, { kind: 'problem', text: ORDER_PROBLEMS[result.code] })
    return visit.go(back, { kind: 'done', text: result.isRepeat ? 'This was already done.' : done })
  }

  return [
    {
      method: 'POST',
      path: '/orders/:id/balance',
      role: 'owner',
      async handle(visit) {
        const { amountCents = '' } = await readEditForm(visit)
        const amount = /^\d{1,9}$/.test(amountCents) ? Number(amountCents) : NaN
        const result = await orderBalance.ask(visit.id('id'), amount, visit.actor)
        return answer(visit, result, 'The customer gets an email with a link to pay.')
      },
    },
    {
      method: 'POST',
      path: '/orders/:id/balance-again',
      role: 'owner',
      async handle(visit) {
        const sent = await readEditForm(visit)
        const mail = { requestId: sent.requestId ?? '', formKey: readFormKey(sent) }
        const result = await orderBalance.resend(visit.id('id'), mail, visit.actor)
        return answer(visit, result, 'The email is sent again.')
      },
    },
    {
      method: 'POST',
      path: '/orders/:id/balance-withdraw',
      role: 'owner',
      async handle(visit) {
        const { requestId = '' } = await readEditForm(visit)
        const result = await orderBalance.withdraw(visit.id('id'), requestId, visit.actor)
        return answer(visit, result, 'Withdrawn. The link can’t be paid any more.')
      },
    },
  ]
}
