import { Form } from 'react-router'
import { paths } from '#web/paths.ts'

/** Shown by its styles while anything is ticked, counted by them, and sent by the browser: it needs no script. */
export function CompareBar() {
  return (
    <Form className="compare-bar" id="compare" action={paths.compare()} aria-label="Compare">
      <span className="compare-count">chosen</span>
      <button className="underlined text-small" type="reset">
        Clear
      </button>
      <button className="button" type="submit">
        Compare
      </button>
    </Form>
  )
}
