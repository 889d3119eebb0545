import { deskPaths } from '#desk/desk-paths.ts'
import { counted } from '#domain/time/display.ts'
import type { CollectionAtDesk } from '#server/catalogue/collections.views.ts'

/** One collection of a list, with its state in words. */
export function CollectionLine({
  collection,
  isCurrent = false,
}: {
  collection: CollectionAtDesk
  isCurrent?: boolean
}) {
  const { id, name, imageSrc } = collection
  return (
    <>
      {imageSrc ? <img className="thumb" src={imageSrc} alt="" width={36} height={36} /> : <span className="thumb" />}
      <span className="min-w-0 grow">
        <a className="underlined" href={deskPaths.collection(id)} aria-current={isCurrent ? 'true' : undefined}>
          {name}
        </a>
        <span className="hint block">{stateOf(collection)}</span>
      </span>
    </>
  )
}

function stateOf({ count, onSale, isVisible, isInMenu }: CollectionAtDesk): string {
  const products = counted(count, 'product')
  if (!isVisible) return `${products} · hidden`
  if (onSale === 0) return `${products} · not linked: nothing on sale`
  return isInMenu ? products : `${products} · not in the menu`
}
