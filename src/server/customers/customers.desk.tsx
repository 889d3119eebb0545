import { isEmailAddress } from '#contract/email-address.ts'
import { deskPaths } from '#desk/desk-paths.ts'
import { CustomerScreen } from '#desk/views/customers/customer.tsx'
import type { DeskRoute } from '#server/desk/route.ts'
import { AppError } from '#server/platform/errors.ts'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import type { CustomerService } from './customers.service.ts'
import { customerFile } from './personal-data-file.ts'

type CustomerDeps = { customers: CustomerService; securityHeaders: SecurityHeaders }

export function customerRoutes({ customers, securityHeaders }: CustomerDeps): DeskRoute[] {
  return [
    {
      method: 'GET',
      path: '/customers',
      role: 'owner',
      async handle(visit) {
        const email = visit.query('email')
        const person = isEmailAddress(email) ? await customers.find(email) : undefined
        const body = <CustomerScreen email={email} person={person} />
        const status = email && !person ? 422 : 200
        return visit.page({ title: 'Customer data', section: 'subscribers', body, status })
      },
    },
    {
      method: 'GET',
      path: '/customers/export.json',
      role: 'owner',
      isSensitive: true,
      isFile: true,
      async handle(visit) {
        return customerFile(await customers.find(emailFrom(visit.query('email'))), securityHeaders)
      },
    },
    {
      method: 'POST',
      path: '/customers/forget',
      role: 'owner',
      isSensitive: true,
      async handle(visit) {
        const email = emailFrom((await visit.form()).get('email'))
        const isForgotten = await customers.forget(email, visit.actor)
        return visit.go(
          deskPaths.customer(email),
          isForgotten
            ? { kind: 'done', text: 'Data deleted.' }
            : { kind: 'problem', text: 'There’s nothing left to delete. Orders are kept, as tax law requires.' },
        )
      },
    },
  ]
}

function emailFrom(given: string | null): string {
  if (!given || !isEmailAddress(given)) throw new AppError('invalid', 'Enter a valid email address.', 422)
  return given
}
