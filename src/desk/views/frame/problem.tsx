import { deskPaths } from '#desk/desk-paths.ts'

/** `form` is the page of the form that failed; what was typed is filled in again there (`keepTyped`). */
export function Problem({ text, form }: { text: string; form?: string | undefined }) {
  return (
    <div className="mx-auto max-w-lg py-10 text-center" data-problem={form ? 'form' : 'page'}>
      <p className="eyebrow">The desk</p>
      <h1 className="mt-3">That didn’t work</h1>
      <p className="mt-4 text-soft" role="alert">
        {text}
      </p>
      <p className="mt-8">
        {form ? (
          <a className="button" href={form}>
            Back to the form
          </a>
        ) : (
          <a className="button" href={deskPaths.today()}>
            Back to Today
          </a>
        )}
      </p>
    </div>
  )
}
