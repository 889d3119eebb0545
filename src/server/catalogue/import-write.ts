import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import { versionToken } from '#server/platform/audit/editable.ts'
import type { Orm } from '#server/platform/db/database.ts'
import type { ProductParts, ProductStock } from './catalogue.views.ts'
import type { PlannedRow } from './import-product.ts'
import { placeProduct } from './place-product.ts'
import { insertProduct, lockStock, toStock } from './product-editor.queries.ts'
import { productParts } from './products.edits.ts'

/** Thrown to roll back what was already written. */
export class StockMoved extends Error {}

const UNCOUNTED: ProductStock = { '1oz': null, '2oz': null, '4oz': null, single: null }

type Counted = { id: string; isNew: boolean; current: ProductStock; value: ProductStock }

/**
 * The products are already locked. Stock is written last and only where it changes: buyers of these bottles wait from
 * here until the transaction ends, and a concurrent rename can't deadlock with them. Returns the audit entries of the
 * products that already existed.
 */
export async function writeProducts(tx: Orm, rows: readonly PlannedRow[], actor: Actor): Promise<number[]> {
  const entries: number[] = []
  const counted: Counted[] = []
  for (const row of rows) {
    const id = row.line.productId
    const wanted = readable(row)
    const current = row.current ?? (await create(tx, id, wanted, actor))
    const changed = [
      await productParts.texts.replace(tx, current.texts, { id, value: wanted.texts, actor }),
      await productParts.pricing.replace(tx, current.pricing, { id, value: wanted.pricing, actor }),
      await productParts.sale.replace(tx, current.sale, { id, value: wanted.sale, actor }),
      await place(tx, { id, current: current.collections, slugs: wanted.collections, actor }),
    ]
    if (row.current) entries.push(...changed.filter((entry) => entry !== undefined))
    if (versionToken(current.stock) !== versionToken(wanted.stock))
      counted.push({ id, isNew: !row.current, current: current.stock, value: wanted.stock })
  }
  return [...entries, ...(await writeCounts(tx, counted, actor))]
}

async function create(tx: Orm, id: string, { texts, pricing }: ProductParts, actor: Actor): Promise<ProductParts> {
  await insertProduct(tx, id, texts, pricing)
  const subject = { action: 'product.create', subjectKind: 'product', subjectId: id } as const
  await addAudit(tx, { ...actor, ...subject, before: null, after: { ...texts, pricing } })
  return { texts, pricing, stock: UNCOUNTED, sale: { isActive: false }, collections: [] }
}

type Placing = { id: string; current: readonly string[]; slugs: string[]; actor: Actor }

async function place(tx: Orm, { id, current, slugs, actor }: Placing): Promise<number | undefined> {
  if (slugs.join() === current.join()) return undefined
  const placed = await placeProduct(tx, { id, slugs, actor })
  return placed.ok ? placed.auditId : undefined
}

function readable({ wanted: { texts, pricing, stock, sale, collections } }: PlannedRow): ProductParts {
  if (!texts.ok || !pricing.ok || !stock.ok || !sale.ok || !collections.ok)
    throw new Error('cannot apply an import plan with problems')
  return {
    texts: texts.value,
    pricing: pricing.value,
    stock: stock.value,
    sale: sale.value,
    collections: collections.value,
  }
}

async function writeCounts(tx: Orm, counted: readonly Counted[], actor: Actor): Promise<number[]> {
  if (counted.length === 0) return []
  const locked = await lockStock(
    tx,
    counted.map(({ id }) => id),
  )
  const stockByProduct = Map.groupBy(locked, ({ productId }) => productId)
  const entries: number[] = []
  for (const { id, isNew, current, value } of counted) {
    if (versionToken(toStock(stockByProduct.get(id) ?? [])) !== versionToken(current)) throw new StockMoved(id)
    const entry = await productParts.stock.replace(tx, current, { id, value, actor })
    if (!isNew && entry !== undefined) entries.push(entry)
  }
  return entries
}
