import type { KeyboardEvent, ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'

export type HeaderFoldProps = {
  label: string
  icon: 'menu' | 'search'
  className?: string
  onOpen?: () => void
  children: ReactNode
}

/** Expands over the page without a script. They share one name, so opening one closes the others. */
export function HeaderFold({ label, icon, className = '', onOpen, children }: HeaderFoldProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears the keys pressed inside it
    <details
      className={`group ${className}`}
      name="header"
      onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}
      onKeyDown={closeOnEscape}
    >
      <summary className="flex size-11 list-none items-center justify-center">
        <span className="sr-only">{label}</span>
        <Icon name={icon} className="size-[22px] group-open:hidden" />
        <Icon name="close" className="hidden size-[22px] group-open:block" />
      </summary>
      {children}
    </details>
  )
}

/** Unless something inside, for example a list of suggestions, has already handled the key. */
function closeOnEscape({ key, defaultPrevented, currentTarget: fold }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== 'Escape' || defaultPrevented || !fold.open) return
  fold.open = false
  fold.querySelector('summary')?.focus()
}
