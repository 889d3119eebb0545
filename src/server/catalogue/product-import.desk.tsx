import { deskPaths } from '#desk/desk-paths.ts'
import { type FormState, freshForm } from '#desk/ui/form-state.ts'
import { ProductImport } from '#desk/views/catalogue/product-import.tsx'
import { UNDECIDED } from '#domain/catalogue/import-columns.ts'
import { isAtLeast } from '#domain/operators/roles.ts'
import { counted } from '#domain/time/display.ts'
import { afterEdit, readEditForm, refusedForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { isUnprintable } from '#server/platform/http/control-characters.ts'
import { csvFile } from '#server/platform/http/csv-response.ts'
import type { Fields } from '#server/platform/http/form-fields.ts'
import { readMultipart } from '#server/platform/http/read-multipart.ts'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import type { ImportOptions, ImportPlan } from './catalogue.views.ts'
import { IMPORT_COLUMNS } from './import-file.ts'
import type { ProductImportService } from './product-import.service.ts'

const MAX_BYTES = 1024 * 1024
/** A browser sends every line break of a text as two characters. */
const LINE_ENDS = 128 * 1024
/** The same file sent back in a form, where URL encoding can turn one character into nine. */
const MAX_FORM_BYTES = 9 * MAX_BYTES

type ImportDeps = { productImport: ProductImportService; securityHeaders: SecurityHeaders }

export function importRoutes({ productImport, securityHeaders }: ImportDeps): DeskRoute[] {
  function render(
    visit: OperatorVisit,
    { form = freshForm({}, ''), plan }: { form?: FormState; plan?: ImportPlan } = {},
    status: 200 | 409 | 422 = 200,
  ): Response {
    const mayImport = isAtLeast(visit.operator.role, 'owner')
    const body = <ProductImport form={form} columns={IMPORT_COLUMNS} plan={plan} mayImport={mayImport} />
    return visit.page({ title: 'Import', section: 'catalogue', body, status })
  }

  return [
    { method: 'GET', path: '/catalogue/import', role: 'read-only', handle: (visit) => render(visit) },
    {
      method: 'POST',
      path: '/catalogue/import',
      role: 'owner',
      async handle(visit) {
        const { fields, files } = await readMultipart(visit.c.req.raw, MAX_BYTES + LINE_ENDS)
        // A browser sends an empty file when none was chosen.
        const csv = files.file?.byteLength ? decode(files.file) : (fields.csv ?? '')
        if (csv === undefined)
          return render(visit, { form: refusedForm({}, { file: 'This file is not a text in UTF-8.' }) }, 422)
        if (isUnprintable(csv))
          return render(
            visit,
            { form: refusedForm({}, { file: 'This file holds characters that cannot be kept.' }) },
            422,
          )
        if (csv.trim() === '')
          return render(visit, { form: refusedForm({}, { file: 'Choose a file, or paste one.' }) }, 422)
        const plan = await productImport.dryRun(csv, readOptions(fields))
        return render(visit, { form: freshForm({ ...fields, csv }, ''), plan }, plan.problems.length > 0 ? 422 : 200)
      },
    },
    {
      method: 'POST',
      path: '/catalogue/import/apply',
      role: 'owner',
      maxFormBytes: MAX_FORM_BYTES,
      async handle(visit) {
        const fields = await readEditForm(visit)
        const { csv = '', expectedVersion = '' } = fields
        const result = await productImport.apply(csv, expectedVersion, visit.actor, readOptions(fields))
        if (result.ok) return afterEdit(visit, result, deskPaths.products(), importedText(result))
        const errors = {
          form: 'Products or choices have changed since you looked. Nothing is imported; look at it again.',
        }
        return render(visit, { form: refusedForm(fields, errors), plan: result.plan }, 409)
      },
    },
    {
      method: 'GET',
      path: '/catalogue/export.csv',
      role: 'read-only',
      handle: async () => csvFile('products', [await productImport.export()], securityHeaders),
    },
  ]
}

/** Columns are sent by position, because a file can name them anything. */
function readOptions(fields: Fields): ImportOptions {
  const count = Object.keys(fields).filter((name) => /^column:\d+$/.test(name)).length
  const mapping = Array.from({ length: count }, (_, index) => fields[`column:${index}`] ?? UNDECIDED)
  return {
    mapping: count > 0 ? mapping : undefined,
    putOnSale: fields.putOnSale === 'yes',
    leaveOut: fields.leaveOut === 'yes',
    category: fields.category ?? '',
  }
}

function importedText({ products, created }: { products: number; created: number }): string {
  const done = [
    ...(created > 0 ? [`Created ${counted(created, 'product')}.`] : []),
    ...(products > 0 ? [`Changed ${counted(products, 'product')}.`] : []),
  ]
  return done.join(' ')
}

function decode(file: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    // Not UTF-8; guessing the encoding would store wrong characters.
    return undefined
  }
}
