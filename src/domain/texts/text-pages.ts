import { ABOUT_TEXTS } from './about-texts.ts'
import { CONTACT_TEXTS } from './contact-texts.ts'
import { FAQ_TEXTS } from './faq-texts.ts'
import { HOME_TEXTS } from './home-texts.ts'
import { MAIL_TEXTS } from './mail-texts.ts'
import { ROUTINE_TEXTS } from './routine-texts.ts'
import type { Slot, TextPage, TextsOf } from './slots.ts'

/** Everything the owner can reword, in the order of the desk. */
export const TEXT_PAGES = {
  home: HOME_TEXTS,
  about: ABOUT_TEXTS,
  'routine-guide': ROUTINE_TEXTS,
  contact: CONTACT_TEXTS,
  faq: FAQ_TEXTS,
  ...MAIL_TEXTS,
}

export type TextKey = keyof typeof TEXT_PAGES
export type Texts<Key extends TextKey> = TextsOf<(typeof TEXT_PAGES)[Key]>

export const TEXT_KEYS = Object.keys(TEXT_PAGES).filter(isTextKey)

export function isTextKey(key: string): key is TextKey {
  return Object.hasOwn(TEXT_PAGES, key)
}

export function textPage(key: TextKey): TextPage {
  return TEXT_PAGES[key]
}

export type NamedSlot = {
  /** Section and slot, such as `hero.headline`; also the name of its field. */
  name: string
  section: string
  slot: Slot
}

/** All slots in page order. */
export function slotsOf(page: TextPage): NamedSlot[] {
  return Object.entries(page.sections).flatMap(([section, { slots }]) =>
    Object.entries(slots).map(([key, slot]) => ({ name: `${section}.${key}`, section, slot })),
  )
}
