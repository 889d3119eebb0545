import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { checkoutForm, type OrderedItem } from '#contract/checkout.ts'
import { type FormErrors, parseForm, WHOLE_FORM } from '#contract/form.ts'
import { deskPaths } from '#desk/desk-paths.ts'
import { ManualOrder } from '#desk/views/orders/manual-order.tsx'
import { PAID_OUTSIDE } from '#domain/money/paid-outside.ts'
import type { CatalogService } from '#server/catalogue/catalogue.service.ts'
import { readEditForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { type Fields, formKey, ticked } from '#server/platform/http/form-fields.ts'
import type { ManualOrderService } from './manual-order.service.ts'
import { offersOf } from './offers.ts'
import type { Offer } from './orders.views.ts'

const LINES = 5
const NOTE_PROBLEM = 'Give a reason of 500 characters or fewer.'
const quantitySchema = z.coerce.number().int().min(1).max(99)

const details = z.object({
  formKey: z.uuid('The form was incomplete. Please send it again.'),
  paidOutside: z.enum(PAID_OUTSIDE, 'Choose how it’s paid.'),
  note: z.string(NOTE_PROBLEM).trim().min(1, NOTE_PROBLEM).max(500, NOTE_PROBLEM),
  sendsConfirmation: ticked,
})

/** Each line of the form is a choice and a quantity. */
const items = z.record(z.string(), z.string()).transform((fields, context) => {
  const chosen = readItems(fields)
  if (chosen) return { items: chosen }
  context.addIssue({
    code: 'custom',
    path: ['items'],
    message: 'Choose at least one item, and quantities from 1 to 99.',
  })
  return z.NEVER
})

/** The buyer's fields follow the rules of the checkout. */
const manualOrderForm = z.intersection(checkoutForm, z.intersection(items, details))

/** These two have no visible field to mark. */
function fieldOf([name]: readonly PropertyKey[]): string | undefined {
  return name === 'formKey' || name === 'paidOutside' ? WHOLE_FORM : name?.toString()
}

type ManualOrderDeps = { manualOrders: ManualOrderService; catalog: CatalogService }

export function manualOrderRoutes({ manualOrders, catalog }: ManualOrderDeps): DeskRoute[] {
  /** Everything currently sold, by size. */
  async function listOffers(): Promise<Offer[]> {
    return offersOf(await catalog.listAll())
  }

  async function render(visit: OperatorVisit, sent: Fields = {}, errors: FormErrors = {}): Promise<Response> {
    const hasErrors = Object.keys(errors).length > 0
    const body = (
      <ManualOrder
        offers={await listOffers()}
        typed={(name) => sent[name] ?? ''}
        errors={errors}
        formKey={formKey.safeParse(sent.formKey).data ?? randomUUID()}
        lineCount={LINES}
      />
    )
    return visit.page({ title: 'Create order', section: 'orders', body, status: hasErrors ? 422 : 200 })
  }

  return [
    { method: 'GET', path: '/orders/new', role: 'owner', handle: (visit) => render(visit) },
    {
      method: 'POST',
      path: '/orders/new',
      role: 'owner',
      async handle(visit) {
        const sent = await readEditForm(visit)
        const read = parseForm(manualOrderForm, sent, fieldOf)
        if (!read.ok) return render(visit, sent, read.errors)
        const { items: ordered, paidOutside, note, sendsConfirmation, formKey: key, ...buyer } = read.value
        const made = await manualOrders.create(
          { buyer, items: ordered, paidOutside, note, sendsConfirmation, formKey: key },
          visit.actor,
        )
        if (!made.ok) return render(visit, sent, { form: `${made.message} No order was created.` })
        return visit.go(deskPaths.order(made.orderId), { kind: 'done', text: 'Order created. It’s in To pack.' })
      },
    },
  ]
}

/** Undefined if no item was chosen or a quantity is invalid. */
function readItems(fields: Fields): OrderedItem[] | undefined {
  const chosenItems: OrderedItem[] = []
  for (let line = 0; line < LINES; line += 1) {
    const chosen = fields[`item-${line}`]
    if (!chosen) continue
    const [productId = '', size = ''] = chosen.split('|')
    const { data: quantity } = quantitySchema.safeParse(fields[`quantity-${line}`])
    if (quantity === undefined) return undefined
    chosenItems.push({ productId: productId.slice(0, 100), size: size || null, quantity })
  }
  return chosenItems.length > 0 ? chosenItems : undefined
}
