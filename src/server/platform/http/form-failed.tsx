import { PersonalPage } from './personal-page.tsx'

export type FormFailedProps = {
  title: string
  eyebrow: string
  message: string
  /** Page with the form that was submitted without JavaScript. */
  formPath: string
}

export function FormFailed({ title, eyebrow, message, formPath }: FormFailedProps) {
  return (
    <PersonalPage title={title}>
      <p className="eyebrow">{eyebrow}</p>
      <h1 className="mt-3">That didn’t work</h1>
      <p className="mx-auto mt-5 max-w-lg text-lead text-error" role="alert">
        {message}
      </p>
      <p className="mt-8">
        <a className="button" href={formPath}>
          Back to the form
        </a>
      </p>
    </PersonalPage>
  )
}
