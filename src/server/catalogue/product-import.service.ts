import { toCsvLine } from '#domain/text/csv.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { versionToken } from '#server/platform/audit/editable.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { SNAPSHOT } from '#server/platform/db/snapshot.ts'
import type { ImportPlan, ProductStock } from './catalogue.views.ts'
import { listKnownCollections, lockCollections } from './collection-editor.queries.ts'
import {
  IMPORT_COLUMNS,
  type ImportFile,
  nameProblems,
  type PlannedRow,
  planRows,
  readImportFile,
  toFields,
  toPlan,
  wantedNames,
} from './import-plan.ts'
import { placeProduct } from './place-product.ts'
import { listByName, listProductParts, lockProducts, lockStock, toStock } from './product-editor.queries.ts'
import { CSV_FIELDS } from './product-form.ts'
import { productParts } from './products.edits.ts'

export type ImportResult = { ok: true; products: number } | { ok: false; plan: ImportPlan }

export type ProductImportService = ReturnType<typeof createProductImport>

/** Thrown to roll back what was already written. */
class StockMoved extends Error {}

/** Updates prices, stock and texts of many products from a file, all or nothing. */
export function createProductImport({ orm }: Database) {
  /** What the file would change, without changing or locking anything. */
  async function dryRun(csv: string): Promise<ImportPlan> {
    const read = readImportFile(csv)
    if (!read.ok) return read.plan
    return (await orm.transaction((tx) => plan(tx, read.file), SNAPSHOT)).plan
  }

  return {
    dryRun,

    /** Applies a reviewed dry run, unless the plan has changed since. */
    async apply(csv: string, expectedVersion: string, actor: Actor): Promise<ImportResult> {
      const read = readImportFile(csv)
      if (!read.ok) return read
      try {
        return await orm.transaction(async (tx) => {
          // Before the products, as everywhere: a collection's words are written to its products.
          await lockCollections(tx)
          await lockProducts(tx, read.file.ids)
          const { plan: found, rows } = await plan(tx, read.file)
          if (found.problems.length > 0 || found.version !== expectedVersion) return { ok: false, plan: found }
          await write(tx, rows, actor)
          return { ok: true, products: rows.filter(({ line }) => line.changes.length > 0).length }
        })
      } catch (error) {
        if (!(error instanceof StockMoved)) throw error
        return { ok: false, plan: await dryRun(csv) }
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

async function plan(tx: Orm, file: ImportFile): Promise<{ plan: ImportPlan; rows: PlannedRow[] }> {
  const { value: rows, problems } = planRows(file, await listProductParts(tx, file.ids), await listKnownCollections(tx))
  const taken = nameProblems(rows, await listByName(tx, wantedNames(rows)))
  return { plan: toPlan(rows, [...problems, ...taken]), rows }
}

/**
 * The products are already locked. Stock is written last and only where it changes: buyers of these bottles wait from
 * here until the transaction ends, and a concurrent rename can't deadlock with them.
 */
async function write(tx: Orm, rows: readonly PlannedRow[], actor: Actor): Promise<void> {
  const counted: Counted[] = []
  for (const { line, current, wanted } of rows) {
    const id = line.productId
    const { texts, pricing, stock, sale, collections } = wanted
    if (!texts.ok || !pricing.ok || !stock.ok || !sale.ok || !collections.ok)
      throw new Error('a plan with problems cannot be applied')
    await productParts.texts.replace(tx, current.texts, { id, value: texts.value, actor })
    await productParts.pricing.replace(tx, current.pricing, { id, value: pricing.value, actor })
    await productParts.sale.replace(tx, current.sale, { id, value: sale.value, actor })
    if (collections.value.join() !== current.collections.join())
      await placeProduct(tx, { id, slugs: collections.value, actor })
    if (versionToken(current.stock) !== versionToken(stock.value))
      counted.push({ id, current: current.stock, value: stock.value })
  }
  await writeCounts(tx, counted, actor)
}

type Counted = { id: string; current: ProductStock; value: ProductStock }

async function writeCounts(tx: Orm, counted: readonly Counted[], actor: Actor): Promise<void> {
  if (counted.length === 0) return
  const stockByProduct = Map.groupBy(
    await lockStock(
      tx,
      counted.map(({ id }) => id),
    ),
    ({ productId }) => productId,
  )
  for (const { id, current, value } of counted) {
    if (versionToken(toStock(stockByProduct.get(id) ?? [])) !== versionToken(current)) throw new StockMoved(id)
    await productParts.stock.replace(tx, current, { id, value, actor })
  }
}
