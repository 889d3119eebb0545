import { Fragment } from 'react'
import type { Sentence } from '#domain/business/describe-settings.ts'

type SentenceListProps = {
  current: readonly Sentence[]
  /** The same sentences after the change; omitted if there is nothing to compare. */
  after?: readonly Sentence[] | undefined
}

/** Which sentence is shown where, with the words that a change would replace. */
export function SentenceList({ current, after = current }: SentenceListProps) {
  const places = new Set([...current, ...after].map(({ place }) => place))
  const textAt = (sentences: readonly Sentence[], place: string) =>
    sentences.find((sentence) => sentence.place === place)?.text ?? ''
  return (
    <ul className="sentences">
      {[...places].map((place) => (
        <li key={place}>
          <span className="hint">{place}</span>
          <Difference before={textAt(current, place)} after={textAt(after, place)} />
        </li>
      ))}
    </ul>
  )
}

/** How many of them would change. */
export function countChanged(current: readonly Sentence[], after: readonly Sentence[]): number {
  const now = new Map(current.map(({ place, text }) => [place, text]))
  const then = new Map(after.map(({ place, text }) => [place, text]))
  return [...new Set([...now.keys(), ...then.keys()])].filter((place) => now.get(place) !== then.get(place)).length
}

/** Word by word if the sentence is similar, as a whole if it's a different one. */
function Difference({ before, after }: { before: string; after: string }) {
  if (before === after) return <span>{before}</span>
  const [was, is] = [before.split(' '), after.split(' ')]
  const pairs = was.length === is.length ? was.map((word, index) => [word, is[index] ?? '']) : [[before, after]]
  return (
    <span className="wrap-anywhere">
      {pairs.map(([old = '', fresh = ''], index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rendered once, never reordered
        <Fragment key={index}>
          {old === fresh ? (
            old
          ) : (
            <>
              {old && <del>{old}</del>} {fresh && <ins>{fresh}</ins>}
            </>
          )}{' '}
        </Fragment>
      ))}
    </span>
  )
}
