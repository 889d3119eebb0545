import { failedForm, type FormState } from '#desk/ui/form-state.ts'
import type { EditResult } from '#server/platform/audit/editable.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Fields } from '#server/platform/http/form-fields.ts'
import type { OperatorVisit } from './visit.tsx'

/** Fits the longest product, with every character URL-encoded as three. */
export const LONG_FORM = 256 * 1024

/** The fields of a form without repeated names. */
export async function readEditForm(visit: OperatorVisit): Promise<Fields> {
  return Object.fromEntries(await visit.form())
}

/** A path segment that identifies something in the catalog. */
export function slugIn(visit: OperatorVisit, name = 'slug'): string {
  const slug = visit.c.req.param(name) ?? ''
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) throw nothingThere()
  return slug
}

export function nothingThere(): AppError {
  return new AppError('not_found', 'This no longer exists.', 404)
}

/** Redirects to the page that shows the saved value, with an undo link for a short time. */
export function afterEdit(
  visit: OperatorVisit,
  { auditId }: Extract<EditResult<unknown>, { ok: true }>,
  back: string,
  text: string,
): Response {
  return visit.go(
    back,
    auditId === undefined
      ? { kind: 'done', text: 'No changes to save.' }
      : { kind: 'done', text, restore: { auditId, back } },
  )
}

/** The submitted values with their errors. */
export function refusedForm(fields: Fields, errors: Fields): FormState {
  return failedForm(fields, errors, fields.expectedVersion ?? '')
}
