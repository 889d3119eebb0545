import { deskPaths } from '#desk/desk-paths.ts'

export function Problem({ text }: { text: string }) {
  return (
    <div className="mx-auto max-w-lg py-10 text-center">
      <p className="eyebrow">The desk</p>
      <h1 className="mt-3">That didn’t work</h1>
      <p className="mt-4 text-soft" role="alert">
        {text}
      </p>
      <p className="mt-8">
        <a className="button" href={deskPaths.today()}>
          Back to Today
        </a>
      </p>
    </div>
  )
}
