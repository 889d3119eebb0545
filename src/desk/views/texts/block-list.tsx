import { deskPaths } from '#desk/desk-paths.ts'
import { EditField, EditSelect } from '#desk/ui/edit-fields.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { wordsIn } from '#domain/texts/page-content.ts'
import { BLOCK_KINDS } from '#domain/texts/slot-fields.ts'
import type { BlocksSlot } from '#domain/texts/slots.ts'
import type { PictureChoice } from '#server/texts/texts.views.ts'
import { ItemFrame, ListFrame } from './list-frame.tsx'
import { Words } from './words-field.tsx'

type BlockListProps = { form: FormState; name: string; slot: BlocksSlot; pictures: readonly PictureChoice[] }

/** A longer text as a list of paragraphs, headings, lists, links and pictures. */
export function BlockList({ form, name, slot, pictures }: BlockListProps) {
  const own = wordsIn(slot.initial)
  return (
    <ListFrame form={form} name={name} slot={slot} adds={BLOCK_KINDS}>
      {(place, count) => {
        const field = `${name}.${place}`
        const kind = form.values[`${field}.kind`] ?? 'paragraph'
        const title = `${BLOCK_KINDS.find(([known]) => known === kind)?.[1] ?? 'Paragraph'} ${place + 1}`
        return (
          <ItemFrame key={place} name={name} place={place} count={count} title={title}>
            <input type="hidden" name={`${field}.kind`} value={kind} />
            <BlockControls form={form} field={field} kind={kind} own={own} pictures={pictures} />
          </ItemFrame>
        )
      }}
    </ListFrame>
  )
}

type BlockControlsProps = {
  form: FormState
  field: string
  kind: string
  own: readonly string[]
  pictures: readonly PictureChoice[]
}

function BlockControls({ form, field, kind, own, pictures }: BlockControlsProps) {
  const text = `${field}.text`
  switch (kind) {
    case 'heading':
      return <Words form={form} name={text} label="Heading" rules={{ max: 120, isRich: true }} own={own} />
    case 'list':
      return (
        <Words
          form={form}
          name={text}
          label="List"
          hint="One entry per line."
          rules={{ max: 1500, isLong: true, isRich: true }}
          own={own}
        />
      )
    case 'link':
      return (
        <div className="pair">
          <EditField form={form} name={text} label="Words" autoComplete="off" isCopy />
          <EditField form={form} name={`${field}.to`} label="Leads to" list="own-pages" autoComplete="off" />
        </div>
      )
    case 'picture':
      return <PictureControls form={form} field={field} pictures={pictures} />
    default:
      return (
        <Words form={form} name={text} label="Paragraph" rules={{ max: 1500, isLong: true, isRich: true }} own={own} />
      )
  }
}

function PictureControls({ form, field, pictures }: Pick<BlockControlsProps, 'form' | 'field' | 'pictures'>) {
  const chosen = pictures.find(({ address }) => address === form.values[`${field}.address`])
  return (
    <>
      {chosen && <img className="banner-picture" src={chosen.src} alt={chosen.words} />}
      <EditSelect
        form={form}
        name={`${field}.address`}
        label="Picture"
        options={[['', 'Choose'], ...pictures.map(({ address, words }) => [address, words] as const)]}
      />
      <p className="hint">
        Not in the list?{' '}
        <a className="underlined" href={deskPaths.textPictures()} target="_blank" rel="noreferrer">
          Upload a picture
        </a>{' '}
        in another tab. It’s in this list once you save the draft.
      </p>
      <EditField
        form={form}
        name={`${field}.text`}
        label="What it shows"
        hint="For people who can’t see it."
        autoComplete="off"
        isCopy
      />
    </>
  )
}
