type ConfirmationProps = {
  question: string
  action: string
  /** Sent again once confirmed. */
  fields: Iterable<[string, string]>
  back: string
}

/** Shown as a page if the script that asks in a dialog has not loaded. */
export function Confirmation({ question, action, fields, back }: ConfirmationProps) {
  return (
    <form method="post" action={action} className="mx-auto max-w-lg py-10">
      <h1>Are you sure?</h1>
      <p className="mt-4 text-soft wrap-anywhere">{question}</p>
      {Array.from(fields, ([name, value], index) => (
        // The same name may occur several times.
        // oxlint-disable-next-line react/no-array-index-key
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <p className="mt-8 flex gap-3">
        <a className="button button-quiet" href={back}>
          Go back
        </a>
        <button type="submit" className="button">
          Confirm
        </button>
      </p>
    </form>
  )
}
