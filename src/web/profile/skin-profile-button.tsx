import { useState } from 'react'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { storeProfile } from './show-profile.ts'

/** Opens the dialog, whose code is loaded on the first tap. With a profile, one tap clears it. */
export function SkinProfileButton({ className }: { className: string }) {
  const [opened, setOpened] = useState('')
  const close = () => setOpened('')
  return (
    <span className="inline-flex items-baseline gap-4 [@media(scripting:none)]:hidden">
      <button className={className} type="button" onClick={() => setOpened('dialog')}>
        <span className="without-profile">Mark what isn’t for you</span>
        <span className="with-profile">Your skin profile</span>
      </button>
      <button className={`with-profile ${className}`} type="button" onClick={() => storeProfile(null)}>
        Clear<span className="sr-only"> your skin profile</span>
      </button>
      <LazyPart
        occasion={opened}
        load={loadDialog}
        onFailed={close}
        props={opened === '' ? undefined : { onClose: close }}
      />
    </span>
  )
}

async function loadDialog() {
  const { SkinProfileDialog } = await import('./skin-profile-dialog.tsx')
  return SkinProfileDialog
}
