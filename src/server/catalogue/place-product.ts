import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { type EditResult, versionToken } from '#server/platform/audit/editable.ts'
import type { Orm } from '#server/platform/db/database.ts'
import type { Placement } from './catalogue.views.ts'
import { listCollectionIds } from './collection-editor.queries.ts'
import { listMembers } from './collections.queries.ts'
import { findUnknownCollection } from './placements.queries.ts'
import { productParts } from './products.edits.ts'

type Placing = { id: string; slugs: readonly string[]; actor: Actor; expectedVersion?: string }

/**
 * A product keeps its place in collections that it is already in, and is added last to others. The version token covers
 * only which collections those are, so that reordering one of them doesn't conflict.
 */
export async function placeProduct(
  tx: Orm,
  { id, slugs, actor, expectedVersion }: Placing,
): Promise<EditResult<string[]>> {
  const current = await productParts.collections.read(tx, id)
  if (!current) return { ok: false, code: 'not_found' }
  const currentSlugs = slugsOf(current)
  if (expectedVersion !== undefined && expectedVersion !== versionToken(currentSlugs))
    return { ok: false, code: 'changed', current: currentSlugs }
  const unknown = await findUnknownCollection(tx, slugs)
  if (unknown !== undefined) return { ok: false, code: 'refused', message: `There is no collection “${unknown}”.` }
  const [ids, members] = [await listCollectionIds(tx), await listMembers(tx)]
  const value = slugs.map(
    (slug) =>
      current.find(({ collection }) => collection === slug) ?? {
        collection: slug,
        place: members.get(ids.get(slug) ?? '')?.length ?? 0,
      },
  )
  return { ok: true, auditId: await productParts.collections.replace(tx, current, { id, value, actor }) }
}

function slugsOf(placements: readonly Placement[]): string[] {
  return placements.map(({ collection }) => collection)
}
