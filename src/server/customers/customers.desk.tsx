import { type CustomerNote, customerNoteForm } from '#contract/customer-note.ts'
import { isEmailAddress } from '#contract/email-address.ts'
import { parseForm } from '#contract/form.ts'
import { deskPaths } from '#desk/desk-paths.ts'
import { conflictingForm, failedForm, type FormState, freshForm } from '#desk/ui/form-state.ts'
import { CustomerScreen } from '#desk/views/customers/customer.tsx'
import { Customers } from '#desk/views/customers/customers.tsx'
import { cursorSchema, readCursor, writeCursor } from '#server/desk/cursor.ts'
import { readEditForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { versionToken } from '#server/platform/audit/editable.ts'
import { AppError } from '#server/platform/errors.ts'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import type { CustomerService } from './customers.service.ts'
import { customerFile } from './personal-data-file.ts'

type CustomerDeps = { customers: CustomerService; securityHeaders: SecurityHeaders }

export function customerRoutes({ customers, securityHeaders }: CustomerDeps): DeskRoute[] {
  async function showCustomer(visit: OperatorVisit, email: string, refused?: FormState): Promise<Response> {
    const person = await customers.find(email)
    const form = refused ?? freshForm(valuesOf(person.note), versionToken(person.note))
    const body = <CustomerScreen person={person} form={form} />
    return visit.page({ title: 'Customer', section: 'customers', body, status: refused ? 422 : 200 })
  }

  return [
    {
      method: 'GET',
      path: '/customers',
      role: 'owner',
      async handle(visit) {
        const email = visit.query('email')
        if (email) return showCustomer(visit, emailFrom(email))
        const search = visit.query('q')
        const tag = visit.query('tag')
        const after = cursorSchema.safeParse(readCursor(visit)).data
        const [tags, { customers: listed, next, hasMore }] = await Promise.all([
          customers.tags(),
          customers.list(search, tag, after),
        ])
        const body = (
          <Customers
            search={search}
            tag={tag}
            tags={tags}
            customers={listed}
            hasMore={hasMore}
            first={after && deskPaths.customers({ q: search, tag })}
            next={next && deskPaths.customers({ q: search, tag, after: writeCursor(next) })}
            email={listed.length === 0 && isEmailAddress(search.trim()) ? search.trim() : undefined}
          />
        )
        return visit.page({ title: 'Customers', section: 'customers', body })
      },
    },
    {
      method: 'POST',
      path: '/customers/note',
      role: 'owner',
      async handle(visit) {
        const sent = await readEditForm(visit)
        const { expectedVersion = '' } = sent
        const email = emailFrom(sent.email ?? null)
        const read = parseForm(customerNoteForm, sent)
        if (!read.ok) return showCustomer(visit, email, failedForm(sent, read.errors, expectedVersion))
        const result = await customers.saveNote(email, read.value, expectedVersion, visit.actor)
        if (!result.ok) {
          const form = conflictingForm(valuesOf(read.value), valuesOf(result.current), result.version)
          return showCustomer(visit, email, form)
        }
        const text = result.isChanged ? 'Saved.' : 'Nothing to change.'
        return visit.go(deskPaths.customer(email), { kind: 'done', text })
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

function valuesOf({ note, tags }: CustomerNote): Record<string, string> {
  return { note, tags: tags.join(', ') }
}
