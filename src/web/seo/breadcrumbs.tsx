import { Link } from 'react-router'
import { JsonLd } from './json-ld.tsx'

export type Crumb = { name: string; to: string }

export function Breadcrumbs({ crumbs, origin }: { crumbs: readonly Crumb[]; origin: string }) {
  return (
    <nav className="wrap py-3 text-small text-soft" aria-label="Breadcrumbs">
      <JsonLd
        data={{
          '@type': 'BreadcrumbList',
          itemListElement: crumbs.map(({ name, to }, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name,
            item: origin + to,
          })),
        }}
      />
      <ol className="flex flex-wrap gap-x-2">
        {crumbs.map(({ name, to }, index) => (
          <li className="flex gap-x-2 *:py-0.5" key={to}>
            {index === crumbs.length - 1 ? (
              <span aria-current="page">{name}</span>
            ) : (
              <>
                <Link className="hover:text-ink hover:underline" to={to}>
                  {name}
                </Link>
                {/* Together with the word before it, so that no line starts with the separator. */}
                <span aria-hidden="true">/</span>
              </>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
