/** What the desk says after a form was sent. */
export type Flash = {
  kind: 'done' | 'problem'
  text: string
  /** Something to copy, such as an invitation. */
  link?: string | undefined
}

export function FlashMessage({ flash }: { flash: Flash }) {
  return (
    <div className={`flash flash-${flash.kind}`} role={flash.kind === 'problem' ? 'alert' : 'status'}>
      <p>{flash.text}</p>
      {flash.link && (
        <input className="field mt-2 w-full" readOnly value={flash.link} aria-label="Link to copy" data-copy />
      )}
    </div>
  )
}
