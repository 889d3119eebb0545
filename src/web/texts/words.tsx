import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { type Inline, parseInline } from '#domain/texts/inline.ts'
import { isOwnPath } from '#domain/texts/link-target.ts'

/** A text by the owner with its italics, bold words and links. React escapes everything in it. */
export function Words({ text }: { text: string }) {
  // oxlint-disable-next-line react/no-array-index-key -- the runs of a text never move
  return parseInline(text).map((run, index) => <Fragment key={index}>{rendered(run)}</Fragment>)
}

function rendered(run: Inline): ReactNode {
  switch (run.kind) {
    case 'italic':
      return <em className="font-normal">{run.text}</em>
    case 'bold':
      return <b className="font-medium">{run.text}</b>
    case 'link':
      return (
        <TextLink className="underlined" to={run.to}>
          {run.text}
        </TextLink>
      )
    default:
      return run.text
  }
}

/** A link set by the owner, to a page of the shop or to another site. */
export function TextLink({ to, className, children }: { to: string; className: string; children: string }) {
  return isOwnPath(to) ? (
    <Link className={className} to={to}>
      {children}
    </Link>
  ) : (
    <a className={className} href={to} rel="noreferrer">
      {children}
    </a>
  )
}
