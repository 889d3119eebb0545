type PagerProps = { first: string | undefined; next: string | undefined; isOldestFirst?: boolean }

/** Cursor pagination, so that page 10,000 costs as much as page 1. */
export function Pager({ first, next, isOldestFirst = false }: PagerProps) {
  if (first === undefined && next === undefined) return undefined
  return (
    <nav className="mt-6 flex justify-between gap-4" aria-label="Pages">
      {first === undefined ? (
        <span />
      ) : (
        <a className="button button-quiet" href={first}>
          {isOldestFirst ? 'Back to oldest' : 'Back to newest'}
        </a>
      )}
      {next !== undefined && (
        <a className="button button-quiet" href={next}>
          {isOldestFirst ? 'Newer' : 'Older'}
        </a>
      )}
    </nav>
  )
}
