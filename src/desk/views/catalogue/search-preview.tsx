import { pageTexts } from '#domain/catalogue/collections.ts'

type SearchPreviewProps = { values: Record<string, string>; websiteUrl: string; count: number }

/** As a search engine would list it. The script follows what is typed. */
export function SearchPreview({ values, websiteUrl, count }: SearchPreviewProps) {
  const text = (name: string) => values[name] ?? ''
  const { seoTitle, seoDescription } = pageTexts(
    {
      name: text('name'),
      title: text('title'),
      eyebrow: '',
      lead: text('lead'),
      noun: '',
      failureText: '',
      seoTitle: text('seoTitle'),
      seoDescription: text('seoDescription'),
    },
    count,
  )
  const title = seoTitle.includes('Bloomera') ? seoTitle : `${seoTitle} | Bloomera`
  return (
    <figure className="search-preview" data-search-preview={count}>
      <figcaption className="hint">In search results</figcaption>
      <p className="search-title" data-preview="title">
        {title}
      </p>
      <p className="search-address">
        {new URL(websiteUrl).host}/<span data-preview="slug">{text('slug')}</span>
      </p>
      <p className="text-small" data-preview="description">
        {seoDescription}
      </p>
      <p className="hint">
        <span data-preview="lengths">
          {title.length} of about 60 and {seoDescription.length} of about 160 characters
        </span>
      </p>
    </figure>
  )
}
