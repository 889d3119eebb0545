import { inTypedOrder, moveTo } from '#domain/catalogue/collections.ts'
import { type Fields, type FormRead, tidy } from '#server/platform/http/form-fields.ts'
import { collectionTextsForm } from './collections.edits.ts'
import type { CollectionContent } from './collections.views.ts'

/** Field name prefixes, followed by a product's id: its position, and a tick that adds it. */
const PLACE = 'place:'
const ADD = 'add:'

/** Converts the content of a collection to form fields, and back. */
export const collectionForm = {
  toFields({ isInMenu, products, ...texts }: CollectionContent): Fields {
    return {
      ...collectionTextsForm.toFields(texts),
      isInMenu: isInMenu ? 'yes' : '',
      ...Object.fromEntries(products.map((id, index) => [PLACE + id, String(index + 1)])),
    }
  },

  read(sent: Fields): FormRead<CollectionContent> {
    const texts = collectionTextsForm.read(sent)
    const isNumbered = Object.entries(sent).every(
      ([name, typed]) => !name.startsWith(PLACE) || /^\d{0,4}$/.test(tidy(typed)),
    )
    const errors = {
      ...(!texts.ok && texts.errors),
      ...(!isNumbered && { products: 'A position is a whole number.' }),
    }
    if (!texts.ok || !isNumbered) return { ok: false, errors }
    return { ok: true, value: { ...texts.value, isInMenu: sent.isInMenu === 'yes', products: productsIn(sent) } }
  },
}

/** Ids of the products in a sent form: those with a position in their order, then the added ones. */
export function productsIn(sent: Fields): string[] {
  const rows = idsAfter(PLACE, sent).map((item) => ({ item, typed: Number(tidy(sent[PLACE + item])) || undefined }))
  const placed = inTypedOrder(rows)
  return [...placed, ...idsAfter(ADD, sent).filter((id) => sent[ADD + id] === 'yes' && !placed.includes(id))]
}

/**
 * The form after one of its arrow or remove buttons, for browsers without a script. Nothing is saved yet. Undefined if
 * it was sent by another button.
 */
export function afterMove(sent: Fields): Fields | undefined {
  const [, action, id = ''] = /^(up|down|remove):([a-z0-9-]+)$/.exec(sent.move ?? '') ?? []
  if (action === undefined) return undefined
  const products = productsIn(sent)
  const place = products.indexOf(id)
  const moved =
    action === 'remove'
      ? products.filter((product) => product !== id)
      : moveTo(products, id, place + (action === 'up' ? -1 : 1))
  const others = Object.entries(sent).filter(([name]) => !/^(?:place:|add:|move$)/.test(name))
  return {
    ...Object.fromEntries(others),
    ...Object.fromEntries(moved.map((product, index) => [PLACE + product, String(index + 1)])),
  }
}

function idsAfter(prefix: string, sent: Fields): string[] {
  return Object.keys(sent).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
}
