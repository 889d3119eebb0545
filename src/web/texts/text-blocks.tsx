import type { UploadedPicture } from '#domain/catalogue/product.ts'
import type { Block } from '#domain/texts/slots.ts'
import { Picture } from '#web/pictures/picture.tsx'
import { TextLink, Words } from './words.tsx'

type TextBlocksProps = { blocks: readonly Block[]; pictures: Record<string, UploadedPicture> }

/** A longer text by the owner, block by block. */
export function TextBlocks({ blocks, pictures }: TextBlocksProps) {
  // oxlint-disable-next-line react/no-array-index-key -- the blocks of a page never move
  return blocks.map((block, index) => <TextBlock key={index} block={block} pictures={pictures} />)
}

function TextBlock({ block, pictures }: { block: Block; pictures: TextBlocksProps['pictures'] }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Words text={block.text} />
        </p>
      )
    case 'heading':
      return (
        <h2 className="mt-4 text-section text-ink">
          <Words text={block.text} />
        </h2>
      )
    case 'list':
      return (
        <ul className="bullets grid gap-2">
          {block.items.map((item, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the items of a list never move
            <li key={index}>
              <Words text={item} />
            </li>
          ))}
        </ul>
      )
    case 'link':
      return (
        <p>
          <TextLink className="underlined" to={block.to}>
            {block.label}
          </TextLink>
        </p>
      )
    case 'picture': {
      const uploaded = pictures[block.address]
      if (!uploaded) return null
      return (
        <Picture
          className="aspect-[3/2]"
          picture={{ ...uploaded, alt: block.alt }}
          sizes="(min-width: 768px) 46vw, 100vw"
        />
      )
    }
  }
}
