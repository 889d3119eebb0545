import { deskPaths } from '#desk/desk-paths.ts'
import { Empty, ScreenHead } from '#desk/ui/screen.tsx'
import type { JumpTarget } from '#server/reports/reports.views.ts'

/** The search of the whole desk, as a page; the script opens it as a dialog. */
export function Jump({ typed, targets }: { typed: string; targets: readonly JumpTarget[] }) {
  return (
    <>
      <ScreenHead title="Search" />
      <form method="get" action={deskPaths.jump()} role="search" className="search-line">
        <label className="sr-only" htmlFor="jump">
          Screen, order, product or customer
        </label>
        <input
          id="jump"
          name="q"
          type="search"
          className="field"
          defaultValue={typed}
          placeholder="Screen, order, product or customer"
          autoComplete="off"
          maxLength={200}
        />
        <button type="submit" className="button button-quiet">
          Search
        </button>
      </form>
      {targets.length === 0 && (
        <div className="mt-6">
          <Empty>{`Nothing found for “${typed}”.`}</Empty>
        </div>
      )}
      <ul className="jump-list">
        {targets.map(({ kind, label, hint, href }) => (
          <li key={href}>
            <a href={href}>
              <span>{label}</span> <span className="hint">{hint === '' ? kind : `${kind} · ${hint}`}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
