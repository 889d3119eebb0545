import { deskPaths } from '#desk/desk-paths.ts'

/** Above a document for several orders; not printed. */
export function PrintHead({ title }: { title: string }) {
  return (
    <div className="print-bar">
      <a className="underlined" href={deskPaths.orders()}>
        Orders
      </a>
      <h1>{title}</h1>
      <button type="button" className="button" data-print>
        Print
      </button>
    </div>
  )
}
