import type { GatheredProduct } from '#domain/catalogue/gather-products.ts'
import type { ImportFormat } from '#domain/catalogue/import-columns.ts'
import type { ImportRemark } from '#domain/catalogue/import-rows.ts'
import { isSlug, slugify } from '#domain/text/slug.ts'
import { versionToken } from '#server/platform/audit/editable.ts'
import type { ImportOptions, ImportPlan } from './catalogue.views.ts'
import type { ImportFile, RefusedFile } from './import-file.ts'
import { type Planned, type PlannedRow, readProduct, refused, type Stored } from './import-product.ts'
import { NAME_TAKEN } from './products.edits.ts'

/** What the file would create and change. */
export function planImport(
  file: ImportFile,
  stored: Stored,
  options: ImportOptions,
): { plan: ImportPlan; rows: PlannedRow[] } {
  const seen = new Map<string, number>()
  const names = new Map<string, string>()
  const planned = file.products.map((product) => {
    const { line } = product
    const { id, notes, problem } = resolveId(product, file.format, stored)
    if (problem !== undefined) return refused({ line, column: 'id', problem })
    const first = seen.get(id)
    if (first !== undefined)
      return refused({ line, column: 'id', problem: `${id} appears twice, first on line ${first}.` })
    seen.set(id, line)
    const read = readProduct({ ...product, notes: [...product.notes, ...notes] }, { id, file, stored, options })
    const taken = problemOfName(read.row, stored, names)
    return { row: read.row, problems: [...read.problems, ...taken] }
  })
  return toPlan(file, planned, options)
}

/** Finds the product by its address or its name. Otherwise returns the address of a new one. */
function resolveId(
  { id, name, line }: GatheredProduct,
  format: ImportFormat,
  { products, idByName }: Stored,
): { id: string; notes: ImportRemark[]; problem?: string } {
  if (products.has(id)) return { id, notes: [] }
  const named = idByName.get(name)
  if (named !== undefined && (id === '' || format !== 'own')) {
    const problem = `There is “${name}” at /products/${named}; this is about it.`
    return { id: named, notes: id === '' ? [] : [{ line, problem }] }
  }
  const slug = slugify(id) || slugify(name)
  if (slug === '') return { id: '', notes: [], problem: 'A new product needs a name with letters or digits.' }
  if (!isSlug(slug)) return { id: '', notes: [], problem: 'This address is too long.' }
  if (products.has(slug))
    return { id: '', notes: [], problem: `There is a product at /products/${slug} already, under another name.` }
  const isOther = id !== '' && slug !== id
  return { id: slug, notes: isOther ? [{ line, problem: `“${id}” becomes /products/${slug}.` }] : [] }
}

/** Names are unique, both within the file and against the shop. */
function problemOfName(row: PlannedRow | undefined, { idByName }: Stored, seen: Map<string, string>): ImportRemark[] {
  if (!row?.wanted.texts.ok) return []
  const { productId, line } = row.line
  const { name } = row.wanted.texts.value
  const isTwice = seen.has(name)
  seen.set(name, productId)
  const isTaken = (idByName.get(name) ?? productId) !== productId
  if (!isTwice && !isTaken) return []
  return [{ line, column: 'name', problem: isTwice ? 'This name appears twice.' : NAME_TAKEN }]
}

function toPlan(
  { format, columns, products, problems }: ImportFile,
  planned: readonly Planned[],
  { leaveOut = false }: ImportOptions,
): { plan: ImportPlan; rows: PlannedRow[] } {
  // A row with an unknown size doesn't keep out its product's other sizes.
  const all = [
    ...problems,
    ...products.flatMap((product) => product.problems),
    ...planned.flatMap((one) => one.problems),
  ]
  const remarks = all.toSorted((a, b) => a.line - b.line)
  const rows = planned.flatMap((one) => (one.row && (!leaveOut || one.problems.length === 0) ? [one.row] : []))
  const lines = rows.map(({ line }) => line)
  const leftOut = leaveOut ? remarks : []
  const version = versionToken({ lines, leftOut })
  return { plan: { format, columns, lines, problems: leaveOut ? [] : remarks, leftOut, version }, rows }
}

/** The plan for a file that can't be planned at all. */
export function planOfRefused({ format, columns = [], problems }: RefusedFile): ImportPlan {
  return { format, columns, lines: [], problems, leftOut: [], version: versionToken(problems) }
}
