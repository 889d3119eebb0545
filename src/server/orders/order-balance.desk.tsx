import { readEditForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import { wholeNumber } from '#server/platform/http/form-fields.ts'
import { answerOrder } from './order-answer.ts'
import type { OrderBalanceService } from './order-balance.service.ts'
import { readFormKey } from './order-forms.ts'

/** Payment requests after the order was bought. */
export function orderBalanceRoutes({ orderBalance }: { orderBalance: OrderBalanceService }): DeskRoute[] {
  return [
    {
      method: 'POST',
      path: '/orders/:id/balance',
      role: 'owner',
      async handle(visit) {
        const { amountCents } = await readEditForm(visit)
        const result = await orderBalance.ask(visit.id('id'), wholeNumber(amountCents), visit.actor)
        return answerOrder(visit, result, 'The customer gets an email with a link to pay.')
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
        return answerOrder(visit, result, 'Email sent again.')
      },
    },
    {
      method: 'POST',
      path: '/orders/:id/balance-withdraw',
      role: 'owner',
      async handle(visit) {
        const { requestId = '' } = await readEditForm(visit)
        const result = await orderBalance.withdraw(visit.id('id'), requestId, visit.actor)
        return answerOrder(visit, result, 'Request withdrawn. The customer can no longer pay it.')
      },
    },
  ]
}
