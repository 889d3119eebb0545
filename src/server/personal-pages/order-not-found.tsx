import { PersonalPage } from './personal-page.tsx'

export function OrderNotFound({ message }: { message: string }) {
  return (
    <PersonalPage title="Track an order">
      <p className="eyebrow">Your order</p>
      <h1 className="mt-3">That did not work</h1>
      <p className="mx-auto mt-5 max-w-lg text-lead text-error" role="alert">
        {message}
      </p>
      <p className="mt-8">
        <a className="button" href="/order">
          Back to the form
        </a>
      </p>
    </PersonalPage>
  )
}
