import { randomUUID } from 'node:crypto'
import { toCsvLine } from '#domain/text/csv.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import { versionToken } from '#server/platform/audit/editable.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { SNAPSHOT } from '#server/platform/db/snapshot.ts'
import type { ImportOptions, ImportPlan } from './catalogue.views.ts'
import { listKnownCollections, lockCollections } from './collection-editor.queries.ts'
import { IMPORT_COLUMNS, type ImportFile, readImportFile, wantedProducts } from './import-file.ts'
import { planImport, planOfRefused } from './import-plan.ts'
import { type PlannedRow, toFields } from './import-product.ts'
import { StockMoved, writeProducts } from './import-write.ts'
import { listByName, listOrigins, listProductParts, lockProducts } from './product-editor.queries.ts'
import { CSV_FIELDS } from './product-form.ts'
import { importedEntry } from './product-import.edits.ts'
import { listPicturesOf } from './product-pictures.queries.ts'

export type ImportResult =
  | { ok: true; products: number; created: number; auditId: number | undefined }
  | { ok: false; plan: ImportPlan }

export type ProductImportService = ReturnType<typeof createProductImport>

/** Creates and updates many products from a file, all or nothing. */
export function createProductImport({ orm }: Database) {
  /** What the file would create and change, without changing or locking anything. */
  async function dryRun(csv: string, options: ImportOptions = {}): Promise<ImportPlan> {
    const read = readImportFile(csv, options.mapping)
    if (!read.ok) return planOfRefused(read)
    return (await orm.transaction((tx) => plan(tx, read.file, options), SNAPSHOT)).plan
  }

  return {
    dryRun,

    /** Applies a reviewed dry run, unless the plan has changed since. */
    async apply(
      csv: string,
      expectedVersion: string,
      actor: Actor,
      options: ImportOptions = {},
    ): Promise<ImportResult> {
      const read = readImportFile(csv, options.mapping)
      if (!read.ok) return { ok: false, plan: planOfRefused(read) }
      try {
        return await orm.transaction(async (tx) => {
          // Locked before the products, as everywhere, because a collection's texts are written to its products.
          await lockCollections(tx)
          await lockProducts(tx, (await findStored(tx, read.file)).ids)
          const { plan: found, rows } = await plan(tx, read.file, options)
          if (found.problems.length > 0 || found.version !== expectedVersion) return { ok: false, plan: found }
          return { ok: true, ...(await write(tx, rows, actor)) }
        })
      } catch (error) {
        if (!(error instanceof StockMoved)) throw error
        return { ok: false, plan: await dryRun(csv, options) }
      }
    },

    /** The same columns, ready to be edited and imported. */
    async export(): Promise<string> {
      const products = await orm.transaction((tx) => listProductParts(tx), SNAPSHOT)
      const lines = Array.from(products, ([id, parts]) => {
        const fields = toFields(parts)
        return toCsvLine([id, ...CSV_FIELDS.map(({ name }) => fields[name] ?? '')])
      })
      return [toCsvLine(IMPORT_COLUMNS), ...lines].join('')
    },
  }
}

async function plan(
  tx: Orm,
  file: ImportFile,
  options: ImportOptions,
): Promise<{ plan: ImportPlan; rows: PlannedRow[] }> {
  const { ids, idByName } = await findStored(tx, file)
  const products = await listProductParts(tx, ids)
  const collections = await listKnownCollections(tx)
  const ingredients = await listOrigins(tx)
  const pictures = await listPicturesOf(tx, ids)
  return planImport(file, { products, idByName, collections, ingredients, pictures }, options)
}

/** The stored products that the file may be about. */
async function findStored(tx: Orm, file: ImportFile): Promise<{ ids: string[]; idByName: Map<string, string> }> {
  const { ids, names } = wantedProducts(file)
  const named = await listByName(tx, names)
  return {
    ids: [...new Set([...ids, ...named.map(({ id }) => id)])],
    idByName: new Map(named.map(({ id, name }) => [name, id])),
  }
}

/** The audit log has an entry for each part of a product, and one for the whole file that undoes all of it. */
async function write(
  tx: Orm,
  rows: readonly PlannedRow[],
  actor: Actor,
): Promise<{ products: number; created: number; auditId: number | undefined }> {
  const changing = rows.filter(({ line }) => line.changes.length > 0)
  const entries = await writeProducts(tx, changing, actor)
  const created = changing.flatMap(({ line }) => (line.isNew ? [line.productId] : []))
  const parts = created.length > 0 ? await listProductParts(tx, created) : new Map()
  const versions = Object.fromEntries(created.map((id) => [id, versionToken(parts.get(id))]))
  const imported = importedEntry({ created: versions, entries })
  const auditId =
    changing.length > 0 ? await addAudit(tx, { ...actor, ...imported, subjectId: randomUUID() }) : undefined
  return { products: changing.length - created.length, created: created.length, auditId }
}
