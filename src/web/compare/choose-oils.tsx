import { Form } from 'react-router'
import { MOST_COMPARED } from '#domain/catalogue/compare.ts'
import { numberWord } from '#domain/text/number-words.ts'
import { paths } from '#web/paths.ts'

type Named = { id: string; name: string }

/** Without a script, the button sends the ticks, and the page uses as many as it can show. */
export function ChooseOils({ oils, others }: { oils: readonly Named[]; others: readonly Named[] }) {
  const room = MOST_COMPARED - oils.length
  return (
    <Form className="pt-8" action={paths.compare()} key={oils.map(({ id }) => id).join()}>
      {oils.map(({ id }) => (
        <input type="hidden" name="oil" value={id} key={id} />
      ))}
      <fieldset>
        <legend className="display text-title">
          {oils.length === 0 ? `Choose up to ${numberWord(MOST_COMPARED)}` : 'Add to the table'}
        </legend>
        <ul className="mt-4 grid gap-x-gutter sm:grid-cols-2 lg:grid-cols-4">
          {others.map(({ id, name }) => (
            <li className="border-t border-line" key={id}>
              <label className="flex min-h-11 items-center gap-3">
                <input className="size-5 shrink-0 accent-forest" type="checkbox" name="oil" value={id} />
                {name}
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      <p className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-2">
        <button className="button min-h-13" type="submit">
          Compare
        </button>
        <span className="text-small text-soft">Room for {room === 1 ? 'one more' : room}.</span>
      </p>
    </Form>
  )
}
