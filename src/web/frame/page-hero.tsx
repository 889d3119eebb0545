import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { UploadedPicture } from '#domain/catalogue/product.ts'
import { paths } from '#web/paths.ts'
import { Picture } from '#web/pictures/picture.tsx'
import { Icon } from '#web/ui/icon.tsx'

export type PageHeroProps = {
  eyebrow: string
  title: ReactNode
  lead?: ReactNode
  /** Decorative. */
  picture?: UploadedPicture | undefined
}

/** The banner of every page but the home page, with breadcrumbs. */
export function PageHero({ eyebrow, title, lead, picture }: PageHeroProps) {
  const hasPicture = picture !== undefined
  return (
    <div className="bg-linen">
      <div
        className={`wrap grid items-center gap-x-gutter ${hasPicture ? 'md:grid-cols-2 lg:grid-cols-[1.2fr_1fr]' : ''}`}
      >
        <div
          className={
            hasPicture
              ? 'py-[clamp(2rem,1rem+4vw,4.5rem)]'
              : 'pt-[clamp(1rem,0.5rem+1.5vw,1.75rem)] pb-[clamp(1.75rem,1rem+2vw,2.75rem)]'
          }
        >
          <BackToHome />
          <p className="eyebrow mt-6">{eyebrow}</p>
          <h1 className="mt-3 max-w-3xl">{title}</h1>
          {lead && <p className="mt-5 max-w-2xl text-lead text-bark">{lead}</p>}
        </div>
        {hasPicture && (
          <Picture
            className="-mx-gutter aspect-[3/2] md:mx-0 md:-mr-gutter md:self-end min-[82rem]:mr-0"
            picture={picture}
            sizes="(min-width: 1312px) 590px, (min-width: 1024px) 45vw, (min-width: 768px) 50vw, 100vw"
            isDecoration
            isLead
          />
        )}
      </div>
    </div>
  )
}

function BackToHome() {
  return (
    <Link className="inline-flex min-h-11 items-center gap-2 text-small text-soft hover:text-ink" to={paths.home()}>
      <Icon name="back" className="size-4" />
      Back to Home
    </Link>
  )
}
