import { SKIN_TYPES } from '#domain/catalogue/facts.ts'
import { INGREDIENT_GROUPS } from '#domain/catalogue/product.ts'
import { isEmptyProfile, readProfile, type SkinProfile } from '#domain/catalogue/skin-profile.ts'
import { Icon } from '#web/ui/icon.tsx'
import { readLocal } from '#web/ui/local-memory.ts'
import { PROFILE_KEY, storeProfile } from './show-profile.ts'

/** Opens as soon as it is mounted. */
function showModal(dialog: HTMLDialogElement | null) {
  if (dialog && !dialog.open) dialog.showModal()
}

export function SkinProfileDialog({ onClose }: { onClose: () => void }) {
  const profile = storedProfile()

  function save(form: HTMLFormElement) {
    const fields = new FormData(form)
    const chosen = readProfile({ skin: fields.get('skin'), without: fields.getAll('without') })
    storeProfile(isEmptyProfile(chosen) ? null : chosen)
    onClose()
  }

  return (
    <dialog
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(34rem,100%-2rem)] overflow-y-auto bg-paper p-6 text-ink shadow-2xl backdrop:bg-shade/40 sm:p-8"
      ref={showModal}
      aria-labelledby="profile-title"
      closedby="any"
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save(event.currentTarget)
        }}
      >
        <div className="flex items-start justify-between gap-4">
          <h2 className="text-title" id="profile-title">
            What isn’t for you
          </h2>
          <button className="-m-2 flex size-11 shrink-0 items-center justify-center" type="button" onClick={onClose}>
            <span className="sr-only">Close</span>
            <Icon name="close" />
          </button>
        </div>
        <p className="mt-2 text-small text-soft">
          We’ll mark it on every oil and in your cart. This stays on your device and is never sent to us.
        </p>
        <Choices
          legend="Your skin"
          name="skin"
          options={{ '': 'I’d rather not say', ...SKIN_TYPES }}
          chosen={[profile.skin ?? '']}
        />
        <Choices legend="You leave out" name="without" options={INGREDIENT_GROUPS} chosen={profile.without} />
        <p className="mt-6 flex items-center gap-6">
          <button className="button min-h-13 flex-1" type="submit">
            Save on this device
          </button>
          <button
            className="underlined"
            type="button"
            onClick={() => {
              storeProfile(null)
              onClose()
            }}
          >
            Clear
          </button>
        </p>
      </form>
    </dialog>
  )
}

function storedProfile(): SkinProfile {
  try {
    return readProfile(JSON.parse(readLocal(PROFILE_KEY) ?? 'null'))
  } catch {
    // Something else under our key; saving replaces it.
    return readProfile(null)
  }
}

type ChoicesProps = {
  legend: string
  name: 'skin' | 'without'
  options: Readonly<Record<string, string>>
  chosen: readonly string[]
}

function Choices({ legend, name, options, chosen }: ChoicesProps) {
  return (
    <fieldset className="mt-5 border-t border-line pt-4">
      <legend className="eyebrow float-left mb-1 w-full">{legend}</legend>
      <div className="clear-both grid grid-cols-2 gap-x-4">
        {Object.entries(options).map(([value, label]) => (
          <label className="flex min-h-11 items-center gap-3" key={value}>
            <input
              className="size-5 shrink-0 accent-forest"
              type={name === 'skin' ? 'radio' : 'checkbox'}
              name={name}
              value={value}
              defaultChecked={chosen.includes(value)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
